import type {
  BreakdownReportReply,
  BreakdownReportRequestBy,
  MetricName,
  QueryReportsReply,
  ReportGroup,
  ReportMetadata,
} from '../../../../client/src/index.ts'
import { useBreakdown, useReport } from '../../data/reports.ts'
import type { Days } from './days.ts'
import { groupingOf, nameOf } from './groupings.ts'
import type { NamedRow } from './groupings.ts'
import type { Figures } from './metric.ts'
import type { View } from './view.ts'
import { t } from '../../languages/t.ts'

/** A row as the page shows it, wherever it comes from. */
export interface Row extends NamedRow {
  currency: string
  figures: Figures
}

export interface Report {
  rows: Row[]
  /** How many there are in all. */
  total: number
  /** Of the platform's own split. */
  totals?: Row[]
  metadata: Partial<ReportMetadata>
}

export const rowsPerPage = 100

type Scope = Pick<View, 'platform' | 'accounts'>

export function scopeOf({ platform, accounts }: Scope, { from, to }: Days) {
  return {
    startDate: from,
    endDate: to,
    ...(platform ? { platform } : {}),
    ...(accounts.length > 0 ? { accountIds: accounts.join(',') } : {}),
  }
}

/** An address may say anything: the service refuses what is no figure. */
const metricsOf = ({ metrics }: Pick<View, 'metrics'>) => metrics as MetricName[]

/** What the export takes too, so that a file has the rows of the page. */
export function questionOf(view: View, days: Days) {
  return {
    ...scopeOf(view, days),
    groupBy: view.by as ReportGroup,
    metrics: metricsOf(view),
    ...(view.isConverted ? { currency: 'company' } : {}),
    ...(view.sort ? { sortBy: view.sort, sortDirection: view.up ? 'ASC' : 'DESC' } : {}),
  }
}

interface Wanted {
  limit: number
  offset?: number
}

const rowsBy =
  (by: string) =>
  ({ data, metadata, pagination }: QueryReportsReply): Report => {
    const rows = data.map((row) => ({
      ...nameOf(by, row),
      currency: row.currency,
      figures: row as unknown as Figures,
    }))
    return { rows, total: pagination.total ?? rows.length, metadata }
  }

const partsBy =
  (by: BreakdownReportRequestBy) =>
  ({ data, totals, metadata }: BreakdownReportReply): Report => {
    const { currency, timeZone, missing } = metadata
    const named = (label: string, row: unknown): Row => {
      return { key: label, label, detail: '', currency, figures: row as Figures }
    }
    const rows = data.map((row) => named(String(row[by] ?? '–'), row))
    const notes = missing.map(({ metrics, reason }) => `${metrics.join(', ')}: ${reason}`)
    return {
      ...{ rows, totals: [named(t('Total'), totals)], total: rows.length },
      metadata: { currency, timeZone, notes, source: 'platform' },
    }
  }

export function useRows(view: View, days: Days, wanted: Wanted & { enabled?: boolean }) {
  const { enabled = true, ...page } = wanted
  const isLive = groupingOf(view.by)?.source === 'breakdown'
  const kept = useReport({ ...questionOf(view, days), ...page }, { enabled: enabled && !isLive, read: rowsBy(view.by) })
  const by = view.by as BreakdownReportRequestBy
  const [accountId = '', other] = view.accounts
  const live = useBreakdown(
    { accountId, startDate: days.from, endDate: days.to, by, metrics: metricsOf(view) },
    { enabled: enabled && isLive && accountId !== '' && other === undefined, read: partsBy(by) },
  )
  return isLive ? live : kept
}

/** One row for each currency: currencies are never added up. */
export function useTotals(view: View, days: Days, enabled = true) {
  const asked = questionOf({ ...view, by: 'currency', sort: undefined }, days)
  return useReport({ ...asked, limit: 100 }, { enabled, read: rowsBy('currency') })
}

/** Countries and searches stay in the currencies of their accounts. */
const isConvertible = ({ by }: View) => groupingOf(by)?.source === 'query' && by !== 'country' && by !== 'searchTerm'

interface OneNumber {
  view: View
  currencies: string[]
  /** Until these are answered nobody knows which it is: amounts whose currency changes while they are read would be read wrong. */
  asked: { isPending: boolean; isPlaceholderData: boolean }[]
}

/** The view in one currency, where accounts have several, each day's rate is known, and nobody chose one of them. */
export function useOneNumber(view: View, days: Days): OneNumber {
  const able = isConvertible(view)
  const each = useTotals(view, days, able)
  const currencies = (each.data?.rows ?? []).map(({ currency }) => currency)
  const converted = { ...view, isConverted: true }
  const isWanted = able && currencies.length > 1 && view.currency === undefined
  const one = useTotals(converted, days, isWanted)
  const isKnown = isWanted && one.data?.rows.length === 1 && !one.data.metadata.missing?.some(lacksAmounts)
  const asked = [...(able ? [each] : []), ...(isWanted ? [one] : [])]
  return { view: isKnown ? converted : view, currencies, asked }
}

/** Whether there was no rate: its amounts are unknown, and nothing else. */
const lacksAmounts = ({ metrics }: { metrics?: string[] }) => metrics?.includes('spend') ?? false

/** One figure, day by day. */
export function useSeries(view: View, days: Days, enabled = true) {
  const asked = questionOf({ ...view, by: 'day', metrics: [view.chart], sort: undefined }, days)
  return useReport({ ...asked, limit: 1000 }, { enabled, read: rowsBy('day') })
}
