import type { Logger } from 'pino'
import { sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { AppError, PlatformError } from '../../../errors.ts'
import type { AccountDeps } from '../../deps.ts'

/** Renews what is due, and what somebody began to renew and nobody has. */
export async function renewDue(
  { db, connections, log }: AccountDeps & { log: Logger },
  signal: AbortSignal,
): Promise<void> {
  const rows = await everyCompany(db)
    .selectFrom('connections as connection')
    .leftJoin('connection_renewals as note', 'note.connection_id', 'connection.id')
    .select(['connection.id', 'connection.company_id', 'connection.platform', 'connection.is_sandbox'])
    .where((where) =>
      where.or([
        where('note.connection_id', 'is not', null),
        where('connection.renews_at', 'is', null),
        where('connection.renews_at', '<=', sql<Date>`now()`),
      ]),
    )
    .orderBy('connection.id')
    .execute()
  for (const row of rows) {
    const platform = connections.platforms.driver(row.platform)
    if (signal.aborted) return
    if (!platform) continue
    try {
      await connections.renewAhead(platform, row)
    } catch (error) {
      // What the platform refuses for good is told as an event; anything else is tried again in a minute.
      const why =
        error instanceof PlatformError || error instanceof AppError ? { problem: error.message } : { err: error }
      log.warn({ connectionId: row.id, platform: row.platform, ...why }, 'a connection was not renewed')
    }
  }
}
