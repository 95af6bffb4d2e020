import type { PlatformState, StateAd } from '../core/simulator.ts'
import { defaultFirst } from '../core/tenants.ts'
import { defaultReportKey, defaultToken } from './auth.ts'
import type { CreativeSet } from './objects/objects.ts'
import { platform, prefix } from './world.ts'
import type { World } from './world.ts'

/** A creative set is an ad, and the campaign that shows it is what an ad set is elsewhere. */
export function stateOf(world: World, accountId?: string): PlatformState {
  const isWanted = (object: { account_id: string }) => accountId === undefined || object.account_id === accountId
  const count = (objects: Iterable<{ account_id: string }>) => [...objects].filter(isWanted).length
  const accounts = [...world.accounts.values()].filter(({ id }) => accountId === undefined || id === accountId)
  const assets = [...world.assets.values()].filter(isWanted)
  const campaigns = count(world.campaigns.values())
  const sets = [...world.sets.values()].filter(isWanted)
  return {
    platform,
    baseUrl: `${world.context.publicUrl()}${prefix}`,
    token: defaultToken,
    reportKey: defaultReportKey,
    settings: world.settings(),
    accounts: defaultFirst(accounts).map(({ id, currency, tenant }) => ({ id, currency, tenant })),
    counts: {
      campaigns,
      adsets: campaigns,
      ads: sets.length,
      creatives: sets.length,
      images: assets.filter(({ resource_type: type }) => type === 'IMAGE').length,
      videos: assets.filter(({ resource_type: type }) => type === 'VIDEO').length,
    },
    ads: sets.map(stateAd),
  }
}

function stateAd({ id, name, account_id, campaign_ids, status, created }: CreativeSet): StateAd {
  return {
    id,
    name,
    accountId: account_id,
    adsetId: campaign_ids[0] ?? '',
    creativeId: id,
    status: status === 'LIVE' ? 'ACTIVE' : 'PAUSED',
    createdAt: new Date(created).toISOString(),
  }
}
