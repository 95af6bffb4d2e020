import type { PlatformState, StateAd } from '../core/simulator.ts'
import { defaultFirst } from '../core/tenants.ts'
import { app, defaultRefreshToken, defaultToken } from './app.ts'
import type { Ad } from './objects/objects.ts'
import { platform, prefix } from './world.ts'
import type { World } from './world.ts'

export function stateOf(world: World, accountId?: string): PlatformState {
  const isWanted = (object: { account_id: string }) => accountId === undefined || object.account_id === accountId
  const count = (objects: Iterable<{ account_id: string }>) => [...objects].filter(isWanted).length
  const accounts = [...world.accounts.values()].filter(({ id }) => accountId === undefined || id === accountId)
  const pins = [...world.pins.values()]
  return {
    platform,
    baseUrl: `${world.context.publicUrl()}${prefix}`,
    token: defaultToken,
    app,
    refreshToken: defaultRefreshToken,
    settings: world.settings(),
    accounts: defaultFirst(accounts).map(({ id, currency, tenant }) => ({ id, currency, tenant })),
    counts: {
      campaigns: count(world.campaigns.values()),
      adsets: count(world.adGroups.values()),
      ads: count(world.ads.values()),
      // Pins and videos belong to the company, not to one of its accounts.
      creatives: pins.length,
      images: pins.filter(({ kind }) => kind === 'image').length,
      videos: world.media.size,
    },
    ads: [...world.ads.values()].filter(isWanted).map((ad) => stateAd(world, ad)),
  }
}

/** Gone with its ad group or campaign counts as gone. */
function stateAd(world: World, ad: Ad): StateAd {
  const above = [world.adGroups.get(ad.ad_group_id), world.campaigns.get(ad.campaign_id)]
  return {
    id: ad.id,
    name: ad.name ?? '',
    accountId: ad.account_id,
    adsetId: ad.ad_group_id,
    creativeId: ad.pin_id,
    status: above.some((parent) => parent?.status === 'ARCHIVED') ? 'ARCHIVED' : ad.status,
    createdAt: new Date(ad.created).toISOString(),
  }
}
