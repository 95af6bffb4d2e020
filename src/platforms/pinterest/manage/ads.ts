import type {
  AccountRef,
  AdListing,
  AdPerformanceQuery,
  AdPerformanceRow,
  AdQuery,
  Paged,
  SwitchedOn,
} from '../../contract/manage.ts'
import { figuresFrom } from '../../kit/figures.ts'
import { pageOf } from '../../kit/fill-page.ts'
import { largestPage } from '../client.ts'
import type { Api, Deps } from '../client.ts'
import { forIds } from '../discover.ts'
import { isId } from '../map.ts'
import { AdWire } from '../wire.ts'
import type { Ad } from '../wire.ts'
import { figuresOf } from './figures.ts'
import { statusesFor } from './views.ts'

export async function listAds(api: Api, account: AccountRef, query: AdQuery): Promise<Paged<AdListing>> {
  const { adSetId, ids } = query
  if (ids) {
    const path = `ad_accounts/${account.id}/ads`
    const options = { accountId: account.id }
    const deleted = { entity_statuses: ['ARCHIVED'] }
    const ads = await forIds(ids.filter(isId), (some) =>
      api.list(AdWire, path, { ad_ids: some, ...deleted }, { ...options, limit: some.length }),
    )
    const wanted = ads.filter((ad) => !adSetId || ad.ad_group_id === adSetId)
    return { items: wanted.map(listingOf), before: null, after: null }
  }
  const page = await adsPage(api, account, query)
  return { ...page, items: page.items.map(listingOf) }
}

async function adsPage(api: Api, account: AccountRef, query: AdQuery & SwitchedOn): Promise<Paged<Ad>> {
  const { adSetId, after } = query
  const params = {
    page_size: pageOf(query, largestPage).limit,
    bookmark: after,
    ...(adSetId ? { ad_group_ids: [adSetId] } : {}),
    entity_statuses: statusesFor(query),
  }
  const page = await api.page(AdWire, `ad_accounts/${account.id}/ads`, params, { accountId: account.id })
  return { items: page.items, before: null, after: page.after }
}

/** What an ad is part of is told with it, so that its results can be counted. */
export async function listAdPerformance(
  api: Deps,
  account: AccountRef,
  query: AdPerformanceQuery,
): Promise<Paged<AdPerformanceRow>> {
  const page = await adsPage(api, account, query)
  const rows = page.items.map(({ id, campaign_id: campaignId }) => ({ id, campaignId: campaignId ?? null }))
  const figures = await figuresOf(api, account, { level: 'ad', query, rows })
  const items = page.items.map((ad) => ({
    ...listingOf(ad),
    adSetId: ad.ad_group_id,
    creativeId: ad.pin_id,
    ...figuresFrom(figures, ad.id),
  }))
  return { ...page, items }
}

function listingOf({ id, name, status, summary_status, created_time }: Ad): AdListing {
  return {
    id,
    name: name ?? '',
    status,
    effectiveStatus: summary_status ?? status,
    createdTime: new Date(created_time * 1000).toISOString(),
    // The picture belongs to the pin, and pins are read one by one.
    thumbnailUrl: null,
  }
}
