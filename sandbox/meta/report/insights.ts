import { daysBetween, localTime } from '../../core/figures/account-days.ts'
import { splitCell } from './breakdowns.ts'
import type { Values } from './breakdowns.ts'
import type { GraphCall } from '../call.ts'
import { createDelivery } from './delivery.ts'
import { refusal } from '../errors.ts'
import type { World } from '../world.ts'
import type { DateRange } from './dates.ts'
import type { InsightLevel, InsightQuery } from './query.ts'
import { addPart, emptyTotals, mergeTotals } from './totals.ts'
import type { Totals } from './totals.ts'
import { insightNumber, readInsight } from './values.ts'
import type { Showing } from './values.ts'
import type { Account, Ad, AdSet, Campaign, GraphObject } from '../campaigns/objects.ts'
import { adEffectiveStatus, adSetEffectiveStatus, campaignEffectiveStatus } from '../campaigns/status.ts'

/** A row before it is shown. */
export interface InsightRow {
  slice: DateRange
  values: Values
  totals: Totals
  /** One of the ads behind it, for names and ids. */
  ad: Ad
}

export interface InsightResult {
  rows: InsightRow[]
  /** Of all rows; counted only when a summary is asked for. */
  all: Totals
}

/** Adds up what the ads of an object did, row by row. */
export function computeInsights(
  world: World,
  account: Account,
  target: GraphObject,
  query: InsightQuery,
): InsightResult {
  const result: InsightResult = { rows: [], all: emptyTotals() }
  if (query.isEmpty) return result
  const delivery = createDelivery(world, account)
  const seed = world.context.seed()
  const today = localTime(world.now(), account.timezone_name).day
  const ads = adsOf(world, account, target).filter((ad) => isShown(world, target, query, ad))
  for (const slice of query.slices) {
    const rows = new Map<string, InsightRow>()
    const days = daysBetween(slice.since, slice.until < today ? slice.until : today)
    for (const ad of ads)
      for (const day of days) {
        const cell = delivery.cell(ad, day)
        if (!cell) continue
        for (const part of splitCell(cell, query.breakdowns, seed)) {
          const key = [objectAt(query.level, ad), ...Object.values(part.values)].join('|')
          const row = rows.get(key) ?? { slice, values: part.values, totals: emptyTotals(), ad }
          rows.set(key, row)
          addPart(row.totals, cell, part)
        }
        if (query.summary.length > 0) addPart(result.all, cell, { values: {}, ...cell })
      }
    result.rows.push(...rows.values())
  }
  const kept = arrange(result.rows, query, showingOf(account, query))
  // A summary is about the rows that are there: those that a filter took out do not count.
  const all = kept.length < result.rows.length ? mergeTotals(kept.map(({ totals }) => totals)) : result.all
  return { rows: kept, all }
}

function adsOf(world: World, account: Account, target: GraphObject): Ad[] {
  if (target.id === account.id) return world.ads.lookup('account', account.account_id)
  const ad = world.ads.get(target.id)
  if (ad) return [ad]
  return world.adsets.get(target.id) ? world.ads.lookup('adset', target.id) : world.ads.lookup('campaign', target.id)
}

export function objectAt(level: InsightLevel, ad: Ad): string {
  if (level === 'account') return ad.account_id
  if (level === 'campaign') return ad.campaign_id
  return level === 'adset' ? ad.adset_id : ad.id
}

/** Rows of what is archived or deleted come only when asked for; its numbers stay in what is above it. */
function isShown(world: World, target: GraphObject, query: InsightQuery, ad: Ad): boolean {
  if (query.level !== 'account' && world.settings().unlistedAds.includes(ad.id)) return false
  const fieldOf = (field: string) => objectField(world, ad, field)
  if (!query.objectConditions.every(({ field, test }) => test(fieldOf(field)))) return false
  const asksForStatus = query.objectConditions.some(({ field }) => field.endsWith('effective_status'))
  if (query.level === 'account' || asksForStatus || objectAt(query.level, ad) === target.id) return true
  const status = fieldOf(`${query.level}.effective_status`)
  return status !== 'DELETED' && status !== 'ARCHIVED'
}

function objectField(world: World, ad: Ad, field: string): unknown {
  const [kind, name = ''] = field.split('.')
  const adset = world.adsets.get(ad.adset_id)
  const campaign = world.campaigns.get(ad.campaign_id)
  const isStatus = name === 'effective_status'
  if (kind === 'ad') return isStatus ? adEffectiveStatus(world, ad) : ad[name]
  if (kind === 'adset') return isStatus && adset ? adSetEffectiveStatus(world, adset) : adset?.[name]
  return isStatus && campaign ? campaignEffectiveStatus(campaign) : campaign?.[name]
}

export function showingOf(account: Account, query: InsightQuery): Showing {
  return { currency: account.currency, windows: query.windows, hidesReach: query.hidesReach }
}

function arrange(rows: InsightRow[], query: InsightQuery, showing: Showing): InsightRow[] {
  const valueOf = (row: InsightRow, field: string): string | number =>
    insightNumber(field, row.totals, showing) ??
    row.values[field] ??
    (field === 'date_start' ? row.slice.since : row.slice.until)
  const kept = rows.filter((row) => query.rowConditions.every(({ field, test }) => test(valueOf(row, field))))
  const { sort } = query
  if (!sort) return kept
  return kept.sort((one, other) => {
    const [a, b] = [valueOf(one, sort.field), valueOf(other, sort.field)]
    if (a === b) return 0
    return sort.sign * (a < b ? -1 : 1)
  })
}

/** The row as the wire shows it: every number is a string, and both dates are always there. */
export function renderRow(
  { world }: Pick<GraphCall, 'world'>,
  row: InsightRow,
  account: Account,
  query: InsightQuery,
): Record<string, unknown> {
  const known = identity(world, row, account, query)
  const shown: Record<string, unknown> = {}
  for (const field of query.fields) {
    const value = known[field] ?? readInsight(field, row.totals, showingOf(account, query))
    if (value !== undefined) shown[field] = value
  }
  return { ...shown, date_start: row.slice.since, date_stop: row.slice.until, ...row.values }
}

/** What a row is about; unknown above the level that was asked for. */
function identity(world: World, row: InsightRow, account: Account, query: InsightQuery): Record<string, unknown> {
  const has = (level: InsightLevel) => {
    const order: InsightLevel[] = ['account', 'campaign', 'adset', 'ad']
    return order.indexOf(query.level) >= order.indexOf(level)
  }
  const campaign: Campaign | undefined = has('campaign') ? world.campaigns.get(row.ad.campaign_id) : undefined
  const adset: AdSet | undefined = has('adset') ? world.adsets.get(row.ad.adset_id) : undefined
  const ad = has('ad') ? row.ad : undefined
  return {
    account_id: account.account_id,
    account_name: account.name,
    account_currency: account.currency,
    campaign_id: campaign?.id,
    campaign_name: campaign?.name,
    objective: campaign?.objective,
    buying_type: campaign?.['buying_type'],
    adset_id: adset?.id,
    adset_name: adset?.name,
    optimization_goal: adset?.optimization_goal,
    ad_id: ad?.id,
    ad_name: ad?.name,
  }
}

/** By a switch, to try out what callers do then. */
export function refuseTooMuch(world: World, rows: number): void {
  const { largestReport } = world.settings()
  if (largestReport > 0 && rows > largestReport)
    throw refusal(
      1487534,
      'Too much data',
      'Please reduce the amount of data you are asking for: a shorter time range or a higher level.',
    )
}
