import { dayMs } from '../../../days.ts'
import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import type { Platforms } from '../../../platforms/registry.ts'
import { recordEvent } from '../../events/record.ts'
import type { NewEvent } from '../../events/record.ts'

/** A new version of a platform's interface means a new version of this service: that takes longer than a new token. */
const versionNoticeDays = 60

interface ConnectionRow {
  id: number
  company_id: CompanyId
  platform: string
  label: string
  state: 'ok' | 'expiring' | 'broken'
  state_reason: string | null
  expires_at: Date | null
  renewable_until: Date | null
}

/** On which days before its end a connection that nobody renews is told of. */
const noticeDays = [14, 7, 3, 1] as const

/** When it ends without anybody's help. What is renewed ends with what it is renewed with. */
function endOf({ expires_at: end, renewable_until: last }: Pick<ConnectionRow, 'expires_at' | 'renewable_until'>) {
  return last ?? end
}

/** Tells what is about to end, or has ended: once for each connection, end and notice, once for each version and company. */
export async function notifyEndings({ db, platforms }: { db: Db; platforms: Platforms }, now: Date): Promise<void> {
  const rows = await everyCompany(db)
    .selectFrom('connections')
    .select(['id', 'company_id', 'platform', 'label', 'state', 'state_reason', 'expires_at', 'renewable_until'])
    .execute()
  for (const row of rows) await db.transaction().execute((trx) => notifyEnding(trx, row, now))
  const companies = await everyCompany(db).selectFrom('companies').select('id').execute()
  for (const { name, api } of platforms.all) {
    if (api.endsOn === null || daysUntil(new Date(`${api.endsOn}T00:00:00Z`), now) > versionNoticeDays) continue
    const data = { platform: name, version: api.version, endsOn: api.endsOn }
    for (const { id } of companies) {
      await db.transaction().execute((trx) => recordOnce(trx, id, { type: 'platform.version_ending', data }))
    }
  }
}

export async function notifyEnding(trx: Db, row: ConnectionRow, now: Date): Promise<void> {
  const { id: connectionId, platform, label } = row
  const end = endOf(row)
  const connection = { connectionId, platform, label }
  const daysLeft = end === null ? Infinity : daysUntil(end, now)
  if (row.state === 'broken' || daysLeft <= 0) {
    const reason = row.state_reason ?? (end ? `It ended ${end.toISOString()}.` : 'The platform refuses it.')
    await recordOnce(trx, row.company_id, { type: 'connection.broken', data: { ...connection, reason } })
    return
  }
  const notice = noticeDays.findLast((days) => daysLeft < days)
  if (end && notice !== undefined) {
    const data = { ...connection, endsAt: end.toISOString(), daysLeft: notice }
    await recordOnce(trx, row.company_id, { type: 'connection.expiring', data })
  }
}

function daysUntil(end: Date, now: Date): number {
  return (end.getTime() - now.getTime()) / dayMs
}

/** The same is not said twice, as long as the first time is remembered. */
async function recordOnce(trx: Db, companyId: CompanyId, event: NewEvent): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('flightdeck endings'), ${companyId}::int)`.execute(trx)
  const { rows } = await sql`
    SELECT 1 FROM events
    WHERE company_id = ${companyId} AND kind = ${event.type} AND batch_id IS NULL AND detail = ${JSON.stringify(event.data)}::jsonb
    LIMIT 1`.execute(trx)
  if (rows.length === 0) await recordEvent(trx, { id: companyId }, event)
}
