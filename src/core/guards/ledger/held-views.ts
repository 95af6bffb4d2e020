import type { CompanyId } from '../../../db/company-id.ts'
import type { View } from './view.ts'

/** What a read showed, as it was last taken from the database: every read has a version of its own. */
interface HeldView {
  version: string
  view: View
}

/** What reads of accounts showed lately: of a large one that is half a megabyte, which need not come from the database each time. */
export interface HeldViews {
  /** By account. Taken before the database is asked, so that nothing goes missing while it answers. */
  of(companyId: CompanyId, places: string[]): ReadonlyMap<string, HeldView>
  hold(companyId: CompanyId, place: string, view: HeldView): void
}

/** Campaigns and ad sets of all accounts together: some 30 MB. */
const maxEntries = 60_000

export function createHeldViews(): HeldViews {
  const held = new Map<string, HeldView>()
  let entries = 0

  function drop(key: string): void {
    const view = held.get(key)
    if (!view) return
    held.delete(key)
    entries -= sizeOf(view)
  }

  /** What was asked for longest ago comes first. */
  function put(key: string, view: HeldView): void {
    drop(key)
    held.set(key, view)
    entries += sizeOf(view)
  }

  return {
    of(companyId, places) {
      const found = new Map<string, HeldView>()
      for (const place of places) {
        const key = keyOf(companyId, place)
        const view = held.get(key)
        if (!view) continue
        put(key, view)
        found.set(place, view)
      }
      return found
    },
    hold(companyId, place, view) {
      put(keyOf(companyId, place), view)
      for (const oldest of held.keys()) {
        if (entries <= maxEntries) return
        drop(oldest)
      }
    },
  }
}

function keyOf(companyId: CompanyId, place: string): string {
  return `${companyId} ${place}`
}

function sizeOf({ view }: HeldView): number {
  return view.campaigns.size + view.adSets.size
}
