import { apportion } from '../../core/figures/apportion.ts'
import { hashText } from '../../core/figures/random.ts'
import type { Cell, Counts } from './delivery.ts'
import type { AdSet } from '../campaigns/objects.ts'
import { isObject, objectOf, textOf } from '../graph/params.ts'
import { regionsOf } from '../content/places.ts'

export type Values = Record<string, string>

/** A part of a cell: one country, one age, or whatever was asked for. */
export interface Part {
  values: Values
  counts: Counts
  reach: number
  audience: number
}

interface Choice {
  values: Values
  weight: number
}

/** The one hourly breakdown that needs no opt-in. */
export const hourly = 'hourly_stats_aggregated_by_advertiser_time_zone'

const ages = choices('age', { '18-24': 14, '25-34': 28, '35-44': 24, '45-54': 16, '55-64': 11, '65+': 7 })
const genders = choices('gender', { female: 52, male: 45, unknown: 3 })
const devices = choices('device_platform', { mobile_app: 78, mobile_web: 9, desktop: 13 })
const impressionDevices = choices('impression_device', { iphone: 45, android_smartphone: 41, desktop: 11, ipad: 3 })
const placements: Choice[] = [
  ['facebook', 'feed', 34],
  ['facebook', 'facebook_reels', 10],
  ['facebook', 'facebook_stories', 6],
  ['facebook', 'marketplace', 4],
  ['instagram', 'feed', 20],
  ['instagram', 'instagram_stories', 11],
  ['instagram', 'instagram_reels', 10],
  ['audience_network', 'an_classic', 3],
  ['messenger', 'messenger_inbox', 2],
].map(([publisher = '', position = '', weight = 0]) => ({
  values: { publisher_platform: String(publisher), platform_position: String(position) },
  weight: Number(weight),
}))
const hours: Choice[] = Array.from({ length: 24 }, (_none, hour) => {
  const show = (value: number) => `${String(value).padStart(2, '0')}:00:00`
  const span = `${show(hour)} - ${show(hour).replace(':00:00', ':59:59')}`
  return { values: { [hourly]: span }, weight: hour < 7 ? 1 : 4 }
})

function choices(name: string, weights: Record<string, number>): Choice[] {
  return Object.entries(weights).map(([value, weight]) => ({ values: { [name]: value }, weight }))
}

export const supportedBreakdowns: ReadonlySet<string> = new Set([
  'age',
  'gender',
  'country',
  'region',
  'publisher_platform',
  'platform_position',
  'device_platform',
  'impression_device',
  hourly,
])

/** The parts of a cell; what adds up adds up again to the cell, reach does not: some people are met in several parts. */
export function splitCell(cell: Cell, breakdowns: string[], seed: number): Part[] {
  if (breakdowns.length === 0) return [{ values: {}, counts: cell.counts, reach: cell.reach, audience: cell.audience }]
  const options = combine(breakdowns, cell.adset)
  const weights = options.map(({ values, weight }) => {
    const noise = (hashText(`${seed} ${cell.ad.id} ${Object.values(values).join(' ')}`) % 1000) / 1000
    return weight * (0.6 + 0.8 * noise)
  })
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const impressions = apportion(cell.counts.impressions, weights)
  const others = Object.fromEntries(
    Object.entries(cell.counts).map(([name, total]) => [name, apportion(total as number, impressions)]),
  )
  return options.flatMap(({ values }, index) => {
    const shown = impressions[index] ?? 0
    if (shown === 0) return []
    const counts = Object.fromEntries(Object.entries(others).map(([name, parts]) => [name, parts[index] ?? 0]))
    const share = Math.min(1, ((weights[index] ?? 0) / sum) * 1.04)
    const reach = Math.max(1, Math.min(cell.reach, shown, Math.ceil(cell.reach * share)))
    return [
      { values, counts: counts as unknown as Counts, reach, audience: Math.max(cell.audience * share, reach + 1) },
    ]
  })
}

function combine(breakdowns: string[], adset: AdSet): Choice[] {
  let combined: Choice[] = [{ values: {}, weight: 1 }]
  for (const axis of axesOf(breakdowns, adset))
    combined = combined.flatMap((one) =>
      axis.map((other) => ({ values: { ...one.values, ...other.values }, weight: one.weight * other.weight })),
    )
  return combined
}

function axesOf(breakdowns: string[], adset: AdSet): Choice[][] {
  const asks = (name: string) => breakdowns.includes(name)
  const axes: Choice[][] = []
  if (asks('age')) axes.push(ages.filter(({ values }) => isTargeted(values['age'] ?? '', adset)))
  if (asks('gender')) axes.push(genders)
  if (asks('device_platform')) axes.push(devices)
  if (asks('impression_device')) axes.push(impressionDevices)
  if (asks(hourly)) axes.push(hours)
  // A position belongs to one network and a region to one country: they are not free to combine.
  if (asks('platform_position')) axes.push(keep(placements, breakdowns))
  else if (asks('publisher_platform')) axes.push(merge(keep(placements, breakdowns)))
  if (asks('region')) axes.push(keep(countriesOf(adset).flatMap(regionChoices), breakdowns))
  else if (asks('country')) axes.push(countriesOf(adset))
  return axes
}

/** Only what was asked for stays in the values. */
function keep(all: Choice[], breakdowns: string[]): Choice[] {
  return all.map(({ values, weight }) => ({
    values: Object.fromEntries(Object.entries(values).filter(([name]) => breakdowns.includes(name))),
    weight,
  }))
}

function merge(all: Choice[]): Choice[] {
  const merged = new Map<string, Choice>()
  for (const { values, weight } of all) {
    const key = JSON.stringify(values)
    merged.set(key, { values, weight: weight + (merged.get(key)?.weight ?? 0) })
  }
  return [...merged.values()]
}

function isTargeted(age: string, { targeting }: AdSet): boolean {
  const [from = 65, to = 65] = age.replace('65+', '65-99').split('-').map(Number)
  return from <= Number(targeting['age_max'] ?? 65) && to >= Number(targeting['age_min'] ?? 18)
}

function countriesOf({ targeting }: AdSet): Choice[] {
  const geo = objectOf(targeting['geo_locations']) ?? {}
  const list = (kind: string): unknown[] => (Array.isArray(geo[kind]) ? (geo[kind] as unknown[]) : [])
  const named = list('countries').map(String)
  const placed = ['regions', 'cities', 'zips'].flatMap((kind) =>
    list(kind).map((place) =>
      isObject(place) ? (textOf(place['country']) ?? /^([A-Z]{2}):/.exec(String(place['key']))?.[1]) : undefined,
    ),
  )
  const countries = [...new Set([...named, ...placed])].filter((country) => country !== undefined)
  return (countries.length > 0 ? countries : ['unknown']).map((country, index) => ({
    values: { country },
    weight: 10 / (index + 1),
  }))
}

function regionChoices({ values, weight }: Choice): Choice[] {
  const regions = regionsOf(values['country'] ?? '')
  return regions.map((region, index) => ({ values: { ...values, region }, weight: weight / (index + 1) }))
}
