import type { AdStatus } from '../core/ad-status.ts'
import type { PlatformState, StateAd } from '../core/simulator.ts'
import { defaultTenant } from '../core/tenants.ts'
import { app, defaultRefreshToken, defaultToken } from './app.ts'
import { campaignOf, isoTime, squadOf } from './world.ts'
import type { Entity, World } from './world.ts'

export function stateOf(world: World, accountId?: string): PlatformState {
  const isWanted = (id: string) => accountId === undefined || id === accountId
  const count = (entities: Iterable<Entity>, keep: (entity: Entity) => boolean = () => true) =>
    [...entities].filter((entity) => isWanted(entity.account_id) && keep(entity)).length
  const accounts = [...world.accounts.values()].filter(({ id }) => isWanted(id))
  const isDefault = ({ tenant }: { tenant: string }) => tenant === defaultTenant
  return {
    platform: 'snapchat',
    baseUrl: `${world.context.publicUrl()}/snapchat`,
    token: defaultToken,
    app: { ...app, refreshToken: defaultRefreshToken },
    settings: world.settings(),
    profiles: [...world.organizations.values()].map(({ tenant, profiles }) => ({ tenant, profiles })),
    accounts: [...accounts.filter(isDefault), ...accounts.filter((account) => !isDefault(account))].map(
      ({ id, currency, tenant }) => ({ id, currency, tenant }),
    ),
    counts: {
      campaigns: count(world.campaigns.values()),
      adsets: count(world.adsquads.values()),
      ads: count(world.ads.values()),
      creatives: count(world.creatives.values()),
      images: count(world.media.values(), (media) => media.fields['type'] === 'IMAGE'),
      videos: count(world.media.values(), (media) => media.fields['type'] === 'VIDEO'),
    },
    ads: [...world.ads.values()].filter((ad) => isWanted(ad.account_id)).map((ad) => stateAd(world, ad)),
  }
}

function stateAd(world: World, ad: Entity): StateAd {
  return {
    id: ad.id,
    name: String(ad.fields['name']),
    accountId: ad.account_id,
    adsetId: String(ad.fields['ad_squad_id']),
    creativeId: String(ad.fields['creative_id']),
    status: statusOf(world, ad),
    createdAt: isoTime(ad.created),
  }
}

/** Gone with its ad squad or campaign counts as gone; otherwise the switch of the ad itself. */
function statusOf(world: World, ad: Entity): AdStatus {
  const squad = squadOf(world, ad)
  const isGone = ad.deleted || squad?.deleted || campaignOf(world, squad)?.deleted
  return isGone ? 'DELETED' : (ad.fields['status'] as AdStatus)
}
