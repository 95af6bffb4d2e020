import { metricNames } from '../../../platforms/contract/insights.ts'
import type { MetricName } from '../../../platforms/contract/insights.ts'

/** What is added up. Every metric is one of these, or a ratio of two sums: a ratio is never averaged. */
const baseSums = ['spend', 'impressions', 'clicks', 'conversions', 'value', 'results'] as const
export type BaseSum = (typeof baseSums)[number]

/** The sums behind one row, as far as they were asked for, and the people it reached. */
export type Sums = Record<BaseSum | 'reach' | 'frequency', number | null>

interface Measure {
  name: MetricName
  /** Which sums it is made of. */
  needs: BaseSum[]
  /** Over the row `s` of sums, where money is still in millionths; people come from the row `r`. */
  sql: string
  /** The same for a row that has been read: 50 rows are divided faster here than in the database. */
  of: (sums: Sums) => number | null
  unit: 'currency' | 'count' | 'percent' | 'ratio'
  summable: boolean
  about: string
}

const money = (sum: string) => `${sum} / 1e6::float8`
/** Sums of fractions have crumbs behind the sixth digit. */
const count = (sum: string) => `round(${sum} * 1e6::float8) / 1e6::float8`
const per = (above: string, below: string) => `${above} / nullif(s.${below}, 0)`

const inMainUnits = (micros: number | null) => (micros === null ? null : micros / 1e6)
const withoutCrumbs = (sum: number | null) => (sum === null ? null : Math.round(sum * 1e6) / 1e6)
const divided = (above: number | null, below: number | null) => (above === null || !below ? null : above / below)

const definitions: Record<MetricName, Omit<Measure, 'name'>> = {
  spend: {
    needs: ['spend'],
    sql: money('s.spend'),
    of: ({ spend }) => inMainUnits(spend),
    unit: 'currency',
    summable: true,
    about: "What was spent, in the account's main currency unit.",
  },
  impressions: {
    needs: ['impressions'],
    sql: 's.impressions',
    of: ({ impressions }) => impressions,
    unit: 'count',
    summable: true,
    about: 'How often ads were shown.',
  },
  clicks: {
    needs: ['clicks'],
    sql: 's.clicks',
    of: ({ clicks }) => clicks,
    unit: 'count',
    summable: true,
    about: 'Clicks, as the platform counts.',
  },
  ctr: {
    needs: ['clicks', 'impressions'],
    sql: per('s.clicks * 100::float8', 'impressions'),
    of: ({ clicks, impressions }) => divided(clicks! * 100, impressions),
    unit: 'percent',
    summable: false,
    about: 'Clicks per hundred impressions: 1.5 means 1.5 %.',
  },
  cpm: {
    needs: ['spend', 'impressions'],
    sql: per('s.spend / 1e3::float8', 'impressions'),
    of: ({ spend, impressions }) => divided(spend! / 1e3, impressions),
    unit: 'currency',
    summable: false,
    about: 'Spend per thousand impressions.',
  },
  cpc: {
    needs: ['spend', 'clicks'],
    sql: per(money('s.spend'), 'clicks'),
    of: ({ spend, clicks }) => divided(inMainUnits(spend), clicks),
    unit: 'currency',
    summable: false,
    about: 'Spend per click.',
  },
  results: {
    needs: ['results'],
    sql: count('s.results'),
    of: ({ results }) => withoutCrumbs(results),
    unit: 'count',
    summable: true,
    about: 'What the ad sets were optimised for, counted.',
  },
  costPerResult: {
    needs: ['spend', 'results'],
    sql: per(money('s.spend'), 'results'),
    of: ({ spend, results }) => divided(inMainUnits(spend), results),
    unit: 'currency',
    summable: false,
    about: 'Spend per result.',
  },
  conversions: {
    needs: ['conversions'],
    sql: count('s.conversions'),
    of: ({ conversions }) => withoutCrumbs(conversions),
    unit: 'count',
    summable: true,
    about: 'Conversions that the platform attributes to the ads.',
  },
  conversionValue: {
    needs: ['value'],
    sql: money('s.value'),
    of: ({ value }) => inMainUnits(value),
    unit: 'currency',
    summable: true,
    about: 'What those conversions were worth.',
  },
  roas: {
    needs: ['value', 'spend'],
    sql: per('s.value', 'spend'),
    of: ({ value, spend }) => divided(value, spend),
    unit: 'ratio',
    summable: false,
    about: 'Conversion value per spend.',
  },
  reach: {
    needs: [],
    sql: 'r.reach',
    of: ({ reach }) => reach,
    unit: 'count',
    summable: false,
    about: 'Different people, counted by the platform for exactly the rows asked for.',
  },
  frequency: {
    needs: [],
    sql: 'r.frequency',
    of: ({ frequency }) => frequency,
    unit: 'ratio',
    summable: false,
    about: 'How often each of them saw an ad.',
  },
  cpa: {
    needs: ['spend', 'conversions'],
    sql: per(money('s.spend'), 'conversions'),
    of: ({ spend, conversions }) => divided(inMainUnits(spend), conversions),
    unit: 'currency',
    summable: false,
    about: 'Spend per conversion.',
  },
}

export const measures: Measure[] = metricNames.map((name) => ({ name, ...definitions[name] }))

export function measureOf(name: MetricName): Measure {
  return { name, ...definitions[name] }
}

/** People are counted by the platform, so these need its answer. */
export function isAboutPeople(name: MetricName): name is 'reach' | 'frequency' {
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
  const needed = new Set(metrics.flatMap((name) => definitions[name].needs))
  return [...baseSums.filter((name) => needed.has(name)), ...metrics.filter(isAboutPeople)]
}

export function sumColumns(over: 'days' | 'sums' | 'day', needed: ReadonlySet<BaseSum>): string[] {
  const table = { days: sumsOfDays, sums: sumsOfSums, day: singleDay }[over]
  return baseSums.filter((name) => needed.has(name)).map((name) => `${table[name]} AS ${name}`)
}
