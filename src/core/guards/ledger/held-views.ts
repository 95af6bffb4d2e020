import type { CompanyId } from '../../../db/company-id.ts'
import type { View } from './view.ts'

/** What a read showed, as it was last taken from the database: every read has a version of its own. */
interface HeldView {
  version: string
  view: View
}

/** By account. */
export type HeldViews = ReadonlyMap<string, HeldView>

/** Of all accounts together: some 30 MB. */
const maxEntries = 60_000

const held = new Map<string, HeldView>()
let entries = 0

/** Taken before the database is asked, so that nothing goes missing while it answers. */
export function heldViews(companyId: CompanyId, places: string[]): HeldViews {
  return new Map(
    places.flatMap((place) => {
      const key = keyOf(companyId, place)
      const view = held.get(key)
      if (!view) return []
      held.delete(key)
      held.set(key, view)
      return [[place, view] as const]
    }),
  )
}

/** What was asked for longest ago goes first. */
export function holdView(companyId: CompanyId, place: string, view: HeldView): void {
  const key = keyOf(companyId, place)
  drop(key)
  held.set(key, view)
  entries += sizeOf(view)
  for (const oldest of held.keys()) {
    if (entries <= maxEntries) return
    drop(oldest)
  }
}

function drop(key: string): void {
  const view = held.get(key)
  if (!view) return
  held.delete(key)
  entries -= sizeOf(view)
}

function keyOf(companyId: CompanyId, place: string): string {
  return `${companyId} ${place}`
}

function sizeOf({ view }: HeldView): number {
  return view.campaigns.size + view.adSets.size
}
