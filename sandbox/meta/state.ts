import type { AdStatus } from '../core/ad-status.ts'
import type { PlatformState, StateAd } from '../core/simulator.ts'
import { defaultFirst } from '../core/tenants.ts'
import { app, defaultToken } from './app.ts'
import { eventCounts } from './content/conversions.ts'
import type { World } from './world.ts'
import type { Ad, AdCode } from './campaigns/objects.ts'
import { adEffectiveStatus } from './campaigns/status.ts'

export function stateOf(world: World, accountId?: string): PlatformState {
  const wanted = accountId?.replace(/^act_/, '')
  const isWanted = (object: { account_id: string }) => wanted === undefined || object.account_id === wanted
  const count = (objects: Iterable<{ account_id: string }>) => [...objects].filter(isWanted).length
  const accounts = [...world.accounts.values()].filter(isWanted)
  return {
    platform: 'meta',
    baseUrl: `${world.context.publicUrl()}/meta`,
    token: defaultToken,
    app: { id: app.id, secret: app.secret },
    settings: world.settings(),
    conversions: eventCounts(world),
    partnershipCodes: [...world.adCodes.values()].map((code) => stateCode(world, code)),
    accounts: defaultFirst(accounts).map(({ id, currency, tenant }) => ({ id, currency, tenant })),
    counts: {
      campaigns: count(world.campaigns.values()),
      adsets: count(world.adsets.values()),
      ads: count(world.ads.values()),
      creatives: count(world.creatives.values()),
      images: count(world.images.values()),
      videos: count(world.videos.values()),
    },
    ads: [...world.ads.values()].filter(isWanted).map((ad) => stateAd(world, ad)),
  }
}

/** A creator's code for a post of hers, to launch with as `partnershipCode`. */
function stateCode(world: World, { id, tenant, creator_id, media_id, expires }: AdCode): object {
  return {
    code: id,
    tenant,
    creatorId: creator_id,
    mediaId: media_id,
    works: expires > world.now(),
    expiresAt: new Date(expires).toISOString(),
  }
}

function stateAd(world: World, ad: Ad): StateAd {
  return {
    id: ad.id,
    name: ad.name,
    accountId: `act_${ad.account_id}`,
    adsetId: ad.adset_id,
    creativeId: ad.creative_id,
    status: statusOf(world, ad),
    createdAt: new Date(ad.created).toISOString(),
  }
}

/** Gone with its ad set or campaign counts as gone; otherwise the switch of the ad itself. */
function statusOf(world: World, ad: Ad): AdStatus {
  const effective = adEffectiveStatus(world, ad)
  return effective === 'DELETED' || effective === 'ARCHIVED' ? effective : ad.status
}
