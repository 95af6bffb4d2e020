import type { World } from '../control/world.ts'
import type { Look, LookAccount, LookLevel, LookRow } from '../look.ts'
import type { Simulator } from '../simulator.ts'
import { defaultTenant } from '../tenants.ts'

/** What a page is drawn from. */
export interface View {
  world: World
  /** The sandbox's time, in milliseconds. */
  now: number
  /** The address of the page itself, for forms that lead back to it. */
  here: string
  /** The rows of one level in an account, worked out once for the page. */
  rows(place: ShownAccount, level: LookLevel): LookRow[]
}

export function openView(world: World, here: string): View {
  const known = new Map<string, LookRow[]>()
  return {
    world,
    now: world.clock.now(),
    here,
    rows({ simulator, look, account }, level) {
      const key = `${simulator.platform} ${level} ${account.id}`
      const rows = known.get(key) ?? look.rows(level, account.id)
      known.set(key, rows)
      return rows
    },
  }
}

/** A platform that has something to look at. */
export interface Shown {
  simulator: Simulator
  look: Look
}

export interface ShownAccount extends Shown {
  account: LookAccount
}

export function shownPlatforms({ simulators }: World): Shown[] {
  return simulators.flatMap((simulator) => (simulator.look ? [{ simulator, look: simulator.look }] : []))
}

/** The company that a newcomer works with comes first. */
export function accountsOf({ look }: Shown): LookAccount[] {
  const isOther = ({ tenant }: LookAccount) => Number(tenant !== defaultTenant)
  return look.accounts().sort((one, other) => isOther(one) - isOther(other))
}

export interface Change {
  place: ShownAccount
  level: LookLevel
  row: LookRow
}

/** What was made or changed last, newest first. */
export function lastChanges(view: View, places: ShownAccount[], max: number): Change[] {
  const newest: Change[] = []
  for (const place of places)
    for (const { level } of place.look.levels)
      for (const row of view.rows(place, level)) {
        const last = newest[max - 1]
        if (last && last.row.updated >= row.updated) continue
        const at = newest.findIndex((each) => each.row.updated <= row.updated)
        newest.splice(at < 0 ? newest.length : at, 0, { place, level, row })
        if (newest.length > max) newest.pop()
      }
  return newest
}
