import { z } from 'zod'
import type { AccountRef, Audience, TargetingOption } from '../../contract/manage.ts'
import type { Graph } from '../client.ts'
import { nodeId } from '../map.ts'

const PlaceWire = z.object({
  key: z.union([z.string(), z.number()]).transform(String),
  name: z.string(),
  type: z.string().optional(),
  country_code: z.string().optional(),
})

const InterestWire = z.object({ id: z.string(), name: z.string() })

/** Places and interests by name, with the keys that targeting takes. */
export async function searchTargeting(
  graph: Graph,
  { q, type, limit }: { q: string; type: string; limit: number },
): Promise<TargetingOption[]> {
  const options = { accountId: '' }
  if (type === 'interest') {
    const found = await graph.page(InterestWire, 'search', { type: 'adinterest', q, limit }, options)
    return found.items.slice(0, limit).map(({ id, name }) => ({ key: id, name, type, countryCode: null }))
  }
  const params = { type: 'adgeolocation', location_types: [type], q, limit }
  const found = await graph.page(PlaceWire, 'search', params, options)
  return found.items.slice(0, limit).map((place) => ({
    key: place.key,
    name: place.name,
    type: place.type ?? type,
    countryCode: place.country_code ?? null,
  }))
}

const AudienceWire = z.object({
  id: z.string(),
  name: z.string().default(''),
  subtype: z.string().optional(),
  approximate_count_lower_bound: z.number().optional(),
})

export async function listAudiences(graph: Graph, account: AccountRef): Promise<Audience[]> {
  const node = nodeId(account.id)
  const fields = 'id,name,subtype,approximate_count_lower_bound'
  const found = await graph.list(AudienceWire, `${node}/customaudiences`, { fields }, { accountId: node, limit: 1000 })
  return found.map(({ id, name, subtype, approximate_count_lower_bound: count }) => ({
    id,
    name,
    subtype: subtype ?? null,
    // The platform answers -1 where it does not want to say.
    approximateCount: count === undefined || count < 0 ? null : count,
  }))
}
