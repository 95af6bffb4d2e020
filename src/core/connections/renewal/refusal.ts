import type { Db } from '../../../db/connect.ts'
import type { PlatformError } from '../../../errors.ts'
import type { Platform } from '../../../platforms/contract/platform.ts'
import { recordVerdict } from '../state/record.ts'
import { reasonIn } from '../state/verdict.ts'

/** For so long: shorter than two looks of a process at a connection are apart, so that each of them does ask. */
const restMs = 30_000
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

interface StoredCredentials {
  id: number
  sealed_credentials: Buffer
}

/** What one process was refused: many calls find out together, and a dead token is asked with once. */
export interface RecentRefusals {
  /** null: nothing, or other credentials are stored by now. */
  find(row: StoredCredentials): PlatformError | null
  note(row: StoredCredentials, error: PlatformError): void
}

export function createRecentRefusals(): RecentRefusals {
  const all = new Map<number, { sealed: Buffer; error: PlatformError; restsUntil: number }>()
  return {
    find({ id, sealed_credentials: sealed }) {
      const found = all.get(id)
      if (found && performance.now() < found.restsUntil && found.sealed.equals(sealed)) return found.error
      all.delete(id)
      return null
    },
    note({ id, sealed_credentials: sealed }, error) {
      all.set(id, { sealed, error, restsUntil: performance.now() + restMs })
    },
  }
}
