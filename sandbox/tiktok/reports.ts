import { daysBetween, isDay, localTime } from '../account-days.ts'
import { unitOf } from './budgets.ts'
import type { Books } from './books.ts'
import { advertiserOf, bareNumber, oneOf, requiredList, requiredText, textOf } from './call.ts'
import type { Call } from './call.ts'
import { invalid } from './errors.ts'
import { pageOf } from './lists.ts'
import { addFigures, figuresOfDay, noFigures } from './metrics.ts'
import type { DayFigures } from './metrics.ts'
import type { Ad, Advertiser, Switched } from './objects.ts'

const levels: Record<string, string> = {
  AUCTION_ADVERTISER: 'advertiser_id',
  AUCTION_CAMPAIGN: 'campaign_id',
  AUCTION_ADGROUP: 'adgroup_id',
  AUCTION_AD: 'ad_id',
}
const mostDays = { withDays: 30, without: 365 }

interface Cell {
  id: string
  day: string | null
  figures: DayFigures
}

const perHundred = (part: number, whole: number) => (whole === 0 ? '0.00' : ((part / whole) * 100).toFixed(2))
const each = (part: number, whole: number) => (whole === 0 ? '-' : (part / whole).toFixed(2))

/** Figures leave as text; where there is nothing to divide by, as a dash. */
const metricOf: Record<string, (figures: DayFigures) => string> = {
  spend: ({ spend }) => spend.toFixed(2),
  impressions: ({ impressions }) => String(impressions),
  clicks: ({ clicks }) => String(clicks),
  ctr: ({ clicks, impressions }) => perHundred(clicks, impressions),
  cpc: ({ spend, clicks }) => each(spend, clicks),
  cpm: ({ spend, impressions }) => each(spend * 1000, impressions),
  reach: ({ reach }) => String(reach),
  frequency: ({ impressions, reach }) => each(impressions, reach),
  conversion: ({ conversions }) => String(conversions),
  cost_per_conversion: ({ spend, conversions }) => each(spend, conversions),
  result: ({ conversions }) => String(conversions),
  cost_per_result: ({ spend, conversions }) => each(spend, conversions),
  total_complete_payment_rate: ({ conversionValue }) => conversionValue.toFixed(2),
  complete_payment_roas: ({ conversionValue, spend }) => each(conversionValue, spend),
}

const nameOf: Record<string, (books: Books, id: string) => string> = {
  campaign_name: (books, id) => books.campaigns.get(campaignOf(books, id))?.name ?? '',
  campaign_id: (books, id) => bareNumber(campaignOf(books, id)),
  adgroup_name: (books, id) => books.adgroups.get(books.ads.get(id)?.adgroup ?? id)?.name ?? '',
  ad_name: (books, id) => books.ads.get(id)?.name ?? '',
  currency: () => 'USD',
}

function campaignOf(books: Books, id: string): string {
  return books.ads.get(id)?.campaign ?? books.adgroups.get(id)?.campaign ?? id
}

export function integratedReport(call: Call): object {
  const advertiser = advertiserOf(call)
  const { params } = call
  oneOf(params, 'report_type', ['BASIC'], '')
  const level = oneOf(params, 'data_level', Object.keys(levels), '')
  const dimensions = requiredList(params, 'dimensions', 4)
  const byDay = dimensions.includes('stat_time_day')
  const idField = levels[level] ?? ''
  const known = [idField, 'stat_time_day']
  if (!dimensions.includes(idField) || dimensions.some((name) => !known.includes(name)))
    throw invalid(`dimensions: ${level} goes with ${idField} and stat_time_day.`)
  const metrics = requiredList(params, 'metrics', 100)
  const unknown = metrics.find((name) => !Object.hasOwn(metricOf, name) && !Object.hasOwn(nameOf, name))
  if (unknown) throw invalid(`metrics: ${unknown.slice(0, 60)} is not a valid metric.`)
  const days = readDays(params, byDay)
  const cells = countCells(call, advertiser, idField, days, byDay)
  const rows = cells.map((cell) => renderRow(call.books, advertiser, idField, cell, metrics))
  return pageOf(call, rows)
}

function readDays(params: Record<string, unknown>, byDay: boolean): string[] {
  const start = requiredText(params, 'start_date')
  const end = requiredText(params, 'end_date')
  if (!isDay(start) || !isDay(end)) throw invalid('start_date: Must be like 2026-01-31.')
  if (end < start) throw invalid('end_date: Must not be before start_date.')
  const days = daysBetween(start, end)
  const most = byDay ? mostDays.withDays : mostDays.without
  if (days.length > most) throw invalid(`end_date: The date range must not be longer than ${most} days.`)
  return days
}

/** Deleted objects are left out unless the filter of their level says otherwise. */
function withDeleted({ params }: Call, idField: string): boolean {
  const filters: unknown[] = Array.isArray(params['filtering']) ? params['filtering'] : []
  const field = idField.replace('_id', '_status')
  return filters.some((filter) => {
    const { field_name: name, filter_value: value } = filter as Record<string, unknown>
    return name === field && textOf(value).includes('STATUS_ALL')
  })
}

function countCells(call: Call, advertiser: Advertiser, idField: string, days: string[], byDay: boolean): Cell[] {
  const { books } = call
  const cells = new Map<string, Cell>()
  const showsDeleted = withDeleted(call, idField)
  for (const ad of books.ads.lookup('advertiser', advertiser.id)) {
    const id = { advertiser_id: ad.advertiser, campaign_id: ad.campaign, adgroup_id: ad.adgroup, ad_id: ad.id }[idField]
    const reported = books.campaigns.get(id ?? '') ?? books.adgroups.get(id ?? '') ?? books.ads.get(id ?? '')
    if (id === undefined || (reported?.isDeleted && !showsDeleted)) continue
    for (const day of days) {
      const figures = figuresOf(books, advertiser, ad, day)
      if (!figures) continue
      const key = byDay ? `${id} ${day}` : id
      const sum = cells.get(key)?.figures ?? noFigures
      cells.set(key, { id, day: byDay ? day : null, figures: addFigures(sum, figures) })
    }
  }
  return [...cells.values()]
}

/** Nothing on days when the ad, or what it is in, was switched off or not there yet. */
function figuresOf(books: Books, advertiser: Advertiser, ad: Ad, day: string): DayFigures | null {
  const dayOf = (time: number) => localTime(time, advertiser.displayTimezone).day
  const today = dayOf(books.now())
  const chain: (Switched | undefined)[] = [ad, books.adgroups.get(ad.adgroup), books.campaigns.get(ad.campaign)]
  const ran = chain.every((object) => {
    if (!object || day < dayOf(object.created)) return false
    return (object.status === 'ENABLE' && !object.isDeleted) || day < dayOf(object.switched)
  })
  return ran && day <= today ? figuresOfDay(books.context.seed(), ad.id, day, unitOf(advertiser)) : null
}

function renderRow(books: Books, advertiser: Advertiser, idField: string, cell: Cell, metrics: string[]): object {
  const values = metrics.map((name) => {
    if (name === 'currency') return [name, advertiser.currency]
    return [name, metricOf[name]?.(cell.figures) ?? nameOf[name]?.(books, cell.id)]
  })
  const day = cell.day === null ? {} : { stat_time_day: `${cell.day} 00:00:00` }
  return { dimensions: { [idField]: cell.id, ...day }, metrics: Object.fromEntries(values) as object }
}
