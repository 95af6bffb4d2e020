import { useNavigate, useSearch } from '@tanstack/react-router'
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
  /** Amounts of several currencies do not go into one chart: which it shows. Left out: that of the largest total. */
  currency?: string
  sort?: string
  up: boolean
  page: number
}

const usual: View = {
  platform: '',
  accounts: [],
  range: 'last-30',
  compare: true,
  by: 'campaign',
  metrics: ['spend', 'impressions', 'clicks', 'ctr', 'cpc', 'results', 'costPerResult'],
  chart: 'spend',
  up: false,
  page: 1,
}

/** What the address says. Numbers in it may have been read as such: ids are text. */
function viewIn(search: Record<string, unknown>): View {
  const text = (name: string) => {
    const value = search[name]
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
  }
  const words = (name: string) =>
    text(name)
      ?.split(',')
      .filter((word) => word !== '')
  const [from, to] = [text('from'), text('to')]
  const metrics = words('metrics')
  const isOwnDays = isDay(from) && isDay(to) && from <= to
  return {
    platform: text('platform') ?? usual.platform,
    accounts: words('accounts') ?? usual.accounts,
    range: isOwnDays ? 'days' : (text('range') ?? '') in presets ? (text('range') as Preset) : usual.range,
    ...(isOwnDays ? { from, to } : {}),
    compare: text('compare') !== 'no',
    by: text('by') ?? usual.by,
    metrics: metrics?.length ? metrics : usual.metrics,
    chart: text('chart') ?? metrics?.[0] ?? usual.chart,
    currency: text('currency'),
    sort: text('sort'),
    up: text('order') === 'up',
    page: Math.max(1, Math.trunc(Number(text('page'))) || 1),
  }
}

/** Only what is not usual, so that addresses stay short. */
export function searchOf(view: View): Record<string, string> {
  const all: Record<string, string | undefined> = {
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
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1])))
}

export function daysIn({ range, from, to }: Pick<View, 'range' | 'from' | 'to'>): Days {
  return range === 'days' && from && to ? { from, to } : daysOf(range === 'days' ? (usual.range as Preset) : range)
}

export type Change = (some: Partial<View>) => void

/** The view that the address says, and a way to change it; other rows begin at their first page. */
export function useView(to: '/reports' | '/reports/top-ads'): [View, Change] {
  const view = viewIn(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = (some: Partial<View>) =>
    void navigate({ to, search: searchOf({ ...view, page: 1, ...some }) as never, replace: true })
  return [view, change]
}
