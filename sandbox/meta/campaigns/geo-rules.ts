import { badParameter, refusal } from '../errors.ts'
import { interests } from '../content/interests.ts'
import { objectOf, objectsOf, textOf } from '../graph/params.ts'
import { isKnownPlace, placeOf } from '../content/places.ts'
import { countries as allCountries } from '../report/tables.ts'

const max: Record<string, number> = { cities: 250, regions: 200 }
const kinds: [string, 'region' | 'city' | 'zip'][] = [
  ['regions', 'region'],
  ['cities', 'city'],
  ['zips', 'zip'],
]

/** Places: not too many, no place inside another one, and circles of a sensible size. */
export function checkGeo(targeting: Record<string, unknown>): void {
  const geo = objectOf(targeting['geo_locations'])
  if (!geo) return
  const countries = new Set(Array.isArray(geo['countries']) ? geo['countries'].map(String) : [])
  for (const country of countries) refuseUnknownCountry(country)
  const excluded = objectOf(targeting['excluded_geo_locations']) ?? {}
  for (const [kind, type] of kinds)
    for (const place of objectsOf(excluded[kind])) refuseUnknown(kind, type, textOf(place['key']) ?? '')
  for (const [kind, type] of kinds) {
    const places = objectsOf(geo[kind])
    const limit = max[kind]
    if (limit !== undefined && places.length > limit)
      throw badParameter(`geo_locations may hold at most ${limit} ${kind}`, 'targeting', 'geo_locations', kind)
    for (const place of places) {
      const key = textOf(place['key'])
      if (!key) throw badParameter(`Each of ${kind} needs a key`, 'targeting', 'geo_locations', kind)
      refuseUnknown(kind, type, key)
      const country = placeOf(type, key)?.country_code ?? /^([A-Z]{2}):/.exec(key)?.[1]
      if (country && countries.has(country))
        throw refusal(
          undefined,
          'Locations overlap',
          `${key} lies inside ${country}.`,
          'targeting',
          'geo_locations',
          kind,
        )
    }
  }
  for (const city of objectsOf(geo['cities'])) checkRadius(city)
}

function refuseUnknownCountry(country: string): void {
  if (allCountries.has(country)) return
  throw badParameter(`Invalid country code ${country}`, 'targeting', 'geo_locations', 'countries')
}

function refuseUnknown(kind: string, type: 'region' | 'city' | 'zip', key: string): void {
  if (isKnownPlace(type, key)) return
  throw refusal(
    undefined,
    'Invalid location',
    `${key} is not a ${type} that can be targeted.`,
    'targeting',
    'geo_locations',
    kind,
  )
}

function checkRadius(city: Record<string, unknown>): void {
  if (city['radius'] === undefined) return
  const radius = Number(city['radius'])
  const isMiles = (textOf(city['distance_unit']) ?? 'mile') === 'mile'
  const [smallest, largest] = isMiles ? [10, 50] : [17, 80]
  if (!(radius >= smallest && radius <= largest))
    throw badParameter(
      `radius must be from ${smallest} to ${largest} ${isMiles ? 'miles' : 'kilometers'}`,
      'targeting',
      'geo_locations',
      'cities',
    )
}

export function refuseDeprecatedInterests(targeting: Record<string, unknown>): void {
  const groups = [targeting, ...objectsOf(targeting['flexible_spec'])]
  const ids = groups.flatMap((group) => objectsOf(group['interests']).map((entry) => textOf(entry['id'])))
  const dead = interests.find(({ id, is_deprecated }) => is_deprecated && ids.includes(id))
  if (dead)
    throw refusal(1870247, 'Interest is gone', `${dead.name} can no longer be targeted.`, 'targeting', 'flexible_spec')
}
