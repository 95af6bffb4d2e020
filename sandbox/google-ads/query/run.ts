import { daysBetween, localTime } from '../../core/figures/account-days.ts'
import type { Fields } from '../objects/objects.ts'
import { adIdOf, createDelivery, unitsOf } from '../report/delivery.ts'
import type { Unit } from '../report/timeline.ts'
import { addCounts, emptyCounts } from '../report/metrics.ts'
import type { Counts } from '../report/metrics.ts'
import { createSplitter } from '../report/splits.ts'
import type { Dimension } from '../report/splits.ts'
import type { Field } from '../schema/fields.ts'
import { comparable } from './conditions.ts'
import { segmentOfDay } from './dates.ts'
import { groupsOf } from './groups.ts'
import { metricOf } from './metric-values.ts'
import type { Plan, PlannedCondition } from './plan.ts'
import { objectsOf, originsOf } from './sources.ts'
import type { Account, Origin } from './sources.ts'

/** One row before only what was selected of it is shown. */
export interface Row {
  objects: Record<string, Fields>
  segments: Fields
  counts: Counts
}

const dateSegments = ['date', 'week', 'month', 'quarter', 'year', 'dayOfWeek']
const isFigure = ({ resource }: Field) => resource === 'metrics' || resource === 'segments'

/** Every row that meets the conditions, in order. */
export function runQuery(account: Account, plan: Plan, today: string): Row[] {
  const attributes = plan.where.filter(({ field }) => !isFigure(field))
  const figures = plan.where.filter(
    ({ field }) => field.resource === 'metrics' || (isFigure(field) && !dateSegments.includes(field.keys[0]!)),
  )
  const rows = needsFigures(plan) ? figureRows(account, plan, today) : plainRows(account, plan)
  const kept = rows.filter((row) => meets(row, attributes) && meets(row, figures))
  const sorted = plan.orderBy.length > 0 ? kept.sort(orderOf(plan)) : kept
  return plan.limit === null ? sorted : sorted.slice(0, plan.limit)
}

function needsFigures({ resource, select, where }: Plan): boolean {
  const isView =
    resource.hasMetrics && ['search_term_view', 'geographic_view', 'user_location_view'].includes(resource.name)
  return isView || select.some(isFigure) || where.some(({ field }) => field.resource === 'metrics')
}

function plainRows(account: Account, { resource }: Plan): Row[] {
  return (originsOf(account, resource.name) ?? []).map(({ objects }) => ({
    objects,
    segments: {},
    counts: emptyCounts(),
  }))
}

export function valueOf(row: Row, { resource, keys }: Field): unknown {
  if (resource === 'metrics') return metricOf(keys[0]!, row.counts)
  const start = resource === 'segments' ? row.segments : row.objects[resource]
  return keys.reduce<unknown>((held, key) => (held as Fields | undefined)?.[key], start)
}

function meets(row: Row, conditions: PlannedCondition[]): boolean {
  return conditions.every(({ field, test }) => test(valueOf(row, field)))
}

function orderOf({ orderBy }: Plan): (one: Row, other: Row) => number {
  return (one, other) => {
    for (const { field, isDescending } of orderBy) {
      const order = compare(field, valueOf(one, field), valueOf(other, field))
      if (order !== 0) return isDescending ? -order : order
    }
    return 0
  }
}

function compare(field: Field, one: unknown, other: unknown): number {
  if (one === undefined || other === undefined) return Number(one !== undefined) - Number(other !== undefined)
  const [left, right] = [comparable(field, one), comparable(field, other)]
  return left < right ? -1 : left > right ? 1 : 0
}

/** Rows with figures: one for each resource and each combination of the segments that were selected. */
function figureRows(account: Account, plan: Plan, today: string): Row[] {
  const origins = originsOf(account, plan.resource.name)
  const byKey = new Map(origins?.map((origin) => [origin.key, origin]))
  const segments = plan.select.filter(({ resource }) => resource === 'segments')
  const rows = new Map<string, Row>()
  if (origins && segments.length === 0)
    for (const { key, objects } of origins) rows.set(key, { objects, segments: {}, counts: emptyCounts() })
  for (const { origin, segments: values, counts } of groupedParts(account, plan, today, byKey)) {
    const held = segments.map(({ keys }) => keys.reduce<unknown>((value, key) => (value as Fields)?.[key], values))
    const key = [origin.key, ...held].join('\u0000')
    const row = rows.get(key) ?? { objects: origin.objects, segments: values, counts: emptyCounts() }
    addCounts(row.counts, counts)
    rows.set(key, row)
  }
  const all = [...rows.values()]
  return segments.length > 0 ? all.filter((row) => showsSomething(row, plan)) : all
}

/** Rows that are split by segments vanish when everything that they would show is zero. */
function showsSomething(row: Row, { select }: Plan): boolean {
  const shown = select.filter(({ resource }) => resource === 'metrics')
  if (shown.length === 0) return row.counts.impressions > 0
  return shown.some((field) => Number(valueOf(row, field) ?? 0) !== 0)
}

interface Grouped {
  origin: Origin
  segments: Fields
  counts: Counts
}

function* groupedParts(account: Account, plan: Plan, today: string, origins: Map<string, Origin>): Generator<Grouped> {
  const { world, customer } = account
  const delivery = createDelivery(world, customer)
  const split = createSplitter(world, customer, delivery)
  const dimensions = dimensionsOf(plan)
  const groups = groupsOf(account, plan)
  const days = daysOf(account, plan, today)
  const left = plan.resource.name === 'customer' ? [] : world.settings().unlistedAds
  for (const unit of unitsOf(world, customer.id)) {
    if (left.includes(adIdOf(unit)) || !groups.includesUnit(unit) || !isWanted(account, plan, unit)) continue
    for (const day of days) {
      const cell = delivery.cell(unit, day)
      if (!cell) continue
      for (const part of split(cell, dimensions)) {
        const origin = groups.originOf(part, origins)
        if (origin) yield { origin, segments: groups.segmentsOf(part), counts: part.counts }
      }
    }
  }
}

function dimensionsOf({ resource, select, where }: Plan): Dimension[] {
  const named = [...select, ...where.map(({ field }) => field)]
  const uses = (name: string) => named.some(({ path }) => path === `segments.${name}`)
  const dimensions: Dimension[] = []
  if (resource.name === 'keyword_view' || resource.name === 'search_term_view') dimensions.push('keyword')
  if (resource.name === 'search_term_view') dimensions.push('term')
  if (resource.name === 'geographic_view' || resource.name === 'user_location_view') dimensions.push('country')
  if (uses('device')) dimensions.push('device')
  if (uses('ad_network_type')) dimensions.push('network')
  return dimensions
}

/** The days that were asked for, from the account's first to today. */
function daysOf({ customer }: Account, plan: Plan, today: string): string[] {
  const first = localTime(customer.created, customer.timeZone).day
  const { from, to } = plan.range
  const start = from !== null && from > first ? from : first
  const end = to !== null && to < today ? to : today
  if (start > end) return []
  const conditions = plan.where.filter(
    ({ field }) => field.resource === 'segments' && dateSegments.includes(field.keys[0]!),
  )
  return daysBetween(start, end).filter((day) =>
    conditions.every(({ field, test }) => test(segmentOfDay[field.keys[0]!]!(day))),
  )
}

/** Spares the work for what the conditions on the campaign and its like leave out anyway. */
function isWanted(account: Account, { where }: Plan, { entity, campaign, adGroup }: Unit): boolean {
  const wide = where.filter(({ field }) => ['campaign', 'ad_group', 'campaign_budget'].includes(field.resource))
  if (wide.length === 0) return true
  const objects = adGroup ? objectsOf(account, 'ad_group_ad', entity) : objectsOf(account, 'campaign', campaign)
  return meets({ objects, segments: {}, counts: emptyCounts() }, wide)
}
