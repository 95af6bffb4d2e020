import { oneAtATime } from '../../../src/async/one-at-a-time.ts'
import type { Renewed, RenewToken } from '../../../src/platforms/contract/tokens.ts'

/** What processes share, as the database does it: one after the other. `kept`: all that was ever stored. */
export function renewedByOne(given: Record<string, string>): { renew: RenewToken; kept: Renewed[] } {
  const kept: Renewed[] = []
  const inTurn = oneAtATime()
  const renew: RenewToken = ({ accessToken }, ask) =>
    inTurn(async () => {
      const last = kept.at(-1)
      if (last?.token && last.token.accessToken !== accessToken) return last
      const fresh = await ask(last?.credentials ?? given)
      kept.push(fresh)
      return fresh
    })
  return { renew, kept }
}
