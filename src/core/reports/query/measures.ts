import { metricNames } from '../../../platforms/contract/insights.ts'
import type { MetricName } from '../../../platforms/contract/insights.ts'

/** What is added up. Every metric is one of these, or a ratio of two sums: a ratio is never averaged. */
const baseSums = ['spend', 'impressions', 'clicks', 'conversions', 'value', 'results'] as const
export type BaseSum = (typeof baseSums)[number]

/** The sums behind one row, as far as they were asked for, and the people it reached. */
export type Sums = Record<BaseSum | 'reach' | 'frequency', number | null>

/** How a metric is made: a sum, a ratio of two sums, or a number of people that the platform counted. */
type Formula =
  | { sum: BaseSum; as: 'plain' | 'money' | 'fraction' }
  | { above: BaseSum; below: BaseSum; times?: number; over?: number }
  | { people: 'reach' | 'frequency' }

interface Definition {
  formula: Formula
  unit: 'currency' | 'count' | 'percent' | 'ratio'
  about: string
}

/** Money is kept in millionths. */
const millionths = 1e6

const definitions: Record<MetricName, Definition> = {
  spend: {
    formula: { sum: 'spend', as: 'money' },
    unit: 'currency',
    about: "What was spent, in the account's main currency unit.",
  },
  impressions: { formula: { sum: 'impressions', as: 'plain' }, unit: 'count', about: 'How often ads were shown.' },
  clicks: { formula: { sum: 'clicks', as: 'plain' }, unit: 'count', about: 'Clicks, as the platform counts.' },
  ctr: {
    formula: { above: 'clicks', times: 100, below: 'impressions' },
    unit: 'percent',
    about: 'Clicks per hundred impressions: 1.5 means 1.5 %.',
  },
  cpm: {
    formula: { above: 'spend', over: millionths / 1000, below: 'impressions' },
    unit: 'currency',
    about: 'Spend per thousand impressions.',
  },
  cpc: {
    formula: { above: 'spend', over: millionths, below: 'clicks' },
    unit: 'currency',
    about: 'Spend per click.',
  },
  results: {
    formula: { sum: 'results', as: 'fraction' },
    unit: 'count',
    about: 'What the ad sets were optimised for, counted.',
  },
  costPerResult: {
    formula: { above: 'spend', over: millionths, below: 'results' },
    unit: 'currency',
    about: 'Spend per result.',
  },
  conversions: {
    formula: { sum: 'conversions', as: 'fraction' },
    unit: 'count',
    about: 'Conversions that the platform attributes to the ads.',
  },
  conversionValue: {
    formula: { sum: 'value', as: 'money' },
    unit: 'currency',
    about: 'What those conversions were worth.',
  },
  roas: { formula: { above: 'value', below: 'spend' }, unit: 'ratio', about: 'Conversion value per spend.' },
  reach: {
    formula: { people: 'reach' },
    unit: 'count',
    about: 'Different people, counted by the platform for exactly the rows asked for.',
  },
  frequency: { formula: { people: 'frequency' }, unit: 'ratio', about: 'How often each of them saw an ad.' },
  cpa: {
    formula: { above: 'spend', over: millionths, below: 'conversions' },
    unit: 'currency',
    about: 'Spend per conversion.',
  },
}

interface Measure extends Pick<Definition, 'unit' | 'about'> {
  name: MetricName
  /** Which sums it is made of. */
  needs: BaseSum[]
  /** Whether values of several rows may be added up. */
  summable: boolean
  /** Over the row `s` of sums, where money is still in millionths; people come from the row `r`. */
  sql: string
  /** The same for a row that has been read: 50 rows are divided faster here than in the database. */
  of: (sums: Sums) => number | null
  /** The same of what it needs, one after the other; NaN is unknown. For those who ask it very often. */
  ofNumbers: (first: number, second: number) => number
}

export const measures: Measure[] = metricNames.map(measureOf)

export function measureOf(name: MetricName): Measure {
  const { formula, unit, about } = definitions[name]
  const summable = 'sum' in formula
  const ofNumbers = madeOf(formula)
  const of = readerOf(formula, ofNumbers)
  return { name, unit, about, summable, needs: needsOf(formula), sql: sqlOf(formula), of, ofNumbers }
}

/** A metric over sums that stand elsewhere than in a row `s`; people come from the row `r` all the same. */
export function metricSql(name: MetricName, column: (sum: BaseSum) => string): string {
  return sqlOf(definitions[name].formula, column)
}

function sqlOf(formula: Formula, column = (sum: BaseSum) => `s.${sum}`): string {
  if ('people' in formula) return `r.${formula.people}`
  if ('above' in formula) {
    const { times, over } = formula
    const [above, below] = [column(formula.above), column(formula.below)]
    const scaled = times ? `${above} * ${times}::float8` : over ? `${above} / ${over}::float8` : above
    return `${scaled} / nullif(${below}, 0)`
  }
  const { as } = formula
  const sum = column(formula.sum)
  if (as === 'money') return `${sum} / ${millionths}::float8`
  // Sums of fractions have crumbs behind the sixth digit.
  return as === 'fraction' ? `round(${sum} * 1e6::float8) / 1e6::float8` : sum
}

function madeOf(formula: Formula): Measure['ofNumbers'] {
  if ('above' in formula) {
    const { times = 1, over = 1 } = formula
    return (upper, lower) => (lower === 0 ? NaN : (upper * times) / over / lower)
  }
  if ('people' in formula || formula.as === 'plain') return (sum) => sum
  return formula.as === 'money' ? (sum) => sum / millionths : (sum) => Math.round(sum * 1e6) / 1e6
}

function readerOf(formula: Formula, made: Measure['ofNumbers']): Measure['of'] {
  if ('people' in formula) return (sums) => sums[formula.people]
  const { first, second } =
    'sum' in formula ? { first: formula.sum, second: formula.sum } : { first: formula.above, second: formula.below }
  return (sums) => {
    const value = made(sums[first] ?? NaN, sums[second] ?? NaN)
    return Number.isNaN(value) ? null : value
  }
}

function needsOf(formula: Formula): BaseSum[] {
  if ('people' in formula) return []
  return 'sum' in formula ? [formula.sum] : [formula.above, formula.below]
}

/** People are counted by the platform, so these need its answer. */
export function isAboutPeople(name: string): name is 'reach' | 'frequency' {
  return name === 'reach' || name === 'frequency'
}

/** Over the rows `d` of the daily table. A figure that one row lacks is unknown for the whole sum: NaN carries that along. */
const sumsOfDays: Record<BaseSum, string> = {
  spend: 'sum(d.spend_micros)::bigint',
  impressions: 'sum(d.impressions)::bigint',
  clicks: 'sum(d.clicks)::bigint',
  conversions: unlessUnknown('d.conversions'),
  value: unlessUnknown('d.conversion_value_micros::float8'),
  results: unlessUnknown('d.results'),
}

/** Over sums `x` that are added up once more. */
const sumsOfSums: Record<BaseSum, string> = {
  spend: 'sum(x.spend)::bigint',
  impressions: 'sum(x.impressions)::bigint',
  clicks: 'sum(x.clicks)::bigint',
  conversions: unlessUnknown('x.conversions'),
  value: unlessUnknown('x.value'),
  results: unlessUnknown('x.results'),
}

/** One row of the daily table as it is. */
const singleDay: Record<BaseSum, string> = {
  spend: 'd.spend_micros',
  impressions: 'd.impressions',
  clicks: 'd.clicks',
  conversions: 'd.conversions',
  value: 'd.conversion_value_micros::float8',
  results: 'd.results',
}

function unlessUnknown(column: string): string {
  return `nullif(sum(coalesce(${column}, 'NaN')), 'NaN')`
}

/** The columns of a row that its metrics are made of. */
export function sumNames(metrics: readonly MetricName[]): (keyof Sums)[] {
  const needed = new Set(metrics.flatMap((name) => needsOf(definitions[name].formula)))
  return [...baseSums.filter((name) => needed.has(name)), ...metrics.filter(isAboutPeople)]
}

export function sumColumns(over: 'days' | 'sums' | 'day', needed: ReadonlySet<BaseSum>): string[] {
  const table = { days: sumsOfDays, sums: sumsOfSums, day: singleDay }[over]
  return baseSums.filter((name) => needed.has(name)).map((name) => `${table[name]} AS ${name}`)
}
