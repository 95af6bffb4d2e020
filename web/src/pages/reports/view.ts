import type { ReportSearch } from '../../app/search.ts'
import { daysOf, isDay, presets } from './days.ts'
import type { Days, Preset } from './days.ts'

/** What a report shows. All of it stands in the address, so that a link opens the same again. */
export interface View {
  platform: string
  accounts: string[]
  /** `days`: those of from and to. */
  range: Preset | 'days'
  from?: string
  to?: string
  compare: boolean
  by: string
  metrics: string[]
  /** The figure that the chart shows, and that rows are put in order by unless another is chosen. */
  chart: string
  /** Where accounts have several currencies: of which the charts are, with a total for each. Left out: one number, where it is known. */
  currency?: string
  /** Amounts of all accounts are in the company's currency. Nobody chooses it: it is so where the rates are known. */
  isConverted?: boolean
  sort?: string
  up: boolean
  page: number
}

const usual: View = {
  platform: '',
  accounts: [],
  range: 'last-7',
  compare: true,
  by: 'campaign',
  metrics: ['spend', 'impressions', 'ctr', 'cpc', 'results', 'costPerResult', 'roas'],
  chart: 'spend',
  up: false,
  page: 1,
}

/** What the address says; the usual where it says nothing. */
export function viewIn(search: ReportSearch): View {
  const words = (list = '') => list.split(',').filter((word) => word !== '')
  const { from, to, range = '' } = search
  const metrics = words(search.metrics)
  const isOwnDays = isDay(from) && isDay(to) && from <= to
  return {
    platform: search.platform ?? usual.platform,
    accounts: words(search.accounts),
    range: isOwnDays ? 'days' : range in presets ? (range as Preset) : usual.range,
    ...(isOwnDays ? { from, to } : {}),
    compare: search.compare !== 'no',
    by: search.by ?? usual.by,
    metrics: metrics.length > 0 ? metrics : usual.metrics,
    chart: search.chart ?? metrics[0] ?? usual.chart,
    currency: search.currency,
    sort: search.sort,
    up: search.order === 'up',
    page: Math.max(1, Math.trunc(Number(search.page)) || 1),
  }
}

/** Only what is not usual, so that addresses stay short. */
export function searchOf(view: View): ReportSearch {
  const all: ReportSearch = {
    platform: view.platform,
    accounts: view.accounts.join(','),
    range: view.range === 'days' || view.range === usual.range ? '' : view.range,
    from: view.range === 'days' ? view.from : '',
    to: view.range === 'days' ? view.to : '',
    compare: view.compare ? '' : 'no',
    by: view.by === usual.by ? '' : view.by,
    metrics: view.metrics.join(',') === usual.metrics.join(',') ? '' : view.metrics.join(','),
    chart: view.chart === (view.metrics[0] ?? usual.chart) ? '' : view.chart,
    currency: view.currency,
    sort: view.sort,
    order: view.up ? 'up' : '',
    page: view.page > 1 ? String(view.page) : '',
  }
  return Object.fromEntries(Object.entries(all).filter(([, word]) => word))
}

export function daysIn({ range, from, to }: Pick<View, 'range' | 'from' | 'to'>): Days {
  return range === 'days' && from && to ? { from, to } : daysOf(range === 'days' ? (usual.range as Preset) : range)
}

export type Change = (some: Partial<View>) => void
