import type { Db } from '../../../db/connect.ts'
import type { PlatformError } from '../../../errors.ts'
import type { Platform } from '../../../platforms/contract/platform.ts'
import { recordVerdict } from '../state/record.ts'
import { reasonIn } from '../state/verdict.ts'

const actor = { kind: 'system', name: 'connections' } as const

interface Refusal {
  id: number
  credentials: Record<string, string>
  /** Until then the token that there is opens the platform; null: nothing does. */
  livesUntil: Date | null
  /** The answer to an earlier question is missing. */
  wasLost: boolean
  error: PlatformError
}

/** The platform renews a connection no more: it is broken, or will be when its token ends. */
export async function noteRefusal(trx: Db, { title }: Platform, refusal: Refusal): Promise<void> {
  const { id, credentials, livesUntil, wasLost, error } = refusal
  const said = reasonIn(error, credentials)
  const reason = wasLost
    ? `${title} gave out a new token, but its answer was lost on the way, and the old one renews nothing any more. ${said}`
    : said
  const state = livesUntil ? 'expiring' : 'broken'
  await recordVerdict(trx, { id }, { state, reason, check: null }, actor)
}
