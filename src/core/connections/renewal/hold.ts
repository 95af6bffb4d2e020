import type { Db } from '../../../db/connect.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { sql } from '../../../db/sql.ts'
import { PlatformError } from '../../../errors.ts'
import type { Platform } from '../../../platforms/contract/platform.ts'

/** A renewal is this many requests at most, one after the other. */
const maxRequests = 2
const lockNotAvailable = '55P03'

/**
 * A connection's row is held while its platform is asked. Of a process that froze with it the hold ends when a living one would have its
 * answer; whoever waits for the row waits as long as for a platform.
 */
export async function holdWithin(trx: Db, timeoutMs: number): Promise<void> {
  const heldMs = (maxRequests + 1) * timeoutMs
  await sql`SELECT set_config('idle_in_transaction_session_timeout', ${String(heldMs)}, true),
    set_config('lock_timeout', ${String(timeoutMs)}, true)`.execute(everyCompany(trx))
}

/** Throws where the hold has ended: whoever stood still that long must not ask. Otherwise its time begins anew. */
export async function holdsStill(trx: Db): Promise<void> {
  await sql`SELECT 1`.execute(everyCompany(trx))
}

/** What whoever waited for the row in vain is told. */
export function orBusy({ name, title }: Platform, error: unknown): unknown {
  if ((error as { code?: unknown }).code !== lockNotAvailable) return error
  return new PlatformError({
    ...{ platform: name, kind: 'transient' },
    message: `Another process is renewing the token for ${title} and has not come to an end.`,
    hint: 'Nothing was sent. Try again in a minute: whoever does not come to an end loses its turn.',
  })
}
