import type { z } from 'zod'
import type { ResultsByType } from '../../../platforms/contract/insights.ts'
import type { MetricName, Metrics } from '../../../platforms/contract/metrics.ts'
import { missingResults } from './breakdown-results.ts'
import { amountsIn } from './in-currency.ts'
import { nothing, restOf, together } from './parts.ts'
import type { SplitRow } from './parts.ts'
import { openReport } from './request.ts'
import type { BreakdownMetadata, BreakdownRequest, LiveContext, LiveDeps } from './request.ts'

type Figures = Partial<Metrics> & { resultsByType?: ResultsByType }

export interface Breakdown {
  /** Each with the value of what it was split by. */
  rows: { value: string; figures: Figures }[]
  totals: Figures
  /** The account as a whole, and what of it stands in none of the rows. */
  account: Figures
  rest: Figures
  metadata: z.output<typeof BreakdownMetadata>
}

/** The account's figures split by something, the most expensive first, and their totals. */
export async function breakdown(deps: LiveDeps, context: LiveContext, request: BreakdownRequest): Promise<Breakdown> {
  const { accountId, range, by, metrics, only } = request
  const report = await openReport(deps, context, accountId)
  const ranges = [range]
  const [amounts, found, whole] = await Promise.all([
    amountsIn(deps, context.company, report, request),
    report.insights({ ranges, by }),
    // People and ratios of the whole cannot be worked out from the parts: the platform is asked for them.
    report.insights({ ranges }),
  ])
  const kept = found
    .filter((row) => !only || only.includes(row.by ?? ''))
    .sort((a, b) => (b.metrics.spend ?? 0) - (a.metrics.spend ?? 0))
    .map((row) => amounts.convert(row, row.by))
  const account: SplitRow = whole[0] ? amounts.convert(whole[0]) : nothing
  const total = only ? together(kept) : account
  const rest = restOf(account, kept)
  const missing = [...missingResults([...kept, total], metrics), ...amounts.missing]
  const conversion = amounts.shown ? { conversion: amounts.shown } : {}
  return {
    rows: kept.map((row) => ({ value: row.by ?? 'unknown', figures: pick(row, metrics) })),
    totals: pick(total, metrics),
    account: pick(account, metrics),
    rest: pick(rest, metrics),
    metadata: { ...report.metadata, currency: amounts.currency, ...conversion, missing },
  }
}

function pick({ metrics, resultsByType }: SplitRow, names: MetricName[]): Figures {
  const figures: Partial<Metrics> = Object.fromEntries(names.map((name) => [name, metrics[name]]))
  return names.includes('results') ? { ...figures, resultsByType } : figures
}
