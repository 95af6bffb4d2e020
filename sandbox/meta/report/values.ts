import { reachOf } from './totals.ts'
import type { Totals } from './totals.ts'
import { currencyOf } from '../campaigns/money.ts'

interface Action {
  action_type: string
  value: string
  [window: string]: string
}

/** How the row is to be shown. */
export interface Showing {
  currency: string
  /** Attribution windows that were asked for, beside the default. */
  windows: string[]
  /** Reach is not known by the hour, nor for parts of what is long ago. */
  hidesReach: boolean
}

type Reader = (totals: Totals, showing: Showing) => unknown

export function readInsight(field: string, totals: Totals, showing: Showing): unknown {
  return readers[field]?.(totals, showing)
}

/** As a number, for filters and order. */
export function insightNumber(field: string, totals: Totals, showing: Showing): number | undefined {
  const value = readInsight(field, totals, showing)
  return typeof value === 'string' ? Number(value) : undefined
}

function money(minor: number, currency: string): string {
  return currencyOf(currency).offset === 1 ? String(minor) : (minor / 100).toFixed(2)
}

function major(minor: number, currency: string): number {
  return minor / currencyOf(currency).offset
}

/** Left out when there is nothing to divide by. */
function ratio(above: number, below: number): string | undefined {
  return below > 0 ? (above / below).toFixed(6) : undefined
}

const shownReach: Reader = (totals, { hidesReach }) => (hidesReach ? undefined : String(reachOf(totals)))

const readers: Record<string, Reader> = {
  impressions: ({ counts }) => String(counts.impressions),
  clicks: ({ counts }) => String(counts.clicks),
  spend: ({ counts }, { currency }) => money(counts.spend, currency),
  reach: shownReach,
  frequency: (totals, { hidesReach }) => (hidesReach ? undefined : ratio(totals.counts.impressions, reachOf(totals))),
  ctr: ({ counts }) => ratio(counts.clicks * 100, counts.impressions),
  cpc: ({ counts }, { currency }) => ratio(major(counts.spend, currency), counts.clicks),
  cpm: ({ counts }, { currency }) => ratio(major(counts.spend, currency) * 1000, counts.impressions),
  cpp: (totals, { currency, hidesReach }) =>
    hidesReach ? undefined : ratio(major(totals.counts.spend, currency) * 1000, reachOf(totals)),
  inline_link_clicks: ({ counts }) => String(counts.linkClicks),
  inline_link_click_ctr: ({ counts }) => ratio(counts.linkClicks * 100, counts.impressions),
  cost_per_inline_link_click: ({ counts }, { currency }) => ratio(major(counts.spend, currency), counts.linkClicks),
  inline_post_engagement: ({ counts }) => String(counts.engagements),
  unique_clicks: (totals) => String(uniqueClicks(totals)),
  unique_ctr: (totals) => ratio(uniqueClicks(totals) * 100, reachOf(totals)),
  cost_per_unique_click: (totals, { currency }) => ratio(major(totals.counts.spend, currency), uniqueClicks(totals)),
  outbound_clicks: ({ counts }, showing) => list([['outbound_click', counts.linkClicks]], showing),
  actions: (totals, showing) => list(actionCounts(totals), showing),
  action_values: ({ counts }, showing) => values(counts.value, showing),
  cost_per_action_type: (totals, { currency }) => costs(totals, currency),
  purchase_roas: (totals, { currency }) => roas('omni_purchase', totals, currency),
  website_purchase_roas: (totals, { currency }) => roas('offsite_conversion.fb_pixel_purchase', totals, currency),
  video_15_sec_watched_actions: ({ counts }, showing) => list([['video_view', counts.plays15s]], showing),
  video_thruplay_watched_actions: ({ counts }, showing) => list([['video_view', counts.thruplays]], showing),
  results: (totals) => results(totals),
  cost_per_result: (totals, { currency }) => costPerResult(totals, currency),
}

/** People who clicked more than once count once. */
function uniqueClicks(totals: Totals): number {
  const { clicks, impressions } = totals.counts
  return Math.min(clicks, Math.ceil(clicks * (0.5 + (0.5 * reachOf(totals)) / Math.max(1, impressions))))
}

/** The kinds of purchase contain each other: they must never be added up. */
function actionCounts({ counts }: Totals): [string, number][] {
  return [
    ['link_click', counts.linkClicks],
    ['landing_page_view', counts.landingPageViews],
    ['post_engagement', counts.engagements],
    ['page_engagement', counts.engagements],
    ['video_view', counts.plays3s],
    ['add_to_cart', counts.addsToCart],
    ['omni_purchase', counts.purchases],
    ['purchase', counts.purchases],
    ['offsite_conversion.fb_pixel_purchase', counts.pixelPurchases],
    ['lead', counts.leads],
    ['offsite_conversion.fb_pixel_lead', counts.leads],
    ['mobile_app_install', counts.installs],
    ['omni_app_install', counts.installs],
  ]
}

const windowShares: Record<string, number> = {
  '1d_click': 0.6,
  '7d_click': 0.8,
  '28d_click': 0.8,
  '1d_view': 0.2,
  '1d_ev': 0,
}

export const attributionWindows: ReadonlySet<string> = new Set([...Object.keys(windowShares), 'default', 'dda'])

/** `7d_click` and `1d_view` together make the default value. */
function byWindow(amount: number, window: string): number {
  const clicked = Math.round(amount * 0.8)
  if (window === '1d_view') return amount - clicked
  if (window === '1d_click') return Math.round(amount * 0.6)
  return window === '1d_ev' ? 0 : clicked
}

function list(entries: [string, number][], { windows }: Showing): Action[] | undefined {
  const shown = entries.filter(([, count]) => count > 0)
  if (shown.length === 0) return undefined
  return shown.map(([type, count]) => {
    const split = windows
      .filter((window) => window in windowShares)
      .map((window) => [window, String(byWindow(count, window))])
    return { action_type: type, value: String(count), ...(Object.fromEntries(split) as object) }
  })
}

function values(minor: number, { currency, windows }: Showing): Action[] | undefined {
  if (minor === 0) return undefined
  return ['omni_purchase', 'purchase', 'offsite_conversion.fb_pixel_purchase'].map((type) => {
    const split = windows
      .filter((window) => window in windowShares)
      .map((window) => [window, money(byWindow(minor, window), currency)])
    return { action_type: type, value: money(minor, currency), ...(Object.fromEntries(split) as object) }
  })
}

function costs(totals: Totals, currency: string): object[] | undefined {
  const spend = major(totals.counts.spend, currency)
  const shown = actionCounts(totals).filter(([, count]) => count > 0)
  if (shown.length === 0) return undefined
  return shown.map(([type, count]) => ({ action_type: type, value: ratio(spend, count) }))
}

function roas(type: string, { counts }: Totals, currency: string): object[] | undefined {
  if (counts.value === 0 || counts.spend === 0) return undefined
  return [{ action_type: type, value: ratio(major(counts.value, currency), major(counts.spend, currency)) }]
}

function resultCounts(totals: Totals): [string, number][] {
  return [...totals.results].map(([indicator, count]) => [indicator, indicator === 'reach' ? reachOf(totals) : count])
}

function results(totals: Totals): object[] {
  return resultCounts(totals).map(([indicator, count]) => ({
    indicator,
    ...(count > 0 ? { values: [{ value: String(count), attribution_windows: ['default'] }] } : {}),
  }))
}

/** Only a row with one kind of result has a cost of it. */
function costPerResult(totals: Totals, currency: string): object[] | undefined {
  const [first, second] = resultCounts(totals)
  if (!first || second) return undefined
  const [indicator, count] = first
  const cost = ratio(major(totals.counts.spend, currency) * (indicator === 'reach' ? 1000 : 1), count)
  return [{ indicator, ...(cost ? { values: [{ value: cost, attribution_windows: ['default'] }] } : {}) }]
}
