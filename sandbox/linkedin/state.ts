import type { AdStatus } from '../core/ad-status.ts'
import type { PlatformState, StateAd } from '../core/simulator.ts'
import { defaultTenant } from '../core/tenants.ts'
import { app, defaultRefreshToken, defaultToken, paths } from './app.ts'
import { recordOf, textOf } from './objects/objects.ts'
import type { Creative } from './objects/objects.ts'
import { campaignOf, groupOf } from './objects/rules/serving.ts'
import { isGone } from './objects/rules/status.ts'
import { platform, prefix } from './world.ts'
import type { World } from './world.ts'
import { versionEnds } from './restli/versions.ts'

export function stateOf(world: World, accountId?: string): PlatformState {
  const isWanted = (object: { account: string }) => accountId === undefined || object.account === accountId
  const count = (objects: Iterable<{ account: string }>) => [...objects].filter(isWanted).length
  const media = [...world.media.values()]
  const isDefault = ({ tenant }: { tenant: string }) => Number(tenant === defaultTenant)
  const first = <T extends { tenant: string }>(items: Iterable<T>) =>
    [...items].sort((one, other) => isDefault(other) - isDefault(one))
  return {
    platform,
    baseUrl: `${world.context.publicUrl()}${prefix}`,
    versions: versionEnds,
    token: defaultToken,
    app: { ...app, refreshToken: defaultRefreshToken, paths },
    settings: world.settings(),
    accounts: first(world.accounts.values())
      .filter(({ id }) => accountId === undefined || id === accountId)
      .map(({ id, currency, tenant, organization }) => ({ id, currency, tenant, organization })),
    organizations: first(world.organizations.values()).map(({ id, tenant, name, role }) => ({
      id,
      tenant,
      name,
      role,
    })),
    counts: {
      campaigns: count(world.groups.values()),
      adsets: count(world.campaigns.values()),
      ads: count(world.creatives.values()),
      // Posts and files belong to organizations, not to one of the accounts.
      creatives: world.posts.size,
      images: media.filter(({ kind }) => kind === 'image').length,
      videos: media.filter(({ kind }) => kind === 'video').length,
    },
    ads: [...world.creatives.values()].filter(isWanted).map((creative) => stateAd(world, creative)),
  }
}

const words: Record<string, AdStatus> = { ACTIVE: 'ACTIVE', PAUSED: 'PAUSED', DRAFT: 'PAUSED', ARCHIVED: 'ARCHIVED' }

/** Gone with its campaign or campaign group counts as gone. */
function stateAd(world: World, creative: Creative): StateAd {
  const campaign = campaignOf(world, creative)
  const group = campaign && groupOf(world, campaign)
  const isOver = [campaign, group].some((above) => isGone(above?.fields['status']))
  const status = words[textOf(creative.fields['intendedStatus'])] ?? 'DELETED'
  return {
    id: creative.id,
    name: textOf(creative.fields['name']),
    accountId: creative.account,
    adsetId: campaign?.id ?? '',
    creativeId: textOf(recordOf(creative.fields['content'])['reference']),
    status: isOver ? 'DELETED' : status,
    createdAt: new Date(creative.created).toISOString(),
  }
}
