import pMap from 'p-map'
import { z } from 'zod'
import { PlatformError } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import type { AccountRef, AdSetRequest, Spec } from '../../contract/manage.ts'
import type { Graph } from '../client.ts'
import { nodeId } from '../map.ts'
import { isObject, normalizeGeo, placesOf, snakeKeys } from './targeting-location.ts'

/** Kinds of places that the platform tells about by their keys. */
const askedKinds = ['regions', 'cities', 'zips'] as const
type Keys = Partial<Record<(typeof askedKinds)[number], string[]>>

/** So many keys are asked for by one request of a caller; of the rest only the form is known. */
export const maxAsked = 500
/** So many go into one call: they stand in its address. */
const keysPerCall = 100
const callsAtOnce = 3

const KnownWire = z.object({
  data: z.record(z.string(), z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())])).default({}),
})

/** The keys that the platform has no place for. Where it does not answer, none: the ad set itself will tell. */
export async function unknownKeys(graph: Graph, account: AccountRef, keys: Keys): Promise<Set<string>> {
  const asked = askedKinds.flatMap((kind) => (keys[kind] ?? []).map((key) => ({ kind, key }))).slice(0, maxAsked)
  const calls = Array.from({ length: Math.ceil(asked.length / keysPerCall) }, (_, index) =>
    asked.slice(index * keysPerCall, (index + 1) * keysPerCall),
  )
  const unknown = await pMap(calls, (some) => unknownOf(graph, account, some), { concurrency: callsAtOnce })
  return new Set(unknown.flat())
}

async function unknownOf(graph: Graph, account: AccountRef, asked: { kind: string; key: string }[]): Promise<string[]> {
  const lists = Object.groupBy(asked, ({ kind }) => kind)
  const params = Object.fromEntries(
    Object.entries(lists).map(([kind, list = []]) => [kind, list.map(({ key }) => key)]),
  )
  try {
    const options = { accountId: nodeId(account.id) }
    const { data } = await graph.get(KnownWire, 'search', { type: 'adgeolocationmeta', ...params }, options)
    return asked.flatMap(({ kind, key }) => {
      const known = data[kind]
      return isObject(known) && Object.hasOwn(known, key) ? [] : [key]
    })
  } catch (error) {
    if (error instanceof PlatformError) return []
    throw error
  }
}

/** Places of a request that do not exist, each by the path at which it was given. */
export async function checkKnownPlaces(
  graph: Graph,
  account: AccountRef,
  { targeting, location }: Pick<AdSetRequest, 'targeting' | 'location'>,
): Promise<Issue[]> {
  const given = location ? ofLocation(location) : ofTargeting(targeting ?? {})
  const keys: Keys = {}
  for (const kind of askedKinds) keys[kind] = [...new Set(given.flatMap(({ geo }) => keysIn(geo, kind)))]
  const unknown = await unknownKeys(graph, account, keys)
  if (unknown.size === 0) return []
  const message = 'is not known to the platform (GET /v1/primary/targeting-search finds keys)'
  return given.flatMap(({ geo, path }) =>
    askedKinds.flatMap((kind) =>
      keysIn(geo, kind).flatMap((key, index) =>
        unknown.has(key) ? [{ path: `${path}.${kind}.${index}`, message: `${key} ${message}` }] : [],
      ),
    ),
  )
}

interface Given {
  geo: Spec
  path: string
}

function ofLocation(location: Spec): Given[] {
  const { geo, excluded } = placesOf(location)
  return [{ geo, path: 'location' }, ...(excluded ? [{ geo: excluded, path: 'location.excluded_locations' }] : [])]
}

function ofTargeting(targeting: Spec): Given[] {
  const { geo_locations: geo, excluded_geo_locations: excluded } = snakeKeys(targeting)
  const part = (value: unknown, path: string) => (isObject(value) ? [{ geo: normalizeGeo(value), path }] : [])
  return [...part(geo, 'targeting.geo_locations'), ...part(excluded, 'targeting.excluded_geo_locations')]
}

function keysIn(geo: Spec, kind: string): string[] {
  const places = geo[kind]
  return Array.isArray(places)
    ? places.map((place: unknown) => (isObject(place) ? String(place.key) : String(place)))
    : []
}
