import { dayCount } from '../../days.ts'
import { only } from '../../lookup.ts'
import { metricsFrom } from '../../platforms/contract/metrics.ts'
import type { Metrics } from '../../platforms/contract/metrics.ts'
import type { DayRange } from '../../platforms/contract/insights.ts'
import type { Context } from '../context.ts'
import { companyCurrency } from '../currency/company-currency.ts'
import { hubCurrency } from '../currency/codes.ts'
import { ratesOn } from '../currency/rates.ts'
import { worthOf } from '../reports/query/comparison.ts'
import { describeReport, missingDays } from '../reports/query/metadata.ts'
import type { ReportMetadata } from '../reports/query/metadata.ts'
import { ensureDays } from '../reports/sync/ensure/days.ts'
import type { ReportDeps } from '../reports/sync/ensure/readings.ts'
import type { ReportAccount } from '../reports/sync/types.ts'
import { describeCreatives } from './describe.ts'
import type { CreativeFacts } from './describe.ts'
import type { CreativeState } from './judged.ts'
import { findCreatives } from './found.ts'
import type { FoundCreative } from './found.ts'
import type { CreativeQuestion, JudgedAccount } from './statement.ts'
import { tierOf } from './tiers.ts'
import type { Tier } from './tiers.ts'

type CreativesQuery = Omit<CreativeQuestion, 'accounts'> & { accounts: ReportAccount[] }

/** Why something is said of a creative, in numbers; money in the account's currency. */
export interface CreativeEvidence {
  winner: { accountId: string; spend: number; medianSpend: number; times: number } | null
  lastWeekUsd: number
  weekBeforeUsd: number
  /** Per hundred impressions, of the newest days and of those before. */
  clickRate: number | null
  usualClickRate: number | null
  hookRate: number | null
  usualHookRate: number | null
  /** Of 7 days, now and a week before. */
  frequency: number | null
  frequencyBefore: number | null
}

export interface CreativeRow extends CreativeFacts {
  id: string
  firstDay: string
  currency: string | null
  metrics: Metrics
  states: CreativeState[]
  evidence: CreativeEvidence
}

/** How often creatives win, beside what others come to. */
interface HitRate {
  creatives: number
  winners: number
  hitRatePercent: number | null
  newPerWeek: number
  monthlySpendUsd: number | null
  tier: Tier | null
}

export interface CreativesAnswer {
  rows: CreativeRow[]
  total: number
  hitRate: HitRate
  metadata: ReportMetadata
}

export async function askCreatives(
  deps: ReportDeps,
  { company }: Pick<Context, 'company'>,
  { accounts, ...asked }: CreativesQuery,
): Promise<CreativesAnswer> {
  const coverage = await ensureDays(deps, accounts, asked.range)
  const { currency, judged } = await worths(deps, { company }, accounts, asked.range)
  const rows = await findCreatives(deps.pool, { ...asked, accounts: judged })
  const facts = await describeCreatives(deps.pool, accounts, asked.group, {
    creatives: rows.map(({ creative }) => creative),
    range: asked.range,
  })
  const metadata = describeReport(accounts, coverage, { source: 'synced', missing: missingDays(coverage) })
  return {
    rows: rows.map((row) => rowOf(row, facts, currency, accounts)),
    total: rows[0]?.total ?? 0,
    hitRate: hitRateOf(rows[0], asked.range),
    metadata,
  }
}

/** What amounts of the accounts are worth in one currency, and in dollars, by the rates of the last day. */
export async function worths(
  { db, connections }: Pick<ReportDeps, 'db' | 'connections'>,
  { company }: Pick<Context, 'company'>,
  accounts: ReportAccount[],
  { to: day }: DayRange,
): Promise<{ currency: string | null; judged: JudgedAccount[] }> {
  const from = [...new Set(accounts.map((account) => account.currency))]
  const currency =
    from.length < 2 ? (from[0] ?? null) : await companyCurrency({ db }, { company }, connections.platforms.names)
  const [rates, dollars] = await Promise.all(
    [currency ?? hubCurrency, hubCurrency].map((to) => ratesOn({ db }, { company }, { from, to, day })),
  )
  const judged = accounts.map((account) => ({
    key: account.key,
    worth: rates ? worthOf(rates, account.currency) : null,
    dollars: dollars ? worthOf(dollars, account.currency) : null,
  }))
  return { currency, judged }
}

const millionths = 1e6
const rounded = (value: number) => Math.round(value * millionths) / millionths
/** NaN and null are unknown. */
const numberIn = (row: FoundCreative, name: string) =>
  typeof row[name] === 'number' && !Number.isNaN(row[name]) ? row[name] : null

function rowOf(
  row: FoundCreative,
  facts: Map<string, CreativeFacts>,
  currency: string | null,
  accounts: ReportAccount[],
) {
  const id = String(row.creative)
  const money = (name: string) => (row.lacks_rate ? null : scaled(numberIn(row, name)))
  const metrics = metricsFrom({
    spend: money('spend'),
    impressions: numberIn(row, 'impressions'),
    clicks: numberIn(row, 'clicks'),
    conversions: numberIn(row, 'conversions'),
    value: money('value'),
    results: numberIn(row, 'results'),
    plays3s: numberIn(row, 'plays3s'),
    plays15s: numberIn(row, 'plays15s'),
    thruplays: numberIn(row, 'thruplays'),
    reach: null,
    frequency: null,
  })
  const known = facts.get(id) ?? {
    name: null,
    shows: id,
    platforms: [],
    accountIds: [],
    adIds: [],
    ads: 0,
    newestAd: null,
  }
  return {
    ...known,
    id,
    firstDay: row.first_day,
    currency,
    metrics: { ...metrics, hookRate: shareOf(numberIn(row, 'hooked'), numberIn(row, 'screened')) },
    states: row.states,
    evidence: evidenceOf(row, accounts),
  }
}

function shareOf(part: number | null, whole: number | null): number | null {
  return part === null || !whole ? null : rounded((part / whole) * 100)
}

function scaled(micros: number | null): number | null {
  return micros === null ? null : rounded(micros / millionths)
}

export function evidenceOf(row: FoundCreative, accounts: ReportAccount[]): CreativeEvidence {
  const rate = (stretch: string, sum: string, of = 'impressions') => {
    const [above, below] = [numberIn(row, `${stretch}_${sum}`), numberIn(row, `${stretch}_${of}`)]
    return shareOf(above, below)
  }
  const winning = accounts.find(({ key }) => key === row.winner_account)
  const inAccount = (name: string) => scaled(numberIn(row, name)) ?? 0
  return {
    winner: winning
      ? {
          accountId: winning.accountId,
          spend: inAccount('winner_spend'),
          medianSpend: inAccount('winner_median'),
          times: rounded(numberIn(row, 'winner_times') ?? 0),
        }
      : null,
    lastWeekUsd: inAccount('week_dollars'),
    weekBeforeUsd: inAccount('week_before_dollars'),
    clickRate: rate('recent', 'clicks'),
    usualClickRate: rate('usual', 'clicks'),
    hookRate: rate('recent', 'hooked', 'screened'),
    usualHookRate: rate('usual', 'hooked', 'screened'),
    frequency: numberIn(row, 'frequency'),
    frequencyBefore: numberIn(row, 'frequency_before'),
  }
}

function hitRateOf(row: FoundCreative | undefined, range: DayRange): HitRate {
  const days = dayCount(range)
  const creatives = row?.spent_count ?? 0
  const winners = row?.winner_count ?? 0
  const dollars = row ? scaled(numberIn(row, 'dollars_in_all')) : 0
  const monthly = dollars === null ? null : rounded((dollars / days) * 30)
  return {
    creatives,
    winners,
    hitRatePercent: creatives === 0 ? null : rounded((winners / creatives) * 100),
    newPerWeek: rounded(((row?.new_count ?? 0) / days) * 7),
    monthlySpendUsd: monthly,
    tier: monthly === null ? null : (tierOf(monthly) ?? null),
  }
}

/** One creative; null: it did nothing in these days. */
export async function askCreative(
  deps: ReportDeps,
  context: Pick<Context, 'company'>,
  asked: CreativesQuery & { only: string },
): Promise<{ row: CreativeRow; metadata: ReportMetadata } | null> {
  const { rows, metadata } = await askCreatives(deps, context, asked)
  return rows.length === 0 ? null : { row: only(rows), metadata }
}
