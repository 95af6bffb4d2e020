import type { World } from '../world.ts'
import { parseStamp } from '../call.ts'
import type { Primary } from '../lists.ts'
import type { Ad, AdGroup, Campaign } from './objects.ts'

type Effective = 'DELETE' | 'CAMPAIGN_DISABLE' | 'ADGROUP_DISABLE' | 'DISABLE' | 'TIME_DONE' | 'AUDIT' | 'DELIVERY_OK'

export function campaignEffective(campaign: Campaign): 'DELETE' | 'DISABLE' | 'ENABLE' {
  return campaign.isDeleted ? 'DELETE' : campaign.status
}

export function adGroupEffective(world: World, adgroup: AdGroup): Effective {
  const campaign = world.campaigns.get(adgroup.campaign)
  if (adgroup.isDeleted || campaign?.isDeleted) return 'DELETE'
  if (campaign?.status === 'DISABLE') return 'CAMPAIGN_DISABLE'
  if (adgroup.status === 'DISABLE') return 'DISABLE'
  const end = adgroup.scheduleType === 'SCHEDULE_START_END' ? parseStamp(adgroup.scheduleEnd) : Infinity
  return end <= world.now() ? 'TIME_DONE' : 'DELIVERY_OK'
}

export function adEffective(world: World, ad: Ad): Effective {
  const adgroup = world.adgroups.get(ad.adgroup)
  const above = adgroup ? adGroupEffective(world, adgroup) : 'DELETE'
  if (ad.isDeleted || above === 'DELETE') return 'DELETE'
  if (above === 'CAMPAIGN_DISABLE') return above
  if (above === 'DISABLE') return 'ADGROUP_DISABLE'
  if (ad.status === 'DISABLE') return 'DISABLE'
  const isReviewed = ad.created + world.settings().reviewSeconds * 1000 <= world.now()
  return above === 'DELIVERY_OK' && !isReviewed ? 'AUDIT' : above
}

export function primaryOf(effective: Effective | 'ENABLE'): Primary {
  if (effective === 'DELETE') return 'STATUS_DELETE'
  if (effective === 'TIME_DONE') return 'STATUS_TIME_DONE'
  if (effective === 'AUDIT') return 'STATUS_NOT_DELIVERY'
  return effective === 'DELIVERY_OK' || effective === 'ENABLE' ? 'STATUS_DELIVERY_OK' : 'STATUS_DISABLE'
}
