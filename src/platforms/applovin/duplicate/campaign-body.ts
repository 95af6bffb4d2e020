import { timeOf, timeText } from '../map.ts'
import type { Campaign } from '../wire.ts'

/** What a campaign is made of; whatever else is told of one is the platform's own to say. */
const copied = [
  'type',
  'platform',
  'package_name',
  'itunes_id',
  'website_url',
  'end_date',
  'is_continuous_delivery',
  'bidding_strategy',
  'is_composite_banner_enabled',
  'budget',
  'goal',
  'targeting',
  'tracking',
  'audience_strategy',
  'is_dynamic_ads_enabled',
  'catalog_type',
  'catalog_id',
  'variant_set_id',
] as const

/** No start lies in the past. A copy that is to be paused begins late enough that nothing is shown before it is. */
const startsInMs = { live: 60_000, paused: 10 * 60_000 }

export interface CopyPlan {
  name: string
  isPaused: boolean
  now: Date
}

/** What makes a campaign like this one, and what of it could not be kept. */
export function campaignBody(
  source: Campaign,
  { name, isPaused, now }: CopyPlan,
): { body: Record<string, unknown>; warnings: string[] } {
  const warnings: string[] = []
  const earliest = new Date(now.getTime() + (isPaused ? startsInMs.paused : startsInMs.live))
  const asked = timeOf(source.start_date)
  const start = asked && asked > earliest ? asked : earliest
  const body: Record<string, unknown> = { name, start_date: timeText(start) }
  for (const field of copied) {
    const value = plain(source[field])
    if (value !== undefined) body[field] = value
  }
  const end = timeOf(source.end_date)
  if (end && end <= start) {
    delete body.end_date
    body.is_continuous_delivery = true
    warnings.push('The end of the original is over, so the copy has none: it runs until somebody pauses it.')
  }
  return { body, warnings }
}

/** Without what is empty: a value for all countries excludes a list by country, even an empty one. */
function plain(value: unknown): unknown {
  if (value === null || value === '') return undefined
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object') return value
  const entries = Object.entries(value ?? {})
    .map(([name, each]) => [name, plain(each)] as const)
    .filter(([, each]) => each !== undefined && !isEmpty(each))
  return Object.fromEntries(entries)
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
