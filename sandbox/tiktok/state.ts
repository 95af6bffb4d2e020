import type { AdStatus } from '../core/ad-status.ts'
import type { PlatformState, StateAd } from '../core/simulator.ts'
import { defaultFirst } from '../core/tenants.ts'
import { app, defaultToken } from './app.ts'
import type { World } from './world.ts'
import type { Ad } from './objects/objects.ts'
import { adEffective } from './objects/status.ts'

export function stateOf(world: World, accountId?: string): PlatformState {
  const isWanted = ({ advertiser }: { advertiser: string }) => accountId === undefined || advertiser === accountId
  const count = (objects: Iterable<{ advertiser: string }>) => [...objects].filter(isWanted).length
  const accounts = [...world.advertisers.values()].filter(({ id }) => isWanted({ advertiser: id }))
  return {
    platform: 'tiktok',
    baseUrl: `${world.context.publicUrl()}/tiktok`,
    token: defaultToken,
    app,
    settings: world.settings(),
    sparkCodes: [...world.sparkCodes.values()].filter(isWanted),
    accounts: defaultFirst(accounts).map(({ id, currency, tenant }) => ({ id, currency, tenant })),
    counts: {
      campaigns: count(world.campaigns.values()),
      adsets: count(world.adgroups.values()),
      ads: count(world.ads.values()),
      // An ad is its own creative here.
      creatives: count(world.ads.values()),
      images: count(world.images.values()),
      videos: count(world.videos.values()),
    },
    ads: [...world.ads.values()].filter(isWanted).map((ad) => stateAd(world, ad)),
  }
}

function stateAd(world: World, ad: Ad): StateAd {
  const isGone = adEffective(world, ad) === 'DELETE'
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
