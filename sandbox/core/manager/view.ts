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
}

/** A platform that has something to look at. */
export interface Shown {
  simulator: Simulator
  look: Look
}

export interface Place extends Shown {
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
  place: Place
  level: LookLevel
  row: LookRow
}

/** What was made or changed last, newest first. */
export function lastChanges(places: Place[], most: number): Change[] {
  const newest: Change[] = []
  for (const place of places)
    for (const { level } of place.look.levels)
      for (const row of place.look.rows(level, place.account.id)) {
        const last = newest[most - 1]
        if (last && last.row.updated >= row.updated) continue
        const at = newest.findIndex((each) => each.row.updated <= row.updated)
        newest.splice(at < 0 ? newest.length : at, 0, { place, level, row })
        if (newest.length > most) newest.pop()
      }
  return newest
}
