import type { AdStatus } from '../core/ad-status.ts'
import type { PlatformState, StateAd } from '../core/simulator.ts'
import { defaultTenant } from '../core/tenants.ts'
import { app, defaultRefreshToken, defaultToken, developerToken, paths, scope } from './app.ts'
import { idOf, textOf } from './objects/objects.ts'
import type { Customer, Entity, Fields } from './objects/objects.ts'
import { platform, prefix, version } from './world.ts'
import type { World } from './world.ts'
import { required } from '../core/required.ts'

export function stateOf(world: World, accountId?: string): PlatformState {
  const isWanted = ({ customer }: Entity) => accountId === undefined || customer === accountId
  const count = (entities: Iterable<Entity>) => [...entities].filter(isWanted).length
  const customers = [...world.customers.values()].sort(
    (one, other) => Number(other.tenant === defaultTenant) - Number(one.tenant === defaultTenant),
  )
  const isAccount = ({ id, isManager, status }: Customer) =>
    !isManager && status === 'ENABLED' && (accountId === undefined || id === accountId)
  return {
    platform,
    baseUrl: `${world.context.publicUrl()}${prefix}`,
    version,
    token: defaultToken,
    developerToken,
    app: { ...app, refreshToken: defaultRefreshToken, scope, paths },
    settings: world.settings(),
    accounts: customers.filter(isAccount).map((customer) => ({
      id: customer.id,
      currency: customer.currency,
      tenant: customer.tenant,
      timeZone: customer.timeZone,
      loginCustomerId: loginOf(world, customer),
    })),
    managers: customers
      .filter(({ isManager }) => isManager)
      .map(({ id, tenant, manager, isDirect }) => ({ id, tenant, manager, isDirect })),
    counts: {
      campaigns: count(world.campaigns.values()),
      adsets: count(world.adGroups.values()),
      ads: count(world.adGroupAds.values()),
      creatives: 0,
      images: 0,
      videos: 0,
    },
    ads: [...world.adGroupAds.values()].filter(isWanted).map((ad) => stateAd(world, ad)),
  }
}

/** What `login-customer-id` has to be; null where it can be left out. */
function loginOf(world: World, { isDirect, manager }: Customer): string | null {
  if (isDirect || manager === null) return null
  const above = required(world.customers.get(manager), 'manager')
  return above.isDirect ? above.id : loginOf(world, above)
}

const words: Record<string, AdStatus> = { ENABLED: 'ACTIVE', PAUSED: 'PAUSED', REMOVED: 'DELETED' }

/** Gone with its ad group or campaign counts as gone. */
function stateAd(world: World, ad: Entity): StateAd {
  const group = world.adGroups.get(textOf(ad.fields['adGroup']))
  const campaign = world.campaigns.get(textOf(group?.fields['campaign']))
  const isGone = [ad, group, campaign].some((object) => object?.fields['status'] === 'REMOVED')
  const { id } = ad.fields['ad'] as Fields
  return {
    id: textOf(id),
    name: textOf((ad.fields['ad'] as Fields)['name']),
    accountId: ad.customer,
    adsetId: idOf(textOf(ad.fields['adGroup'])),
    creativeId: textOf(id),
    status: isGone ? 'DELETED' : required(words[textOf(ad.fields['status'])], 'word for the status'),
    createdAt: new Date(ad.created).toISOString(),
  }
}
