import type { Graph } from '../graph/graph.ts'
import type { Ad, AdSet, Campaign } from './objects.ts'

export function campaignEffectiveStatus(campaign: Campaign): string {
  return campaign.status
}

export function adSetEffectiveStatus(graph: Graph, adset: AdSet): string {
  const campaign = graph.campaigns.get(adset.campaign_id)
  return gone(adset.status, campaign?.status) ?? paused(adset.status, undefined, campaign?.status) ?? 'ACTIVE'
}

/** Delivery depends on the ad, its ad set and its campaign; the first obstacle from below is shown. */
export function adEffectiveStatus(graph: Graph, ad: Ad): string {
  const adset = graph.adsets.get(ad.adset_id)
  const campaign = graph.campaigns.get(ad.campaign_id)
  return (
    gone(ad.status, adset?.status, campaign?.status) ??
    rejected(graph, ad) ??
    paused(ad.status, adset?.status, campaign?.status) ??
    review(graph, ad)
  )
}

function gone(...statuses: (string | undefined)[]): string | undefined {
  return statuses.find((status) => status === 'DELETED') ?? statuses.find((status) => status === 'ARCHIVED')
}

function paused(own: string, adset: string | undefined, campaign: string | undefined): string | undefined {
  if (own === 'PAUSED') return 'PAUSED'
  if (adset === 'PAUSED') return 'ADSET_PAUSED'
  return campaign === 'PAUSED' ? 'CAMPAIGN_PAUSED' : undefined
}

function rejected(graph: Graph, ad: Ad): string | undefined {
  return ad.is_rejected && graph.now() >= ad.reviewed ? 'DISAPPROVED' : undefined
}

function review(graph: Graph, ad: Ad): string {
  const now = graph.now()
  if (now >= ad.reviewed) return 'ACTIVE'
  return now < ad.created + (ad.reviewed - ad.created) / 3 ? 'IN_PROCESS' : 'PENDING_REVIEW'
}
