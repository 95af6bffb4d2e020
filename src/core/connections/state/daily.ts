import pMap from 'p-map'
import type { Logger } from 'pino'
import type { CompanyId } from '../../../db/company-id.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { sql } from '../../../db/sql.ts'
import type { AccountDeps, OpenConnection } from '../../deps.ts'

/** How often the job runs; a day has so many runs. */
const runsPerDay = 144
/** So many are looked at by a run however few there are. */
const fewest = 10
const sideBySide = 4
/** A platform that could not be asked is asked again then. */
const againHours = 1

interface Due {
  id: number
  company_id: CompanyId
  slug: string
  platform: string
}

/**
 * Looks at every connection once a day. A run takes its share of them and no more, so that those that were once due together are spread
 * over the day, and stay so.
 */
export async function lookDaily(deps: AccountDeps & { log: Logger }, signal: AbortSignal): Promise<void> {
  const { db } = deps
  const { rows } = await sql<Due>`
    WITH share AS (SELECT greatest(${fewest}::int, ceil(count(*) * 2.0 / ${runsPerDay})::int) AS size FROM connections)
    SELECT connections.id, connections.company_id, companies.slug, connections.platform
    FROM connections JOIN companies ON companies.id = connections.company_id
    WHERE health_at IS NULL OR health_at < now() - interval '24 hours'
    ORDER BY health_at NULLS FIRST, connections.id LIMIT (SELECT size FROM share)`.execute(everyCompany(db))
  await pMap(rows, (due) => (signal.aborted ? undefined : lookAt(deps, due)), { concurrency: sideBySide })
}

async function lookAt(deps: AccountDeps & { log: Logger }, due: Due): Promise<void> {
  try {
    const open = await openOne(deps, due, due)
    // Whoever looks writes down when.
    if (open && (await open.ask({ noOftener: false })) !== 'unknown') return
  } catch (error) {
    deps.log.warn({ err: error, connectionId: due.id }, 'a connection could not be looked at')
  }
  await deps.db
    .updateTable('connections')
    .where('company_id', '=', due.company_id)
    .set({ health_at: sql<Date>`now() - make_interval(hours => ${24 - againHours})` })
    .where('id', '=', due.id)
    .execute()
}

/** null: it is gone, or it leads to a simulator that does not run. */
export async function openOne(
  { connections }: Pick<AccountDeps, 'connections'>,
  { company_id: companyId, slug }: { company_id: CompanyId; slug: string },
  { id, platform }: { id: number; platform: string },
): Promise<OpenConnection | null> {
  const all = await connections.openAll({ id: companyId, slug }, platform)
  return all.find(({ connectionId }) => connectionId === id) ?? null
}
