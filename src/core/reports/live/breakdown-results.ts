import { z } from 'zod'
import type { InsightsRow } from '../../../platforms/contract/insights.ts'
import { metricNames, sumsBehind } from '../../../platforms/contract/metrics.ts'
import type { MetricName } from '../../../platforms/contract/metrics.ts'

/** Figures that rows lack, and why. */
export const MissingMetrics = z
  .object({
    metrics: z.array(z.string()).meta({ description: 'Which figures.' }),
    reason: z.string().meta({ description: 'Why rows or totals lack them.' }),
  })
  .meta({ id: 'MissingMetrics' })
export type MissingMetrics = z.output<typeof MissingMetrics>

const madeOfResults = metricNames.filter((name) => sumsBehind(name).includes('results'))

const people =
  'Some ad sets are optimised for reach, and the people they met cannot be added to the results of others: resultsByType has each.'
const notGiven = 'The platform gives no results for some rows.'

/** Why rows have no results, for those who asked for them. */
export function missingResults(
  rows: Pick<InsightsRow, 'metrics' | 'resultsByType'>[],
  asked: MetricName[],
): MissingMetrics[] {
  const metrics = madeOfResults.filter((name) => asked.includes(name))
  const without = rows.filter((row) => row.metrics.results === null && row.metrics.impressions !== null)
  if (metrics.length === 0 || without.length === 0) return []
  const countsPeople = rows.some(({ resultsByType }) => 'reach' in resultsByType)
  const gaveNone = without.some(({ resultsByType }) => Object.keys(resultsByType).length === 0)
  return [...(countsPeople ? [people] : []), ...(gaveNone ? [notGiven] : [])].map((reason) => ({ metrics, reason }))
}
