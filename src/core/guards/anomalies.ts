import type { Logger } from 'pino'
import type { Db } from '../../db/connect.ts'
import { deleteInSteps } from '../../db/delete-in-steps.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import type { CachedAccount } from '../connections/accounts.ts'
import type { CompanyRef } from '../company-ref.ts'
import { recordEvent } from '../events/record.ts'
import { addDays, daysOf, hourIn, todayIn } from '../../days.ts'
import { amountOf } from './money.ts'
import { loadReadings, readSpend } from './read-spend.ts'
import type { GuardDeps } from './terms.ts'

/** How many days before are looked at, and of how many of them something must be known. */
const days = { max: 7, min: 3 }
/** So many times the usual is out of the ordinary. */
const leap = 3
const costLeap = 2
/** Sums so small are noise, in whatever currency. */
const minSpend = 10
const minResults = 10
const keptDays = 30

type AnomalyKind = 'spend' | 'no-delivery' | 'cost-per-result'

export interface Anomaly {
  kind: AnomalyKind
  spent: number
  expected: number
}

type AnomalyDeps = GuardDeps & { log: Logger }

/** Writes down what every account has spent by now, and tells what is out of the ordinary. */
export async function notifyAnomalies(deps: AnomalyDeps, signal: AbortSignal): Promise<void> {
  const accounts = await everyCompany(deps.db)
    .selectFrom('ad_accounts')
    .innerJoin('companies', 'companies.id', 'ad_accounts.company_id')
    .selectAll('ad_accounts')
    .select(['companies.slug'])
    .where('ad_accounts.status', '=', 'active')
    .where('ad_accounts.is_connected', '=', true)
    .orderBy('ad_accounts.id')
    .execute()
  for (const { slug, ...account } of accounts) {
    if (signal.aborted) return
    await lookAtAccount(deps, { id: account.company_id, slug }, account).catch((error: unknown) =>
      deps.log.warn({ err: error, account: account.account_id }, 'an account could not be looked at for anomalies'),
    )
  }
  for (const table of ['spend_hours', 'spend_anomalies']) {
    const isOld = sql<boolean>`one.day < current_date - ${keptDays}::int`
    await deleteInSteps(everyCompany(deps.db), { table, by: { column: 'day', type: 'date' }, isOld }, { signal })
  }
}

export async function lookAtAccount(
  deps: GuardDeps,
  company: CompanyRef,
  account: CachedAccount,
  now = new Date(),
): Promise<void> {
  const spend = await readSpend(deps, { company }, account, {
    kind: 'day',
    fresh: await loadReadings(deps, { company }),
  })
  // Nothing is known, so nothing is out of the ordinary; guards refuse what costs meanwhile.
  if ('unknown' in spend) return
  const spent = amountOf([...spend.known.values()].reduce((sum, micros) => sum + micros, 0n))
  const at = { day: todayIn(account.time_zone, now), hour: hourIn(account.time_zone, now) ?? now.getUTCHours() }
  await sql`
    INSERT INTO spend_hours (company_id, platform, account_id, day, hour, spent)
    VALUES (${company.id}, ${account.platform}, ${account.account_id}, ${at.day}, ${at.hour}, ${spent})
    ON CONFLICT (company_id, platform, account_id, day, hour) DO UPDATE SET spent = excluded.spent`.execute(deps.db)
  const hours = await hoursOf(deps.db, company, account, at)
  const found = [ofHours(hours), await ofCost(deps.db, company, account, at.day)]
  for (const anomaly of found) if (anomaly) await recordOnce(deps.db, company, account, { ...anomaly, day: at.day })
}

/** What was spent in an hour: today, and in the same one of earlier days. */
interface Hours {
  now: number | null
  before: number[]
}

async function hoursOf(
  db: Db,
  company: CompanyRef,
  { platform, account_id: accountId }: CachedAccount,
  { day, hour }: { day: string; hour: number },
): Promise<Hours> {
  const { rows } = await sql<{ day: string; spent: number }>`
    SELECT this.day, (this.spent - coalesce(last.spent, 0))::float8 AS spent FROM spend_hours this
    LEFT JOIN spend_hours last ON (last.company_id, last.platform, last.account_id, last.day, last.hour)
      = (this.company_id, this.platform, this.account_id, this.day, this.hour - 1)
    WHERE this.company_id = ${company.id} AND this.platform = ${platform} AND this.account_id = ${accountId}
      AND this.hour = ${hour} AND this.day BETWEEN ${addDays(day, -days.max)} AND ${day}
      AND (this.hour = 0 OR last.hour IS NOT NULL)`.execute(db)
  return {
    now: rows.find((row) => row.day === day)?.spent ?? null,
    before: rows.filter((row) => row.day !== day).map(({ spent }) => spent),
  }
}

export function ofHours({ now, before }: Hours): Anomaly | null {
  if (now === null || before.length < days.min) return null
  const expected = before.reduce((sum, spent) => sum + spent, 0) / before.length
  if (now > minSpend && now > expected * leap) return { kind: 'spend', spent: now, expected }
  // Where money flowed at this hour on every day, and none does today, something does not deliver.
  const delivered = before.every((spent) => spent > 0) && expected > minSpend
  return now <= 0 && delivered ? { kind: 'no-delivery', spent: now, expected } : null
}

/** What a result cost yesterday, against the days before it, from the figures that are kept for reports. */
export async function ofCost(
  db: Db,
  company: CompanyRef,
  { platform, account_id: accountId }: CachedAccount,
  today: string,
): Promise<Anomaly | null> {
  const yesterday = addDays(today, -1)
  // Where the account's day is not added up, or an ad's result of it is unknown, its ads are.
  const { rows } = await sql<{ is_last: boolean; spent: number; results: number }>`
    SELECT asked.day = ${yesterday} AS is_last, sum(known.spend_micros)::float8 / 1e6 AS spent, coalesce(sum(known.results), 0)::float8 AS results
    FROM ad_accounts CROSS JOIN unnest(${daysOf({ from: addDays(yesterday, -days.max), to: yesterday })}::date[]) AS asked (day)
    LEFT JOIN account_days AS whole ON whole.account_key = ad_accounts.id AND whole.day = asked.day
    CROSS JOIN LATERAL (
      SELECT whole.spend_micros, whole.results WHERE whole.results IS NOT NULL
      UNION ALL
      SELECT spend_micros, results FROM ad_days
      WHERE whole.results IS NULL AND ad_days.account_key = ad_accounts.id AND ad_days.day = asked.day
    ) AS known
    WHERE ad_accounts.company_id = ${company.id} AND platform = ${platform} AND account_id = ${accountId}
    GROUP BY 1`.execute(db)
  const last = rows.find((row) => row.is_last)
  const earlier = rows.find((row) => !row.is_last)
  if (!last || !earlier || last.results < minResults || earlier.results < minResults) return null
  const [spent, expected] = [last.spent / last.results, earlier.spent / earlier.results]
  return expected > 0 && spent > expected * costLeap ? { kind: 'cost-per-result', spent, expected } : null
}

async function recordOnce(
  db: Db,
  company: CompanyRef,
  { platform, account_id: accountId, currency }: CachedAccount,
  { day, kind, spent, expected }: Anomaly & { day: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      INSERT INTO spend_anomalies (company_id, platform, account_id, kind, day)
      VALUES (${company.id}, ${platform}, ${accountId}, ${kind}, ${day}) ON CONFLICT DO NOTHING RETURNING kind`.execute(
      trx,
    )
    if (rows.length === 0) return
    const round = (amount: number) => Math.round(amount * 100) / 100
    const data = { kind, platform, accountId, spent: round(spent), expected: round(expected), currency }
    await recordEvent(trx, company, { type: 'spend.anomaly', data })
  })
}
