import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { BreakdownReportRequestBy, ReportMetadata } from '../../../../client/src/index.ts'
import { flightdeck } from '../../data/flightdeck.ts'
import type { Days } from './days.ts'
import { groupingOf, nameOf } from './groupings.ts'
import type { NamedRow } from './groupings.ts'
import type { Figures } from './metric.ts'
import type { View } from './view.ts'

/** A row as the page shows it, wherever it comes from. */
export interface Row extends NamedRow {
  currency: string
  figures: Figures
}

export interface Report {
  rows: Row[]
  /** How many there are in all. */
  total: number
  metadata: Partial<ReportMetadata>
}

export const rowsPerPage = 100

type Scope = Pick<View, 'platform' | 'accounts'>

function scopeOf({ platform, accounts }: Scope, { from, to }: Days) {
  return {
    startDate: from,
    endDate: to,
    ...(platform ? { platform } : {}),
    ...(accounts.length > 0 ? { accountIds: accounts.join(',') } : {}),
  }
}

/** What the export takes too, so that a file has the rows of the page. */
export function questionOf(view: View, days: Days) {
  return {
    ...scopeOf(view, days),
    groupBy: view.by,
    metrics: view.metrics.join(','),
    ...(view.sort ? { sortBy: view.sort, sortDirection: view.up ? 'ASC' : 'DESC' } : {}),
  }
}

interface Wanted {
  limit: number
  offset?: number
}

async function askRows(view: View, days: Days, wanted: Wanted): Promise<Report> {
  const { data, metadata, pagination } = await flightdeck.queryReports({ ...questionOf(view, days), ...wanted })
  const rows = data.map((row) => ({
    ...nameOf(view.by, row),
    currency: row.currency,
    figures: row as unknown as Figures,
  }))
  return { rows, total: pagination.total ?? rows.length, metadata }
}

/** Of one account of the primary platform, split by what only the platform can split by. */
async function askBreakdown(view: View, days: Days): Promise<Report & { totals: Row[] }> {
  const by = view.by as BreakdownReportRequestBy
  const asked = { accountId: view.accounts[0]!, startDate: days.from, endDate: days.to }
  const answer = await flightdeck.breakdownReport({ ...asked, by, metrics: view.metrics.join(',') })
  const { currency, timeZone, missing } = answer.metadata
  const rows = answer.data.map((row) => {
    const label = String(row[by] ?? '–')
    return { key: label, label, detail: '', currency, figures: row as unknown as Figures }
  })
  const total: Row = {
    key: 'total',
    label: 'Total',
    detail: '',
    currency,
    figures: answer.totals as unknown as Figures,
  }
  const notes = missing.map(({ metrics, reason }) => `${metrics.join(', ')}: ${reason}`)
  return { rows, totals: [total], total: rows.length, metadata: { currency, timeZone, notes, source: 'platform' } }
}

export function useRows(view: View, days: Days, wanted: Wanted & { enabled?: boolean }) {
  const { enabled = true, ...page } = wanted
  const isLive = groupingOf(view.by)?.source === 'breakdown'
  const { platform, accounts, by, metrics, sort, up } = view
  return useQuery({
    queryKey: ['reports', 'rows', { platform, accounts, by, metrics, days }, isLive || { sort, up, ...page }],
    enabled: enabled && (!isLive || accounts.length === 1),
    placeholderData: keepPreviousData,
    queryFn: (): Promise<Report & { totals?: Row[] }> =>
      isLive ? askBreakdown(view, days) : askRows(view, days, page),
  })
}

/** One row for each currency: currencies are never added up. */
export function useTotals(view: View, days: Days, enabled = true) {
  const { platform, accounts, metrics } = view
  return useQuery({
    queryKey: ['reports', 'totals', { platform, accounts, metrics, days }],
    enabled,
    placeholderData: keepPreviousData,
    queryFn: () => askRows({ ...view, by: 'currency', sort: undefined }, days, { limit: 100 }),
  })
}

/** One figure, day by day. */
export function useSeries(view: View, days: Days, enabled = true) {
  const { platform, accounts, chart } = view
  return useQuery({
    queryKey: ['reports', 'series', { platform, accounts, chart, days }],
    enabled,
    placeholderData: keepPreviousData,
    queryFn: () => askRows({ ...view, by: 'day', metrics: [chart], sort: undefined }, days, { limit: 1000 }),
  })
}
