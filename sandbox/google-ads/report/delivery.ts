import { localTime } from '../../core/figures/account-days.ts'
import { factorOn } from '../../core/figures/corrections.ts'
import type { Span } from '../../core/figures/delivery-spans.ts'
import { restsOn } from '../../core/figures/rest-days.ts'
import { idOf, textOf } from '../objects/objects.ts'
import type { Customer, Fields } from '../objects/objects.ts'
import type { World } from '../world.ts'
import { figuresOfDay, minimumUnit, scaled } from './metrics.ts'
import type { Counts } from './metrics.ts'
import { createTimeline } from './timeline.ts'
import type { Unit, KeywordSearch } from './timeline.ts'

/** One unit on one day. */
export interface Cell {
  unit: Unit
  day: string
  counts: Counts
}

const usualDay = 24 * 3600 * 1000

/** How much of an ordinary day the spans cover. */
function coverage(spans: Span[], { from, to }: Span): number {
  let sum = 0
  for (const span of spans) sum += Math.max(0, Math.min(span.to, to) - Math.max(span.from, from))
  return sum / usualDay
}

/** Ads are named together with their ad group; people know them by their own number. */
export function adIdOf({ entity, adGroup }: Unit): string {
  return adGroup ? textOf((entity.fields['ad'] as Fields)['id']) : idOf(entity.name)
}

/** What ads and asset groups did, day by day, in the account's own days. */
export function createDelivery(world: World, customer: Customer) {
  const timeline = createTimeline(world, customer)
  const seed = world.context.seed()
  const { corrections } = world.settings()
  const step = minimumUnit(customer.currency)

  const isSteady = (unit: Unit, { from, to }: Span) => {
    const steady = timeline.steady(unit)
    return steady.from <= from && to <= steady.to
  }

  /** How much of a full day it was: ads show only where a keyword lets them, and keywords taken away are missed. */
  function scaleOf(unit: Unit, bounds: Span): number {
    if (isSteady(unit, bounds)) return (bounds.to - bounds.from) / usualDay
    const max = coverage(timeline.spans(unit), bounds)
    if (!unit.adGroup) return max
    const ways = timeline.ways(unit)
    const older = ways.filter(({ criterion }) => criterion.created < bounds.from)
    const total = (older.length > 0 ? older : ways).reduce((sum, { weight }) => sum + weight, 0)
    if (total === 0) return 0
    const active = ways.reduce((sum, { weight, spans }) => sum + weight * coverage(spans, bounds), 0)
    return Math.min(max, active / total)
  }

  return {
    step,
    /** Nothing when the unit was not shown that day. */
    cell(unit: Unit, day: string): Cell | undefined {
      const id = idOf(unit.entity.name)
      const bounds = timeline.bounds(day)
      if (bounds.from >= timeline.now || bounds.to <= unit.entity.created || restsOn(id, day)) return undefined
      const scale = scaleOf(unit, bounds) * factorOn(corrections, day, adIdOf(unit))
      if (scale <= 0) return undefined
      const counts = scaled(figuresOfDay(seed, id, day, customer.currency), scale, step)
      return counts.impressions > 0 ? { unit, day, counts } : undefined
    },
    /** The ways that led to the unit on that day, with their weights. */
    ways(unit: Unit, day: string): KeywordSearch[] {
      const bounds = timeline.bounds(day)
      const ways = timeline.ways(unit)
      if (isSteady(unit, bounds)) return ways
      return ways
        .map((way) => ({ ...way, weight: way.weight * coverage(way.spans, bounds) }))
        .filter(({ weight }) => weight > 0)
    },
  }
}

export type Delivery = ReturnType<typeof createDelivery>

/** Every unit of the account, removed ones included. */
export function unitsOf(world: World, customerId: string): Unit[] {
  const ads = world.adGroupAds.lookup('customer', customerId).flatMap((entity) => {
    const adGroup = world.adGroups.get(textOf(entity.fields['adGroup']))
    const campaign = adGroup && world.campaigns.get(textOf(adGroup.fields['campaign']))
    return campaign ? [{ entity, campaign, adGroup }] : []
  })
  const assetGroups = world.assetGroups.lookup('customer', customerId).flatMap((entity) => {
    const campaign = world.campaigns.get(textOf(entity.fields['campaign']))
    return campaign ? [{ entity, campaign, adGroup: null }] : []
  })
  return [...ads, ...assetGroups]
}

export function todayOf(world: World, { timeZone }: Customer): string {
  return localTime(world.now(), timeZone).day
}
