import type { EntityLevel } from '../../contract/report.ts'

const ofAll = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'IN_PROCESS', 'WITH_ISSUES']
const ofAds = [
  'PENDING_REVIEW',
  'DISAPPROVED',
  'PREAPPROVED',
  'PENDING_BILLING_INFO',
  'CAMPAIGN_PAUSED',
  'ADSET_PAUSED',
]

/** Everything that lists still show; deleted objects are in none. */
export function listedStatuses(level: EntityLevel): string[] {
  if (level === 'campaign') return ofAll
  return level === 'adset' ? [...ofAll, 'CAMPAIGN_PAUSED'] : [...ofAll, ...ofAds]
}

export function allStatuses(level: EntityLevel): string[] {
  return [...listedStatuses(level), 'DELETED']
}
