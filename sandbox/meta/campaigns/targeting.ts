import type { GraphCall } from '../call.ts'
import { badParameter, refusal } from '../errors.ts'
import { checkGeo, refuseDeprecatedInterests } from './geo-rules.ts'
import { isObject, objectOf, objectParam, textOf } from '../graph/params.ts'
import { europeanCountries, positions } from '../report/tables.ts'

/** The targeting in the call, with everything the platform checks about it. */
export function readTargeting(call: GraphCall, isCreate: boolean): Record<string, unknown> | undefined {
  const targeting = objectParam(call.params, 'targeting')
  if (!targeting) return undefined
  const geo = objectOf(targeting['geo_locations'])
  const audiences = targeting['custom_audiences']
  const hasPlace =
    geo &&
    Object.entries(geo).some(([kind, value]) => kind !== 'location_types' && Array.isArray(value) && value.length > 0)
  if (!hasPlace && !(Array.isArray(audiences) && audiences.length > 0)) throw missingGeo()
  checkAudienceFlag(targeting, isCreate)
  checkPlacements(targeting, call.version)
  checkAges(targeting)
  checkGeo(targeting)
  refuseDeprecatedInterests(targeting)
  return withoutMessengerStory(targeting, call.version)
}

/** The placement left with v26: it is taken out without a word. */
function withoutMessengerStory(targeting: Record<string, unknown>, version: string): Record<string, unknown> {
  const asked = targeting['messenger_positions']
  if (version === 'v25.0' || !Array.isArray(asked) || !asked.includes('story')) return targeting
  return { ...targeting, messenger_positions: asked.filter((position) => position !== 'story') }
}

export function missingGeo() {
  return refusal(
    undefined,
    'Location missing',
    'Targeting must name at least one location in geo_locations.',
    'targeting',
    'geo_locations',
  )
}

function checkAges(targeting: Record<string, unknown>): void {
  const min = targeting['age_min'] === undefined ? 18 : Number(targeting['age_min'])
  const max = targeting['age_max'] === undefined ? 65 : Number(targeting['age_max'])
  if (!(min >= 13 && max <= 65 && min <= max))
    throw badParameter('age_min and age_max must be between 13 and 65', 'targeting', 'age_min')
}

function checkAudienceFlag(targeting: Record<string, unknown>, isCreate: boolean): void {
  const automation = targeting['targeting_automation']
  const flag = isObject(automation) ? automation['advantage_audience'] : undefined
  if (flag === undefined) {
    if (!isCreate) return
    throw refusal(
      1870227,
      'Advantage audience flag is required',
      'Turn the Advantage audience feature on or off: set advantage_audience to 1 or 0 in targeting_automation of the targeting.',
      'targeting',
      'targeting_automation',
    )
  }
  if (Number(flag) !== 0 && Number(flag) !== 1)
    throw badParameter('advantage_audience must be 0 or 1', 'targeting', 'targeting_automation')
  if (Number(flag) === 0) return
  const settings = isObject(automation) ? automation['individual_setting'] : undefined
  if (settings !== undefined && !isObject(settings))
    throw refusal(
      1870196,
      'Invalid targeting automation',
      'individual_setting is not allowed in this form.',
      'targeting',
      'targeting_automation',
    )
  if (targeting['age_max'] !== undefined && Number(targeting['age_max']) < 65)
    throw refusal(
      1870189,
      'Maximum age is too low',
      'With Advantage audience age_max must be 65.',
      'targeting',
      'age_max',
    )
  if (targeting['age_min'] !== undefined && (Number(targeting['age_min']) > 25 || Number(targeting['age_min']) < 18))
    throw refusal(
      1870188,
      'Minimum age is out of range',
      'With Advantage audience age_min must be from 18 to 25.',
      'targeting',
      'age_min',
    )
}

/** Shared by ad sets and by the placement rules of a creative. */
export function checkPlacements(spec: Record<string, unknown>, version: string, ...path: string[]): void {
  for (const [network, allowed] of Object.entries(positions)) {
    const field = `${network}_positions`
    const asked = spec[field]
    if (asked === undefined) continue
    if (!Array.isArray(asked)) throw badParameter(`Param ${field} must be an array`, ...path, field)
    for (const position of asked.map(String))
      checkPosition(position, { network, all: asked.map(String), allowed }, version, [...path, field])
  }
}

function checkPosition(
  position: string,
  { network, all, allowed }: { network: string; all: string[]; allowed: ReadonlySet<string> },
  version: string,
  blame: string[],
): void {
  // The old placement: up to v25 it only had to come with its successor, from v26 on it is refused.
  if (network === 'instagram' && position === 'explore' && version === 'v25.0') {
    if (all.includes('explore_home')) return
    throw unpairedExplore(...blame)
  }
  if (allowed.has(position)) return
  throw refusal(
    undefined,
    'Placement is not available',
    `${position} is not a placement of ${network} any more or never was.`,
    ...blame,
  )
}

/** Ad sets from before the two Explore placements went together are refused when they are copied. */
export function checkExplorePair(targeting: Record<string, unknown>, version: string): void {
  const asked = Array.isArray(targeting['instagram_positions']) ? targeting['instagram_positions'].map(String) : []
  if (!asked.includes('explore') || (version === 'v25.0' && asked.includes('explore_home'))) return
  throw unpairedExplore('targeting', 'instagram_positions')
}

function unpairedExplore(...blame: string[]) {
  return refusal(2490392, 'Explore placements go together', 'explore must be accompanied by explore_home.', ...blame)
}

/** Advertisers in the European Union must name who benefits and who pays. */
export function targetsEurope(targeting: Record<string, unknown>): boolean {
  const geo = objectOf(targeting['geo_locations']) ?? {}
  const countries = Array.isArray(geo['countries']) ? geo['countries'].map(String) : []
  const groups = Array.isArray(geo['country_groups']) ? geo['country_groups'].map(String) : []
  const keyed = ['regions', 'cities', 'zips'].flatMap(
    (kind) => (Array.isArray(geo[kind]) ? geo[kind] : []) as unknown[],
  )
  const countriesOfKeyed = keyed.map((place) =>
    isObject(place) ? (textOf(place['country']) ?? String(place['key']).split(':')[0] ?? '') : '',
  )
  return (
    groups.some((group) => ['europe', 'eea', 'worldwide'].includes(group)) ||
    [...countries, ...countriesOfKeyed].some((code) => europeanCountries.has(code))
  )
}
