import type { AdStatus } from '../core/ad-status.ts'
import type { PlatformState, StateAd } from '../core/simulator.ts'
import { defaultTenant } from '../core/tenants.ts'
import { app, defaultToken } from './auth.ts'
import type { Books } from './books.ts'
import type { Ad } from './objects/objects.ts'
import { adEffective } from './objects/status.ts'

export function tiktokState(books: Books, accountId?: string): PlatformState {
  const isWanted = ({ advertiser }: { advertiser: string }) => accountId === undefined || advertiser === accountId
  const count = (objects: Iterable<{ advertiser: string }>) => [...objects].filter(isWanted).length
  const accounts = [...books.advertisers.values()].filter(({ id }) => isWanted({ advertiser: id }))
  return {
    platform: 'tiktok',
    baseUrl: `${books.context.publicUrl()}/tiktok`,
    token: defaultToken,
    app,
    settings: books.settings(),
    sparkCodes: [...books.sparkCodes.values()].filter(isWanted),
    accounts: [
      ...accounts.filter(({ tenant }) => tenant === defaultTenant),
      ...accounts.filter(({ tenant }) => tenant !== defaultTenant),
    ].map(({ id, currency, tenant }) => ({ id, currency, tenant })),
    counts: {
      campaigns: count(books.campaigns.values()),
      adsets: count(books.adgroups.values()),
      ads: count(books.ads.values()),
      // An ad is its own creative here.
      creatives: count(books.ads.values()),
      images: count(books.images.values()),
      videos: count(books.videos.values()),
    },
    ads: [...books.ads.values()].filter(isWanted).map((ad) => stateAd(books, ad)),
  }
}

function stateAd(books: Books, ad: Ad): StateAd {
  const isGone = adEffective(books, ad) === 'DELETE'
  const status: AdStatus = isGone ? 'DELETED' : ad.status === 'ENABLE' ? 'ACTIVE' : 'PAUSED'
  return {
    id: ad.id,
    name: ad.name,
    accountId: ad.advertiser,
    adsetId: ad.adgroup,
    creativeId: ad.id,
    status,
    createdAt: new Date(ad.created).toISOString(),
  }
}
