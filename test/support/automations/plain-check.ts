import type { AdDay, ReportEntity } from '../../../src/platforms/contract/report.ts'
import { addDays } from '../../../src/days.ts'
import type { RuleCondition } from '../../../src/core/automations/rule/condition.ts'

/** What a rule is checked against, as plain rows: everything here is done the long way round, without SQL. */
export interface Facts {
  today: string
  hour: number
  weekday: string
  rows: AdDay[]
  ads: ReportEntity[]
}

type Sums = Record<'spend' | 'impressions' | 'clicks' | 'conversions' | 'value' | 'results', number | null>
type Truth = boolean | null

const lengths: Record<string, number> = {
  today: 1,
  last_3_days: 3,
  last_7_days: 7,
  last_14_days: 14,
}
const late = ['results', 'conversions', 'conversionValue', 'costPerResult', 'cpa', 'roas']

function daysFor(window: RuleCondition['window'], metric: string, { today }: Facts): [string, string] {
  const ending = typeof window === 'object' ? window.endingDaysAgo : window === 'yesterday' ? 1 : 0
  const days = typeof window === 'object' ? window.days : (lengths[window!] ?? 1)
  const last = late.includes(metric) ? Math.max(1, ending) : ending
  return [addDays(today, -(last + days - 1)), addDays(today, -last)]
}

function sumsOf(rows: AdDay[]): Sums {
  const add = (field: (row: AdDay) => number | null) =>
    rows.reduce<number | null>((sum, row) => {
      const value = field(row)
      return sum === null || value === null ? null : sum + value
    }, 0)
  return {
    spend: add(({ spendMicros }) => spendMicros),
    impressions: add(({ impressions }) => impressions),
    clicks: add(({ clicks }) => clicks),
    conversions: add(({ conversions }) => conversions),
    value: add(({ conversionValueMicros }) => conversionValueMicros),
    results: add(({ results }) => results),
  }
}

const over = (above: number | null, below: number | null, scale = 1) =>
  above === null || !below ? null : (above * scale) / below
const money = (micros: number | null) => (micros === null ? null : micros / 1e6)

const metrics: Record<string, (sums: Sums) => number | null> = {
  spend: ({ spend }) => money(spend),
  impressions: ({ impressions }) => impressions,
  clicks: ({ clicks }) => clicks,
  results: ({ results }) => results,
  conversions: ({ conversions }) => conversions,
  conversionValue: ({ value }) => money(value),
  ctr: ({ clicks, impressions }) => over(clicks, impressions, 100),
  cpc: ({ spend, clicks }) => over(money(spend), clicks),
  costPerResult: ({ spend, results }) => over(money(spend), results),
  cpa: ({ spend, conversions }) => over(money(spend), conversions),
  roas: ({ value, spend }) => over(value, spend),
}
const summed = ['spend', 'impressions', 'clicks', 'results', 'conversions', 'conversionValue']

function valueOf(metric: string, window: RuleCondition['window'], ad: ReportEntity, facts: Facts): number | null {
  const [from, to] = daysFor(window, metric, facts)
  const rows = facts.rows.filter((row) => row.adId === ad.id && row.day >= from && row.day <= to)
  return metrics[metric]!(sumsOf(rows))
}

function siblingsValue(metric: string, window: RuleCondition['window'], ad: ReportEntity, facts: Facts): number | null {
  const [from, to] = daysFor(window, metric, facts)
  const ids = facts.ads.filter(({ adSetId, id }) => adSetId === ad.adSetId && id !== ad.id).map(({ id }) => id)
  const rows = facts.rows.filter((row) => ids.includes(row.adId) && row.day >= from && row.day <= to)
  const value = metrics[metric]!(sumsOf(rows))
  if (!summed.includes(metric)) return value
  const shown = new Set(rows.filter(({ impressions }) => impressions > 0).map(({ adId }) => adId)).size
  return over(value, shown)
}

const compare: Record<string, (left: number, right: number) => boolean> = {
  gt: (left, right) => left > right,
  gte: (left, right) => left >= right,
  lt: (left, right) => left < right,
  lte: (left, right) => left <= right,
  eq: (left, right) => left === right,
}

function metricHolds(condition: RuleCondition, ad: ReportEntity, facts: Facts): Truth {
  const { metric, window, operator, value, compareTo } = condition
  const left = valueOf(metric!, window, ad, facts)
  const of = compareTo?.siblings ? siblingsValue : valueOf
  const other = compareTo && of(compareTo.metric ?? metric!, compareTo.window ?? window, ad, facts)
  const right = compareTo ? (other === null ? null : other! * compareTo.factor) : (value as number)
  return left === null || right === null ? null : compare[operator!]!(left, right)
}

function fieldHolds({ field, operator, value }: RuleCondition, ad: ReportEntity, facts: Facts): Truth {
  const values = Array.isArray(value) ? value : [value]
  if (field === 'hour')
    return operator === 'in' ? values.includes(facts.hour) : compare[operator!]!(facts.hour, value as number)
  if (field === 'weekday') return values.includes(facts.weekday)
  if (field === 'status') return ad.state ? values.includes(ad.state) : null
  if (field === 'name')
    return operator === 'contains'
      ? ad.name.toLowerCase().includes(String(value).toLowerCase())
      : values.includes(ad.name)
  const budget = ad.dailyBudgetMicros ?? null
  return budget === null ? null : compare[operator!]!(budget / 1e6, value as number)
}

/** What a condition says of an ad: true, false, or null where nobody knows. */
export function holds(condition: RuleCondition, ad: ReportEntity, facts: Facts): Truth {
  const parts = (condition.all ?? condition.any ?? condition.not)?.map((part) => holds(part, ad, facts))
  if (!parts)
    return condition.metric === undefined ? fieldHolds(condition, ad, facts) : metricHolds(condition, ad, facts)
  if (condition.all) return parts.includes(false) ? false : parts.includes(null) ? null : true
  const one = parts.includes(true) ? true : parts.includes(null) ? null : false
  return condition.any ? one : one === null ? null : !one
}
