import type { Issue } from '../../../errors.ts'
import type { Spec } from '../../contract/manage.ts'
import { lookUp } from '../../../lookup.ts'
import { hasPostalForm, isCountry } from '../../kit/countries.ts'

/** Kinds of places and what names one of them. */
const keyedPlaces = ['regions', 'cities', 'zips', 'geo_markets', 'electoral_districts', 'custom_locations', 'places']
const namedPlaces = ['countries', 'country_groups']
const placeKinds = [...namedPlaces, ...keyedPlaces]

const radiusLimits: Record<string, [number, number]> = { mile: [10, 50], kilometer: [17, 80] }

export function isObject(value: unknown): value is Spec {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The platform's own objects come in its snake_case; callers who write camelCase mean the same. */
export function snakeKeys(object: Spec): Spec {
  const entries = Object.entries(object).map(([key, value]) => [
    key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ])
  return Object.fromEntries(entries) as Spec
}

/** Places to show ads in, and places to leave out: the platform keeps the two apart. */
export interface Places {
  geo: Spec
  excluded: Spec | null
}

export function placesOf(location: Spec): Places {
  const { excluded_locations: excluded, excluded_geo_locations: otherName, ...geo } = snakeKeys(location)
  const left = isObject(excluded) ? excluded : isObject(otherName) ? otherName : null
  return { geo: normalizeGeo(geo), excluded: left && normalizeGeo(snakeKeys(left)) }
}

/** Plain keys become objects, country codes capitals; kinds with nothing in them are left out. */
export function normalizeGeo(geo: Spec): Spec {
  const result: Spec = {}
  for (const [kind, value] of Object.entries(geo)) {
    if (!Array.isArray(value)) {
      if (value !== undefined && value !== null) result[kind] = value
    } else if (value.length > 0) result[kind] = value.map((place) => normalizePlace(kind, place))
  }
  return result
}

function normalizePlace(kind: string, place: unknown): unknown {
  if (kind === 'countries') return typeof place === 'string' ? place.trim().toUpperCase() : place
  if (!keyedPlaces.includes(kind)) return place
  if (typeof place === 'string' || typeof place === 'number') return { key: String(place) }
  return isObject(place) && typeof place.key === 'number' ? { ...place, key: String(place.key) } : place
}

/** Markets and electoral districts only narrow down: without one of these there is nothing to narrow. */
const areaKinds = placeKinds.filter((kind) => kind !== 'geo_markets' && kind !== 'electoral_districts')

function hasSome(geo: Spec, kinds: string[]): boolean {
  return kinds.some((kind) => Array.isArray(geo[kind]) && geo[kind].length > 0)
}

export function hasPlace(geo: unknown): boolean {
  return isObject(geo) && hasSome(geo, areaKinds)
}

/** More of one kind are refused by the platform, or too much for one call of it. */
const maxPlaces: Record<string, number> = { cities: 250, regions: 200, custom_locations: 200, zips: 10_000 }
const maxOfOthers = 2_500

/** Every place must be one that the platform can read; at least one must be there. */
export function checkPlaces(geo: Spec, path: string): Issue[] {
  if (!hasPlace(geo)) return [{ path, message: 'needs at least one country, region, city or postal code' }]
  return checkEach(geo, path)
}

/** Places to leave out may be of any kind. */
export function checkExcluded(excluded: Spec | null, path: string): Issue[] {
  return excluded && Object.keys(excluded).length > 0 ? checkAdded(excluded, path) : []
}

/** So may places that come on top of others. */
export function checkAdded(geo: Spec, path: string): Issue[] {
  return hasSome(geo, placeKinds) ? checkEach(geo, path) : [{ path, message: 'needs at least one place' }]
}

function checkEach(geo: Spec, path: string): Issue[] {
  return placeKinds.flatMap((kind) => {
    const value = geo[kind]
    if (value === undefined) return []
    if (!Array.isArray(value)) return [{ path: `${path}.${kind}`, message: 'must be a list' }]
    const max = maxPlaces[kind] ?? maxOfOthers
    if (value.length > max) return [{ path: `${path}.${kind}`, message: `takes at most ${max.toLocaleString('en')}` }]
    return value.flatMap((place, index) => checkPlace(kind, place, `${path}.${kind}.${index}`))
  })
}

function checkPlace(kind: string, place: unknown, path: string): Issue[] {
  if (kind === 'countries') {
    const isCode = typeof place === 'string' && isCountry(place)
    return isCode ? [] : [{ path, message: 'must be the code of a country, such as US' }]
  }
  if (kind === 'country_groups' || kind === 'custom_locations' || kind === 'places') return []
  if (!isObject(place) || typeof place.key !== 'string' || place.key === '') {
    return [{ path: `${path}.key`, message: 'is required (GET /v1/primary/targeting-search finds keys)' }]
  }
  if (kind === 'zips' && !isZipKey(place.key)) {
    return [{ path: `${path}.key`, message: 'must be a country and a postal code as they are there, such as US:10001' }]
  }
  return kind === 'cities' ? checkRadius(place, path) : []
}

function checkRadius(city: Spec, path: string): Issue[] {
  if (city.radius === undefined) return []
  const unit = typeof city.distance_unit === 'string' ? city.distance_unit : 'mile'
  const limits = lookUp(radiusLimits, unit)
  if (!limits) return [{ path: `${path}.distance_unit`, message: 'must be mile or kilometer' }]
  const [min, max] = limits
  const radius = Number(city.radius)
  if (radius >= min && radius <= max) return []
  return [{ path: `${path}.radius`, message: `must be from ${min} to ${max} ${unit}s` }]
}

export function isZipKey(key: string): boolean {
  const [country = '', code = '', ...more] = key.split(':')
  return more.length === 0 && hasPostalForm(country, code.toUpperCase())
}
