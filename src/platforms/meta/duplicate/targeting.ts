import type { Spec } from '../../contract/manage.ts'
import { isObject, placesOf } from '../create/targeting-location.ts'

/** What a stored targeting shows, and what today's rules still let it be written as. */
export function writableTargeting(stored: Spec): Spec {
  const targeting: Spec = {}
  for (const [field, value] of Object.entries(stored)) if (!field.startsWith('effective_')) targeting[field] = value
  for (const field of ['geo_locations', 'excluded_geo_locations']) {
    const geo = targeting[field]
    if (isObject(geo)) targeting[field] = withoutLocationTypes(geo)
  }
  if (Array.isArray(targeting.instagram_positions)) {
    targeting.instagram_positions = pairedExplore(targeting.instagram_positions)
  }
  return targeting
}

/** Whether people live in a place or pass through is no longer asked; naming it is refused. */
function withoutLocationTypes({ location_types: _gone, ...geo }: Spec): Spec {
  return geo
}

/** The explore placement needed its explore-home companion, and has since been replaced by it. */
export function pairedExplore(positions: unknown[]): unknown[] {
  if (!positions.includes('explore')) return positions
  return [...new Set([...positions.filter((position) => position !== 'explore'), 'explore_home'])]
}

/** The stored targeting in other places. Merging adds to the places that are there; nothing but places changes. */
export function relocated(stored: Spec, location: Spec, mode: 'replace' | 'merge'): Spec {
  const { excluded_geo_locations: oldExcluded, ...targeting } = writableTargeting(stored)
  const { geo, excluded } = placesOf(location)
  const oldGeo = isObject(targeting.geo_locations) ? targeting.geo_locations : {}
  const left = mode === 'merge' ? mergePlaces(isObject(oldExcluded) ? oldExcluded : {}, excluded ?? {}) : excluded
  return {
    ...targeting,
    geo_locations: mode === 'merge' ? mergePlaces(oldGeo, geo) : geo,
    ...(left && Object.keys(left).length > 0 ? { excluded_geo_locations: left } : {}),
  }
}

function mergePlaces(old: Spec, added: Spec): Spec {
  const merged: Spec = { ...old }
  for (const [kind, places] of Object.entries(added)) {
    const before = old[kind]
    merged[kind] = Array.isArray(before) && Array.isArray(places) ? union(before, places) : places
  }
  return merged
}

/** The same place given again (another radius, say) takes the place of the old one. */
function union(before: unknown[], added: unknown[]): unknown[] {
  const given = new Set(added.map(keyOf))
  return [...before.filter((place) => !given.has(keyOf(place))), ...added]
}

function keyOf(place: unknown): string {
  return isObject(place) ? String(place.key) : String(place)
}
