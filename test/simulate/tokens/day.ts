import type { PlannedTokens } from '../plan.ts'
import { createConnection } from './connection.ts'
import type { ConnectionParts, StoredConnection } from './connection.ts'
import { createIssuer } from './issuer.ts'

type DayParts = Omit<ConnectionParts, 'issuer' | 'oldLives' | 'backMs'> & { count: (what: string) => void }

/** The person looks so often whether it has to connect again. */
const lookEveryMs = 1_000

/** What the plan has for tokens, and somebody who connects again. */
export function startTokens(planned: PlannedTokens, { count, ...parts }: DayParts): StoredConnection {
  const { schedule } = parts
  const { oldLives, livesMs, endAfterMs, revokedAfterMs, backMs } = planned
  const issuer = createIssuer({ now: () => schedule.now, oldLives, livesMs })
  const connection = createConnection({ ...parts, issuer, oldLives, backMs })
  count(`day with tokens, the old one ${oldLives ? 'lives' : 'dies'}`)
  for (const ms of endAfterMs)
    schedule.in(ms, null, 'every token ends', () => {
      count('tokens ended')
      issuer.endAll()
    })
  if (revokedAfterMs !== null)
    schedule.in(revokedAfterMs, null, 'every token is taken back', () => {
      count('tokens taken back')
      issuer.revokeAll()
    })
  const look = async () => {
    await connection.look()
    schedule.in(lookEveryMs, null, '', look)
  }
  schedule.in(lookEveryMs, null, '', look)
  return connection
}
