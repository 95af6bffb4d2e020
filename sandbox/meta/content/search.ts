import type { GraphCall } from '../call.ts'
import { badParameter, missingParameter, notOneOf } from '../errors.ts'
import { interests } from './interests.ts'
import { describePlace, places } from './places.ts'
import { integerParam, textListParam, textParam } from '../graph/params.ts'

const placeTypes = ['country', 'region', 'city', 'zip']
const kinds = ['adgeolocation', 'adgeolocationmeta', 'adcountry', 'adinterest', 'adinterestvalid', 'adlocale']

const locales = [
  { key: 6, name: 'English (US)' },
  { key: 24, name: 'English (UK)' },
  { key: 5, name: 'German' },
  { key: 9, name: 'French (France)' },
  { key: 11, name: 'Japanese' },
  { key: 23, name: 'Spanish' },
]

/** GET /search: what targeting can be made of. */
export function search(call: GraphCall): object {
  const { params } = call
  const type = textParam(params, 'type')
  if (!type) throw missingParameter('type')
  if (type === 'adgeolocationmeta') return { data: describedPlaces(params) }
  const limit = integerParam(params, 'limit') ?? 25
  if (limit < 1) throw badParameter('Param limit must be greater than 0', 'limit')
  const words = (textParam(params, 'q') ?? '').trim().toLowerCase()
  return { data: found(call, type, words).slice(0, limit) }
}

function found(call: GraphCall, type: string, words: string): object[] {
  const matches = ({ name }: { name: string }) => name.toLowerCase().includes(words)
  switch (type) {
    case 'adgeolocation':
      return findPlaces(wantedTypes(call), words)
    case 'adcountry':
      return findPlaces(['country'], words)
    case 'adinterest':
      if (!words) throw missingParameter('q')
      return interests.filter((interest) => !interest.is_deprecated && matches(interest)).map(shownInterest)
    case 'adinterestvalid':
      return validated(call)
    case 'adlocale':
      return locales.filter(matches)
    default:
      throw notOneOf('type', kinds)
  }
}

function wantedTypes({ params }: GraphCall): string[] {
  const wanted = textListParam(params, 'location_types') ?? placeTypes
  if (wanted.some((type) => !placeTypes.includes(type))) throw notOneOf('location_types', placeTypes)
  return wanted
}

/** Names that begin with the words first; countries also by code, postal codes by key. */
function findPlaces(types: string[], words: string): object[] {
  const hits = places.filter(
    ({ type, name, key }) =>
      types.includes(type) && (name.toLowerCase().includes(words) || key.toLowerCase().startsWith(words)),
  )
  const rank = (name: string) => (name.toLowerCase().startsWith(words) ? 0 : 1)
  return hits
    .sort((one, other) => rank(one.name) - rank(other.name))
    .map((place) => ({ ...place, supports_region: place.type !== 'zip', supports_city: place.type === 'country' }))
}

const kindsOfPlaces = { countries: 'country', regions: 'region', cities: 'city', zips: 'zip' } as const

/** Places by their keys; those that the platform has not are left out. */
function describedPlaces(params: GraphCall['params']): Record<string, Record<string, object>> {
  const asked = Object.entries(kindsOfPlaces).flatMap(([kind, type]) => {
    const keys = textListParam(params, kind)
    return keys ? [{ kind, found: keys.flatMap((key) => describePlace(type, key) ?? []) }] : []
  })
  return Object.fromEntries(
    asked.map(({ kind, found }) => [kind, Object.fromEntries(found.map((place) => [place.key, place]))]),
  )
}

type Interest = (typeof interests)[number]

function shownInterest({ id, name, audience, path, topic }: Interest): object {
  return {
    id,
    name,
    audience_size_lower_bound: audience,
    audience_size_upper_bound: Math.round(audience * 1.18),
    path,
    topic,
  }
}

/** Which of the given names or ids can still be targeted. */
function validated({ params }: GraphCall): object[] {
  const names = textListParam(params, 'interest_list')
  const ids = textListParam(params, 'interest_fbid_list')
  if (!names && !ids) throw missingParameter('interest_list')
  const check = (wanted: string, known: Interest | undefined) => ({
    ...(known ? shownInterest(known) : { name: wanted }),
    valid: known !== undefined && !known.is_deprecated,
  })
  return [
    ...(names ?? []).map((name) =>
      check(
        name,
        interests.find((known) => known.name.toLowerCase() === name.toLowerCase()),
      ),
    ),
    ...(ids ?? []).map((id) =>
      check(
        id,
        interests.find((known) => known.id === id),
      ),
    ),
  ]
}
