import { addDays } from '../../../days.ts'
import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { sql } from '../../../db/sql.ts'
import { creativeStates } from '../../automations/rule/words.ts'
import type { SyncDeps } from '../../deps.ts'
import { recordEvent } from '../../events/record.ts'
import { accountName } from '../../reach.ts'
import { reportAccounts } from '../../reports/sync/all.ts'
import type { ReportAccount } from '../../reports/sync/types.ts'
import { evidenceOf, worths } from '../ask.ts'
import { findCreatives } from '../found.ts'
import type { FoundCreative } from '../found.ts'
import { describeCreatives } from '../describe.ts'
import { judgedDays } from '../judged.ts'
import type { CreativeState } from '../judged.ts'
import { creativeSettings } from '../settings.ts'
import { eventOf } from './event.ts'

/** So long after midnight (UTC) a day is over nearly everywhere, and its figures were read. */
const settledHours = 9
/** Files of which something is said; more than any company has. */
const maxJudged = 1_000_000

/** The last day that files are judged as of. */
export function judgedDay(now: Date): string {
  return addDays(new Date(now.getTime() - settledHours * 3_600_000).toISOString().slice(0, 10), -1)
}

/** Judges the files of every company once for each day of which figures were read. */
export async function keepStates(deps: SyncDeps, { now, signal }: { now: Date; signal: AbortSignal }): Promise<void> {
  const day = judgedDay(now)
  for (const companyId of await companiesToJudge(deps.db, day)) {
    if (signal.aborted) return
    await judgeCompany(deps, companyId, day)
  }
}

async function companiesToJudge(db: Db, day: string): Promise<CompanyId[]> {
  const { rows } = await sql<{ id: CompanyId }>`
    SELECT id FROM companies
    WHERE EXISTS (SELECT FROM ad_creatives WHERE company_id = companies.id)
      AND EXISTS (SELECT FROM report_days AS read WHERE read.company_id = companies.id AND read.day = ${day})
      AND NOT EXISTS (SELECT FROM creative_judgings AS before WHERE before.company_id = companies.id AND before.day >= ${day})
    ORDER BY id`.execute(everyCompany(db))
  return rows.map(({ id }) => id)
}

/** What is said as of the day stands from then on; what began is told, unless it is the first time that anybody looks. */
export async function judgeCompany(deps: SyncDeps, companyId: CompanyId, day: string): Promise<void> {
  const company = { id: companyId, slug: '' }
  const accounts = (await reportAccounts(deps.db, { companyId })).filter(({ platform }) => {
    const driver = deps.connections.platforms.driver(platform)
    // What rules see is read by keys too.
    return driver?.reportsFor !== 'people'
  })
  const found = await judged(deps, company, accounts, day)
  const said = found.flatMap(({ creative, states }) => states.map((state) => ({ creative: Number(creative), state })))
  await deps.db.transaction().execute(async (trx) => {
    const isFirst = await takeDay(trx, companyId, day)
    if (isFirst === null) return
    const began = await keep(trx, companyId, day, said)
    if (isFirst || began.length === 0) return
    const range = { from: addDays(day, 1 - judgedDays), to: day }
    const creatives = [...new Set(began.map(({ creative_id: id }) => id))]
    const facts = await describeCreatives(deps.pool, accounts, { by: 'asset' }, { creatives, range })
    const rows = new Map(found.map((row) => [Number(row.creative), row]))
    for (const { creative_id: id, state } of began) {
      const [row, known] = [rows.get(id), facts.get(String(id))]
      if (!row || !known) continue
      const its = accounts.filter(({ accountId }) => known.accountIds.includes(accountId))
      const names = its.map(({ platform, accountId }) => accountName({ platform, account_id: accountId }))
      const about = { creativeId: String(id), ...known, day, firstDay: row.first_day }
      await recordEvent(trx, company, { ...eventOf(state, about, evidenceOf(row, accounts)), accounts: names })
    }
  })
}

async function judged(
  deps: SyncDeps,
  company: { id: CompanyId; slug: string },
  accounts: ReportAccount[],
  day: string,
): Promise<FoundCreative[]> {
  if (accounts.length === 0) return []
  const range = { from: addDays(day, 1 - judgedDays), to: day }
  const { judged: worth } = await worths(deps, { company }, accounts, range)
  return findCreatives(deps.pool, {
    ...{ accounts: worth, range, group: { by: 'asset' }, settings: await creativeSettings(deps, { company }) },
    ...{ states: [...creativeStates], search: null, only: null, sort: { by: 'firstDay', isRising: true } },
    ...{ limit: maxJudged, offset: 0 },
  })
}

/** Whether it is the first day of all; null: somebody has judged it already. */
async function takeDay(trx: Db, companyId: CompanyId, day: string): Promise<boolean | null> {
  const { rows } = await sql<{ is_first: boolean }>`
    INSERT INTO creative_judgings AS kept (company_id, first_day, day) VALUES (${companyId}, ${day}, ${day})
    ON CONFLICT (company_id) DO UPDATE SET day = excluded.day, judged_at = clock_timestamp() WHERE kept.day < excluded.day
    RETURNING first_day = day AS is_first`.execute(trx)
  return rows[0]?.is_first ?? null
}

interface Said {
  creative: number
  state: CreativeState
}

/** Ends what is not said any more, and begins what is said newly. */
async function keep(trx: Db, companyId: CompanyId, day: string, said: Said[]) {
  const told = sql`SELECT * FROM jsonb_to_recordset(${JSON.stringify(said)}::jsonb) AS told (creative bigint, state text)`
  await sql`
    UPDATE creative_states AS kept SET before_day = ${day} WHERE company_id = ${companyId} AND before_day = 'infinity'
      AND NOT EXISTS (SELECT FROM (${told}) AS told WHERE told.creative = kept.creative_id AND told.state = kept.state)`.execute(
    trx,
  )
  const { rows } = await sql<{ creative_id: number; state: CreativeState }>`
    INSERT INTO creative_states (company_id, creative_id, state, from_day)
    SELECT ${companyId}, told.creative, told.state, ${day}::date FROM (${told}) AS told
    WHERE NOT EXISTS (SELECT FROM creative_states AS kept WHERE kept.company_id = ${companyId} AND kept.creative_id = told.creative
      AND kept.state = told.state AND kept.before_day = 'infinity')
    ON CONFLICT DO NOTHING RETURNING creative_id, state`.execute(trx)
  return rows
}
