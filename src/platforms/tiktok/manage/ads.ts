import type {
  AccountRef,
  AdListing,
  AdPerformanceQuery,
  AdPerformanceRow,
  AdQuery,
  EntityStatus,
  Paged,
  SwitchedOn,
} from '../../contract/manage.ts'
import { figuresFrom } from '../../kit/figures.ts'
import { pageOf } from '../../kit/fill-page.ts'
import type { Api } from '../client.ts'
import { ImagesWire } from '../launch/wire.ts'
import { fromPlatformTime } from '../map.ts'
import { largestPage, pageThroughAds } from '../paging.ts'
import type { Ad } from '../wire.ts'
import { figuresOf } from './figures.ts'
import type { Deps } from './figures.ts'
import { picturesIn } from '../../kit/pictures.ts'
import { isOwn, ownStatusOf } from './read.ts'

const notDeleted = 'STATUS_NOT_DELETE'

/** Deleted ads are in no list of the others; the platform has no archive. */
const listedAs: Partial<Record<EntityStatus, string>> = {
  active: notDeleted,
  paused: notDeleted,
  deleted: 'STATUS_DELETE',
}

export async function listAds(api: Api, account: AccountRef, query: AdQuery): Promise<Paged<AdListing>> {
  const page = await adsPage(api, account, query)
  const pictures = await picturesOf(api, account.id, page.items)
  return { ...page, items: page.items.map((ad) => listingOf(ad, pictures)) }
}

export async function showAds(api: Api, account: AccountRef, ids: string[]): Promise<Map<string, string>> {
  return picturesIn(await listAds(api, account, { ids, limit: ids.length }))
}

async function adsPage(api: Api, account: AccountRef, query: AdQuery & SwitchedOn): Promise<Paged<Ad>> {
  const { adSetId, status, ids } = query
  const primary = status && listedAs[status]
  if ((status && !primary) || ids?.length === 0) return { items: [], before: null, after: null }
  const places = {
    ...{ accountId: account.id, adSetId, ids: ids?.slice(0, 100) },
    status: primary ?? (ids ? 'STATUS_ALL' : undefined),
  }
  return pageThroughAds(api, places, pageOf(query, largestPage), (ad) => isOwn(ad, query))
}

export async function listAdPerformance(
  api: Deps,
  account: AccountRef,
  query: AdPerformanceQuery,
): Promise<Paged<AdPerformanceRow>> {
  const page = await adsPage(api, account, query)
  const figures = await figuresOf(api, account, { level: 'ad', query, rows: idsOf(page.items) })
  const pictures = query.switchedOn ? new Map<string, string>() : await picturesOf(api, account.id, page.items)
  const items = page.items.map((ad) => ({
    ...listingOf(ad, pictures),
    adSetId: ad.adgroup_id,
    creativeId: ad.video_id ?? ad.tiktok_item_id,
    ...figuresFrom(figures, ad.ad_id),
  }))
  return { ...page, items }
}

function idsOf(ads: Ad[]): { id: string }[] {
  return ads.map(({ ad_id: id }) => ({ id }))
}

function listingOf(ad: Ad, pictures: Map<string, string>): AdListing {
  return {
    id: ad.ad_id,
    name: ad.ad_name,
    status: ownStatusOf(ad).platformStatus,
    effectiveStatus: ad.secondary_status || ad.operation_status,
    createdTime: fromPlatformTime(ad.create_time)?.toISOString() ?? ad.create_time,
    thumbnailUrl: pictures.get(ad.image_ids[0] ?? '') ?? null,
  }
}

/** Ads name their pictures by id; addresses are asked for separately, and hold for an hour. */
async function picturesOf(api: Api, accountId: string, ads: Ad[]): Promise<Map<string, string>> {
  const ids = [...new Set(ads.flatMap((ad) => ad.image_ids.slice(0, 1)))].slice(0, 100)
  if (ids.length === 0) return new Map()
  const params = { advertiser_id: accountId, image_ids: ids }
  const { list } = await api.get(ImagesWire, 'file/image/ad/info', params, { accountId })
  return new Map(list.flatMap(({ image_id: id, image_url: url }) => (url ? [[id, url] as const] : [])))
}
