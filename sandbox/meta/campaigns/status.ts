import type { World } from '../world.ts'
import type { Ad, AdSet, Campaign } from './objects.ts'

export function campaignEffectiveStatus(campaign: Campaign): string {
  return campaign.status
}

export function adSetEffectiveStatus(world: World, adset: AdSet): string {
  const campaign = world.campaigns.get(adset.campaign_id)
  return gone(adset.status, campaign?.status) ?? paused(adset.status, undefined, campaign?.status) ?? 'ACTIVE'
}

/** Delivery depends on the ad, its ad set and its campaign; the first obstacle from below is shown. */
export function adEffectiveStatus(world: World, ad: Ad): string {
  const adset = world.adsets.get(ad.adset_id)
  const campaign = world.campaigns.get(ad.campaign_id)
  return (
    gone(ad.status, adset?.status, campaign?.status) ??
    rejected(world, ad) ??
    paused(ad.status, adset?.status, campaign?.status) ??
    review(world, ad)
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

function rejected(world: World, ad: Ad): string | undefined {
  return ad.is_rejected && world.now() >= ad.reviewed ? 'DISAPPROVED' : undefined
}

function review(world: World, ad: Ad): string {
  const now = world.now()
  if (now >= ad.reviewed) return 'ACTIVE'
  return now < ad.created + (ad.reviewed - ad.created) / 3 ? 'IN_PROCESS' : 'PENDING_REVIEW'
}
