import { z } from 'zod'
import { picturesIn } from '../../kit/pictures.ts'
import { PlatformError } from '../../../errors.ts'
import type {
  AccountRef,
  AdListing,
  AdPerformanceQuery,
  AdPerformanceRow,
  AdQuery,
  Paged,
} from '../../contract/manage.ts'
import { fillPage, hasStatus } from '../../kit/fill-page.ts'
import type { Graph } from '../client.ts'
import { nodeId, statusOf } from '../map.ts'
import { figuresIn, readFigures } from './figures.ts'
import { effectiveStatuses, isOwn, pageSize, stateIn } from './own-status.ts'

const adFields = 'id,account_id,name,status,effective_status,created_time,adset_id,creative{id,thumbnail_url}'

const AdListingWire = z.object({
  id: z.string(),
  account_id: z.string(),
  name: z.string(),
  status: z.string(),
  effective_status: z.string(),
  created_time: z.string(),
  adset_id: z.string().optional(),
  creative: z.object({ thumbnail_url: z.string().optional() }).optional(),
})

function listingOf(ad: z.output<typeof AdListingWire>): AdListing {
  return {
    id: ad.id,
    name: ad.name,
    status: ad.status,
    effectiveStatus: ad.effective_status,
    createdTime: ad.created_time,
    thumbnailUrl: ad.creative?.thumbnail_url ?? null,
  }
}

export async function showAds(graph: Graph, account: AccountRef, ids: string[]): Promise<Map<string, string>> {
  return picturesIn(await listAds(graph, account, { ids, limit: ids.length }))
}

export async function listAds(graph: Graph, account: AccountRef, query: AdQuery): Promise<Paged<AdListing>> {
  const node = nodeId(account.id)
  const options = { accountId: node }
  const { adSetId, status, ids, limit } = query
  if (ids) {
    const reads = ids.map((id) => ({ path: id, params: { fields: adFields } }))
    const answers = await graph.readMany(AdListingWire, reads, options)
    const ads = answers.flatMap((answer) => (answer instanceof PlatformError ? [] : [answer]))
    const isAsked = (ad: (typeof ads)[number]) => hasStatus(statusOf(ad.effective_status).status, status)
    const wanted = ads.filter((ad) => isAsked(ad) && (!adSetId || ad.adset_id === adSetId))
    return { items: wanted.map(listingOf), before: null, after: null }
  }
  const params = { fields: adFields, limit: pageSize(limit, stateIn(query)), ...effectiveStatuses('ad', query) }
  const read = async (cursor: string) => {
    const more = cursor ? { after: cursor } : {}
    const { items, before, after } = await graph.page(
      AdListingWire,
      `${adSetId ?? node}/ads`,
      { ...params, ...more },
      options,
    )
    return { items, before, next: after }
  }
  const page = await fillPage(read, query, isOwn(query))
  return { ...page, items: page.items.map(listingOf) }
}

const performanceFields =
  'id,account_id,name,status,effective_status,created_time,adset_id,creative{id,thumbnail_url},adset{optimization_goal}'

const AdPerformanceWire = AdListingWire.extend({
  adset_id: z.string(),
  creative: z.object({ id: z.string(), thumbnail_url: z.string().optional() }).optional(),
  adset: z.object({ optimization_goal: z.string().optional() }).optional(),
})

/** What may spend is asked for without what it shows and aims at: an account has thousands of ads. */
const plainFields = 'id,account_id,name,status,effective_status,created_time,adset_id'

export async function listAdPerformance(
  graph: Graph,
  account: AccountRef,
  query: AdPerformanceQuery,
): Promise<Paged<AdPerformanceRow>> {
  const node = nodeId(account.id)
  const options = { accountId: node }
  const fields = query.switchedOn ? plainFields : performanceFields
  const params = { fields, limit: pageSize(query.limit, stateIn(query)), ...effectiveStatuses('ad', query) }
  const read = async (cursor: string) => {
    const asked = cursor ? { ...params, after: cursor } : params
    const path = `${query.adSetId ?? node}/ads`
    const { items, before, after } = await graph.page(AdPerformanceWire, path, asked, options)
    return { items, before, next: after }
  }
  const page = await fillPage(read, query, isOwn(query))
  const figures = await readFigures(graph, account, { level: 'ad', ids: page.items.map(({ id }) => id) }, query)
  const items = page.items.map((ad) => ({
    ...listingOf(ad),
    adSetId: ad.adset_id,
    creativeId: ad.creative?.id ?? null,
    ...figuresIn(figures, ad.id, ad.adset?.optimization_goal),
  }))
  return { ...page, items }
}
