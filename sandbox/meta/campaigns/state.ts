import type { AdStatus } from '../../core/ad-status.ts'
import type { PlatformState, StateAd } from '../../core/simulator.ts'
import { defaultTenant } from '../../core/tenants.ts'
import { app, defaultToken } from '../graph/access/auth.ts'
import { eventCounts } from '../content/conversions.ts'
import type { Graph } from '../graph/graph.ts'
import type { Ad, AdCode } from './objects.ts'
import { adEffectiveStatus } from './status.ts'

export function metaState(graph: Graph, accountId?: string): PlatformState {
  const wanted = accountId?.replace(/^act_/, '')
  const isWanted = (object: { account_id: string }) => wanted === undefined || object.account_id === wanted
  const count = (objects: Iterable<{ account_id: string }>) => [...objects].filter(isWanted).length
  const accounts = [...graph.accounts.values()].filter(isWanted)
  return {
    platform: 'meta',
    baseUrl: `${graph.context.publicUrl()}/meta`,
    token: defaultToken,
    app: { id: app.id, secret: app.secret },
    settings: graph.settings(),
    conversions: eventCounts(graph),
    partnershipCodes: [...graph.adCodes.values()].map((code) => stateCode(graph, code)),
    accounts: [
      ...accounts.filter(({ tenant }) => tenant === defaultTenant),
      ...accounts.filter(({ tenant }) => tenant !== defaultTenant),
    ].map(({ id, currency, tenant }) => ({ id, currency, tenant })),
    counts: {
      campaigns: count(graph.campaigns.values()),
      adsets: count(graph.adsets.values()),
      ads: count(graph.ads.values()),
      creatives: count(graph.creatives.values()),
      images: count(graph.images.values()),
      videos: count(graph.videos.values()),
    },
    ads: [...graph.ads.values()].filter(isWanted).map((ad) => stateAd(graph, ad)),
  }
}

/** A creator's code for a post of hers, to launch with as `partnershipCode`. */
function stateCode(graph: Graph, { id, tenant, creator_id, media_id, expires }: AdCode): object {
  return {
    code: id,
    tenant,
    creatorId: creator_id,
    mediaId: media_id,
    works: expires > graph.now(),
    expiresAt: new Date(expires).toISOString(),
  }
}

function stateAd(graph: Graph, ad: Ad): StateAd {
  return {
    id: ad.id,
    name: ad.name,
    accountId: `act_${ad.account_id}`,
    adsetId: ad.adset_id,
    creativeId: ad.creative_id,
    status: statusOf(graph, ad),
    createdAt: new Date(ad.created).toISOString(),
  }
}

/** Gone with its ad set or campaign counts as gone; otherwise the switch of the ad itself. */
function statusOf(graph: Graph, ad: Ad): AdStatus {
  const effective = adEffectiveStatus(graph, ad)
  return effective === 'DELETED' || effective === 'ARCHIVED' ? effective : ad.status
}
