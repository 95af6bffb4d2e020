import type { z } from 'zod'
import { required } from '../../../lookup.ts'
import type { DayRange, InsightsRow } from '../../../platforms/contract/insights.ts'
import { monthsOf } from './months.ts'
import { openReport } from './request.ts'
import type { LiveContext, LiveDeps, LiveReportMetadata } from './request.ts'

/** What one month added. A month without delivery has no figures at all: null is not zero. */
interface ReachMonth {
  month: string
  country?: string
  reach: number | null
  cumulativeReach: number | null
  incrementalReach: number | null
  incrementalShare: number | null
  spend: number | null
  costPerIncrementalReach: number | null
}

interface ReachTotals {
  country?: string
  reach: number | null
  spend: number | null
  costPerReach: number | null
}

interface Composed {
  data: ReachMonth[]
  totals: ReachTotals
}

export interface ReachComposition extends Composed {
  /** One for each country asked for. */
  countries?: ReachTotals[]
  metadata: z.output<typeof LiveReportMetadata>
}

export interface ReachRequest {
  accountId: string
  range: DayRange
  /** None: all together. */
  countries: string[]
}

/**
 * Month by month, how many people were reached and how many of them for the first time in the range. People are counted
 * by the platform and never added up here: for each month the platform is asked about the month, and about everything
 * from the beginning to its end.
 */
export async function reachComposition(
  deps: LiveDeps,
  context: LiveContext,
  { accountId, range, countries }: ReachRequest,
): Promise<ReachComposition> {
  const { insights, metadata } = await openReport(deps, context, accountId)
  const months = monthsOf(range)
  const soFar = months.map((month) => ({ from: range.from, to: month.to }))
  const split = countries.length > 0 ? { by: 'country' as const } : {}
  const [monthly, cumulative] = await Promise.all([
    insights({ ...split, ranges: months.map(({ from, to }) => ({ from, to })) }),
    insights({ ...split, ranges: soFar }),
  ])
  if (countries.length === 0) return { ...composeOne(months, soFar, monthly, cumulative), metadata }
  const perCountry = countries.map((country) => {
    const ofCountry = (row: InsightsRow) => row.by === country
    const one = composeOne(months, soFar, monthly.filter(ofCountry), cumulative.filter(ofCountry))
    return { data: one.data.map((month) => ({ ...month, country })), totals: { ...one.totals, country } }
  })
  const [first, ...others] = perCountry
  const totals =
    others.length === 0 ? required(first, 'first country').totals : acrossCountries(perCountry.map((one) => one.totals))
  const data = months.flatMap((_, index) => perCountry.map((one) => required(one.data[index], 'month of the country')))
  return { data, totals, countries: perCountry.map((one) => one.totals), metadata }
}

/** Money adds up; people who were reached in two countries would be counted twice. */
function acrossCountries(countries: ReachTotals[]): ReachTotals {
  const spent = countries.flatMap(({ spend }) => spend ?? [])
  const spend = spent.length === 0 ? null : spent.reduce((sum, each) => sum + each, 0)
  return { reach: null, spend: spend === null ? null : cents(spend), costPerReach: null }
}

function composeOne(
  months: (DayRange & { month: string })[],
  soFar: DayRange[],
  monthly: InsightsRow[],
  cumulative: InsightsRow[],
): Composed {
  let before = 0
  const data = months.map((month, index): ReachMonth => {
    const metrics = rowOf(monthly, month)?.metrics
    const cumulativeReach = rowOf(cumulative, required(soFar[index], 'days so far'))?.metrics.reach ?? null
    if (!metrics) return { month: month.month, ...noFigures }
    const { reach, spend } = metrics
    // Reach is an estimate: that of a longer time can come out a little smaller.
    const incrementalReach = cumulativeReach === null ? null : Math.max(0, cumulativeReach - before)
    before = Math.max(before, cumulativeReach ?? 0)
    return {
      month: month.month,
      reach,
      cumulativeReach,
      incrementalReach,
      incrementalShare: share(incrementalReach, reach),
      spend,
      costPerIncrementalReach: share(spend, incrementalReach),
    }
  })
  const whole = rowOf(cumulative, required(soFar.at(-1), 'days so far'))?.metrics
  const reach = whole?.reach ?? null
  const spend = whole?.spend ?? null
  return { data, totals: { reach, spend, costPerReach: share(spend, reach) } }
}

const noFigures = {
  reach: null,
  cumulativeReach: null,
  incrementalReach: null,
  incrementalShare: null,
  spend: null,
  costPerIncrementalReach: null,
}

function rowOf(rows: InsightsRow[], { from, to }: DayRange): InsightsRow | undefined {
  return rows.find((row) => row.from === from && row.to === to)
}

function share(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole === 0 ? null : part / whole
}

/** Sums of money in binary fractions have crumbs behind the last digit. */
function cents(amount: number): number {
  return Math.round(amount * 1e6) / 1e6
}
