import type { Issue } from '../../../errors.ts'
import type { Spec } from '../../contract/manage.ts'
import { checkExcluded, checkPlaces, isObject, normalizeGeo, placesOf, snakeKeys } from './targeting-location.ts'

/** Our words for the networks, and the wire's. */
const networks: Record<string, string> = {
  primary: 'facebook',
  secondary: 'instagram',
  facebook: 'facebook',
  instagram: 'instagram',
  messenger: 'messenger',
  audience_network: 'audience_network',
  threads: 'threads',
  oculus: 'oculus',
  whatsapp: 'whatsapp',
}

const placementFields = /^(publisher_platforms|device_platforms|\w+_positions)$/

/** What a stored targeting shows beyond what was asked for, and does not take back. */
const readOnlyFields = /^effective_/

/** The targeting as the wire takes it. A location wins over geo_locations; neither means the United States. */
export function wireTargeting(given: Spec | undefined, location: Spec | undefined): Spec {
  const targeting = ownWords(given ?? {})
  const places = location && placesOf(location)
  const geo = places?.geo ?? (isObject(targeting.geo_locations) ? normalizeGeo(targeting.geo_locations) : undefined)
  return {
    ...targeting,
    geo_locations: geo ?? { countries: ['US'] },
    ...(places?.excluded ? { excluded_geo_locations: places.excluded } : {}),
  }
}

/** What is stored, with the caller's fields in place of their old selves: the platform replaces targeting whole. */
export function mergeTargeting(stored: Spec, given: Spec | undefined, location: Spec | undefined): Spec {
  const kept = Object.fromEntries(Object.entries(stored).filter(([key]) => !readOnlyFields.test(key)))
  const places = location && placesOf(location)
  const changes = ownWords(given ?? {})
  if (isObject(changes.geo_locations)) changes.geo_locations = normalizeGeo(changes.geo_locations)
  return {
    ...kept,
    ...changes,
    ...(places ? { geo_locations: places.geo } : {}),
    ...(places?.excluded ? { excluded_geo_locations: places.excluded } : {}),
  }
}

function ownWords(given: Spec): Spec {
  const targeting: Spec = {}
  for (const [key, value] of Object.entries(snakeKeys(given))) targeting[wireField(key)] = value
  if (Array.isArray(targeting.publisher_platforms)) {
    targeting.publisher_platforms = targeting.publisher_platforms.map((word: unknown) => networks[String(word)] ?? word)
  }
  if (Array.isArray(targeting.instagram_positions)) {
    targeting.instagram_positions = withoutOldExplore(targeting.instagram_positions)
  }
  return targeting
}

function wireField(key: string): string {
  if (key === 'primary_positions') return 'facebook_positions'
  return key === 'secondary_positions' ? 'instagram_positions' : key
}

/** The old explore placement is refused since v26; its successor shows the same place. */
function withoutOldExplore(positions: unknown[]): unknown[] {
  if (!positions.includes('explore')) return positions
  return [...new Set(positions.map((position) => (position === 'explore' ? 'explore_home' : position)))]
}

export function checkTargeting(targeting: Spec | undefined, location: Spec | undefined): Issue[] {
  const issues: Issue[] = []
  if (location) {
    const { geo, excluded } = placesOf(location)
    issues.push(...checkPlaces(geo, 'location'), ...checkExcluded(excluded, 'location.excluded_locations'))
  }
  if (!targeting) return issues
  const wire = snakeKeys(targeting)
  if (!location && wire.geo_locations !== undefined) {
    const geo = isObject(wire.geo_locations) ? normalizeGeo(wire.geo_locations) : {}
    issues.push(...checkPlaces(geo, 'targeting.geo_locations'))
  }
  return [...issues, ...checkNetworks(wire), ...checkAges(wire)]
}

function checkNetworks({ publisher_platforms: asked }: Spec): Issue[] {
  const path = 'targeting.publisher_platforms'
  if (asked === undefined) return []
  if (!Array.isArray(asked)) return [{ path, message: 'must be a list' }]
  const words = 'primary, secondary, messenger, audience_network, threads'
  return asked.flatMap((word, index) =>
    networks[String(word)] ? [] : [{ path: `${path}.${index}`, message: `is not a network; use ${words}` }],
  )
}

const ages = { from: 13, to: 65 }

function checkAges({ age_min: youngest = 18, age_max: oldest = ages.to }: Spec): Issue[] {
  const isAge = (value: unknown) =>
    Number.isInteger(Number(value)) && Number(value) >= ages.from && Number(value) <= ages.to
  const message = `must be an age from ${ages.from} to ${ages.to}`
  if (!isAge(youngest)) return [{ path: 'targeting.age_min', message }]
  if (!isAge(oldest)) return [{ path: 'targeting.age_max', message }]
  if (Number(youngest) <= Number(oldest)) return []
  return [{ path: 'targeting.age_max', message: 'must not be below age_min' }]
}

export function placementFieldsIn(targeting: Spec | undefined): string[] {
  return Object.keys(snakeKeys(targeting ?? {})).filter((key) => placementFields.test(key))
}
