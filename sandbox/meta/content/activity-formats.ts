import { isObject, objectOf, objectsOf, textOf } from '../graph/params.ts'
import type { AdSet, Campaign, Deliverable, Status } from '../campaigns/objects.ts'

/** One change as the history shows it. */
export interface ActivityLine {
  event_type: string
  category: string
  extra: Record<string, unknown>
}

type Level = 'Campaign' | 'AdSet' | 'Ad'

/** The history still calls things by their names of ten years ago. */
export const legacyTypes: Record<Level, string> = { Campaign: 'CAMPAIGN_GROUP', AdSet: 'CAMPAIGN', Ad: 'ADGROUP' }

const own: Record<Level, string> = { Campaign: 'CAMPAIGN', AdSet: 'AD_SET', Ad: 'AD' }
const prefixes: Record<Level, string> = { Campaign: 'update_campaign', AdSet: 'update_ad_set', Ad: 'update_ad' }

export function isLevel(type: string): type is Level {
  return type in legacyTypes
}

export function creationLine(level: Level, object: Deliverable): ActivityLine {
  const names: Record<Level, string> = { Campaign: 'create_campaign_group', AdSet: 'create_ad_set', Ad: 'create_ad' }
  return { event_type: names[level], category: own[level], extra: { new_value: object.name, type: 'name' } }
}

/** A line for each thing that differs between before and after. */
export function changeLines(level: Level, before: Deliverable, after: Deliverable, currency: string): ActivityLine[] {
  const lines: ActivityLine[] = []
  const prefix = prefixes[level]
  const add = (event: string, category: string, extra: Record<string, unknown>) =>
    lines.push({ event_type: event, category, extra })
  if (before.status !== after.status) add(`${prefix}_run_status`, 'STATUS', statusChange(before.status, after.status))
  if (before.name !== after.name)
    add(level === 'Ad' ? 'update_ad_friendly_name' : `${prefix}_name`, own[level], valueChange('name', before, after))
  if (level !== 'Ad') lines.push(...moneyLines(level, before as AdSet | Campaign, after as AdSet | Campaign, currency))
  if (level === 'AdSet') lines.push(...adSetLines(before as AdSet, after as AdSet, currency))
  if (before['creative_id'] !== after['creative_id'])
    add('update_ad_creative', 'AD', valueChange('creative_id', before, after))
  if (level === 'Ad' && differs(before.labels, after.labels))
    add('update_ad_labels', 'AD', valueChange('labels', before, after))
  return lines
}

function moneyLines(
  level: 'Campaign' | 'AdSet',
  before: AdSet | Campaign,
  after: AdSet | Campaign,
  currency: string,
): ActivityLine[] {
  const lines: ActivityLine[] = []
  const changesBudget = before.daily_budget !== after.daily_budget || before.lifetime_budget !== after.lifetime_budget
  if (changesBudget)
    lines.push({
      event_type: `${prefixes[level]}_budget`,
      category: 'BUDGET',
      extra: budgetChange(before, after, currency),
    })
  if (before.bid_strategy !== after.bid_strategy)
    lines.push({
      event_type: 'update_ad_set_bid_strategy',
      category: 'BID',
      extra: valueChange('bid_strategy', before, after),
    })
  const caps = level === 'Campaign' ? ['spend_cap'] : ['daily_spend_cap', 'lifetime_spend_cap']
  const capEvent = level === 'Campaign' ? 'update_campaign_group_spend_cap' : 'update_ad_set_spend_cap'
  const targets = level === 'AdSet' ? ['daily_min_spend_target', 'lifetime_min_spend_target'] : []
  for (const [event, fields] of [
    [capEvent, caps],
    ['update_ad_set_min_spend_target', targets],
  ] as const)
    for (const field of fields)
      if (before[field] !== after[field])
        lines.push({
          event_type: event,
          category: 'BUDGET',
          extra: amountChange(before[field], after[field], currency),
        })
  return lines
}

function adSetLines(before: AdSet, after: AdSet, currency: string): ActivityLine[] {
  const lines: ActivityLine[] = []
  if (differs(before.targeting, after.targeting))
    lines.push({
      event_type: 'update_ad_set_target_spec',
      category: 'TARGETING',
      extra: {
        old_value: describeTargeting(before.targeting),
        new_value: describeTargeting(after.targeting),
        type: 'targets_spec',
      },
    })
  if (before.bid_amount !== after.bid_amount)
    lines.push({
      event_type: 'update_ad_set_bidding',
      category: 'BID',
      extra: amountChange(before.bid_amount, after.bid_amount, currency),
    })
  if (before.start !== after.start || before.end !== after.end)
    lines.push({
      event_type: 'update_ad_set_duration',
      category: 'DATE',
      extra: { old_value: flight(before), new_value: flight(after), type: 'duration' },
    })
  if (before.optimization_goal !== after.optimization_goal)
    lines.push({
      event_type: 'update_ad_set_optimization_goal',
      category: 'AD_SET',
      extra: valueChange('optimization_goal', before, after),
    })
  return lines
}

const runStatuses: Record<Status, { word: string; code: number }> = {
  ACTIVE: { word: 'Active', code: 1 },
  PAUSED: { word: 'Inactive', code: 15 },
  ARCHIVED: { word: 'Archived', code: 4 },
  DELETED: { word: 'Deleted', code: 3 },
}

function statusChange(before: Status, after: Status): Record<string, unknown> {
  const [from, to] = [runStatuses[before], runStatuses[after]]
  return {
    old_value: from.word,
    new_value: to.word,
    type: 'run_status',
    run_status: { old_value: from.code, new_value: to.code },
  }
}

/** Each side repeats its amount under its own key, in the smallest unit. */
function budgetChange(before: AdSet | Campaign, after: AdSet | Campaign, currency: string): Record<string, unknown> {
  const side = (key: 'old_value' | 'new_value', object: AdSet | Campaign) => ({
    type: 'payment_amount',
    currency,
    [key]: object.daily_budget ?? object.lifetime_budget ?? 0,
    additional_type: 'status_string',
    additional_value: additionalValue(key, object),
  })
  return { old_value: side('old_value', before), new_value: side('new_value', after), type: 'composite_data' }
}

function additionalValue(key: string, object: AdSet | Campaign): string {
  if (key === 'old_value') return ''
  return object.daily_budget === undefined ? 'Lifetime' : 'Per day'
}

function amountChange(before: unknown, after: unknown, currency: string): Record<string, unknown> {
  return { currency, old_value: before ?? 0, new_value: after ?? 0, type: 'payment_amount' }
}

function valueChange(field: string, before: Deliverable, after: Deliverable): Record<string, unknown> {
  return { old_value: before[field] ?? '', new_value: after[field] ?? '', type: field }
}

function flight({ start, end }: AdSet): string {
  const show = (time: number) => new Date(time).toISOString().replace(/\.\d{3}Z$/, '+0000')
  return end === undefined ? `${show(start)} - ongoing` : `${show(start)} - ${show(end)}`
}

/** Targeting as sentences for people. */
function describeTargeting(targeting: Record<string, unknown>): object[] {
  const geo = objectOf(targeting['geo_locations']) ?? {}
  const places = Object.entries(geo).flatMap(([kind, value]) => (kind === 'location_types' ? [] : placeNames(value)))
  const sentences: [string, string[]][] = [
    ['Location:', places],
    ['Age:', [`${textOf(targeting['age_min']) ?? 18} - ${textOf(targeting['age_max']) ?? 65}`]],
    [
      'Placements:',
      Array.isArray(targeting['publisher_platforms']) ? targeting['publisher_platforms'].map(String) : [],
    ],
    ['Interests:', objectsOf(targeting['flexible_spec']).flatMap((group) => placeNames(group['interests']))],
  ]
  return sentences.filter(([, children]) => children.length > 0).map(([content, children]) => ({ content, children }))
}

function placeNames(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return value.map((place) => (isObject(place) ? String(place['name'] ?? place['key'] ?? place['id']) : String(place)))
}

function differs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other)
}
