/** What is added up. Every metric is one of these, or a ratio of two sums: a ratio is never averaged. */
export const baseSums = [
  ...(['spend', 'impressions', 'clicks', 'conversions', 'value', 'results'] as const),
  ...(['plays3s', 'plays15s', 'thruplays'] as const),
] as const
export type BaseSum = (typeof baseSums)[number]
type VideoSum = 'plays3s' | 'plays15s' | 'thruplays'

/** How a metric is made: a sum, a ratio of two sums (by the hundred or thousand), or a number of people that the platform counted. */
export type MetricFormula =
  | { sum: BaseSum; isWhole?: true }
  | { above: BaseSum; below: BaseSum; times?: number }
  | { people: 'reach' | 'frequency' }

interface MetricDefinition {
  /** As a column is called. */
  title: string
  unit: 'currency' | 'count' | 'percent' | 'ratio'
  formula: MetricFormula
  about: string
}

/** The figures that reports know, in the order in which they are shown. Service, documents, client, command line and dashboard read this. */
const definitions = {
  spend: {
    title: 'Spend',
    unit: 'currency',
    formula: { sum: 'spend' },
    about: "What was spent, in the account's main currency unit.",
  },
  impressions: {
    title: 'Impressions',
    unit: 'count',
    formula: { sum: 'impressions', isWhole: true },
    about: 'How often ads were shown.',
  },
  clicks: {
    title: 'Clicks',
    unit: 'count',
    formula: { sum: 'clicks', isWhole: true },
    about: 'Clicks, as the platform counts.',
  },
  ctr: {
    title: 'CTR',
    unit: 'percent',
    formula: { above: 'clicks', below: 'impressions', times: 100 },
    about: 'Clicks per hundred impressions: 1.5 means 1.5 %.',
  },
  cpm: {
    title: 'CPM',
    unit: 'currency',
    formula: { above: 'spend', below: 'impressions', times: 1000 },
    about: 'Spend per thousand impressions.',
  },
  cpc: { title: 'CPC', unit: 'currency', formula: { above: 'spend', below: 'clicks' }, about: 'Spend per click.' },
  results: {
    title: 'Results',
    unit: 'count',
    formula: { sum: 'results' },
    about: 'What the ad sets were optimised for, counted.',
  },
  costPerResult: {
    title: 'Cost per result',
    unit: 'currency',
    formula: { above: 'spend', below: 'results' },
    about: 'Spend per result.',
  },
  conversions: {
    title: 'Conversions',
    unit: 'count',
    formula: { sum: 'conversions' },
    about: 'Conversions that the platform attributes to the ads.',
  },
  conversionValue: {
    title: 'Conversion value',
    unit: 'currency',
    formula: { sum: 'value' },
    about: 'What those conversions were worth.',
  },
  roas: {
    title: 'ROAS',
    unit: 'ratio',
    formula: { above: 'value', below: 'spend' },
    about: 'Conversion value per spend.',
  },
  reach: {
    title: 'Reach',
    unit: 'count',
    formula: { people: 'reach' },
    about: 'Different people, counted by the platform for exactly the rows asked for.',
  },
  frequency: {
    title: 'Frequency',
    unit: 'ratio',
    formula: { people: 'frequency' },
    about: 'How often each of them saw an ad.',
  },
  cpa: {
    title: 'CPA',
    unit: 'currency',
    formula: { above: 'spend', below: 'conversions' },
    about: 'Spend per conversion.',
  },
  plays3s: {
    title: '3-second plays',
    unit: 'count',
    formula: { sum: 'plays3s', isWhole: true },
    about: 'Plays of at least 3 seconds (2 on platforms that count those); 0 for pictures.',
  },
  plays15s: {
    title: '15-second plays',
    unit: 'count',
    formula: { sum: 'plays15s', isWhole: true },
    about: 'Plays of at least 15 seconds.',
  },
  thruplays: {
    title: 'ThruPlays',
    unit: 'count',
    formula: { sum: 'thruplays', isWhole: true },
    about: 'Plays of at least 15 seconds, or to the end of what is shorter.',
  },
  hookRate: {
    title: 'Hook rate',
    unit: 'percent',
    formula: { above: 'plays3s', below: 'impressions', times: 100 },
    about: '3-second plays per hundred impressions.',
  },
  holdRate: {
    title: 'Hold rate',
    unit: 'percent',
    formula: { above: 'plays15s', below: 'plays3s', times: 100 },
    about: '15-second plays per hundred 3-second plays.',
  },
} satisfies Record<string, MetricDefinition>

export type MetricName = keyof typeof definitions

export const metricNames = Object.keys(definitions) as [MetricName, ...MetricName[]]

export const metricDefinitions: Readonly<Record<MetricName, MetricDefinition>> = definitions

/**
 * Money in the account's main unit, ctr in percent, roas and frequency as plain ratios. null: the platform gives no
 * figure, which is not the same as nothing.
 */
export type Metrics = Record<MetricName, number | null>

/** What a row was counted, money in main units; not every question asks how videos were played. */
export type Counts = Record<Exclude<BaseSum, VideoSum> | 'reach' | 'frequency', number | null> &
  Partial<Record<VideoSum, number | null>>

/** Every metric of a row. `given`: what the platform worked out itself. */
export function metricsFrom(counts: Counts, given: Partial<Metrics> = {}): Metrics {
  const values = metricNames.map((name) => [name, given[name] ?? valueOf(metricDefinitions[name].formula, counts)])
  return Object.fromEntries(values) as Metrics
}

function valueOf(formula: MetricFormula, counts: Counts): number | null {
  if ('people' in formula) return counts[formula.people]
  if ('sum' in formula) return counts[formula.sum] ?? null
  const [above = null, below = null] = [counts[formula.above], counts[formula.below]]
  return above === null || below === null || below === 0 ? null : (above / below) * (formula.times ?? 1)
}

/** The sums that a metric is made of. */
export function sumsBehind(name: MetricName): BaseSum[] {
  const { formula } = metricDefinitions[name]
  if ('people' in formula) return []
  return 'sum' in formula ? [formula.sum] : [formula.above, formula.below]
}

export function isMetric(word: string): word is MetricName {
  return Object.hasOwn(definitions, word)
}

/** People are counted by the platform, so these need its answer. */
export function isAboutPeople(name: string): name is 'reach' | 'frequency' {
  return name === 'reach' || name === 'frequency'
}

/** Always a whole number. */
export function isWhole(name: MetricName): boolean {
  const { formula } = metricDefinitions[name]
  return 'sum' in formula ? formula.isWhole === true : name === 'reach'
}

/** Spend per something: the best ones cost least. */
export function isCost(name: MetricName): boolean {
  const { formula } = metricDefinitions[name]
  return 'above' in formula && formula.above === 'spend'
}

/** What an ad was made for is its own matter, and platforms count it for the day of the ad, hours or days after it. */
export function isOfOutcomes(name: MetricName): boolean {
  return sumsBehind(name).some((sum) => sum === 'conversions' || sum === 'value' || sum === 'results')
}
