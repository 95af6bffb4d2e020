import { hasStatus } from '../../kit/fill-page.ts'
import type { EntityStatus, EntityType } from '../../contract/manage.ts'
import { statusOf } from '../map.ts'

/** What can hold back something that is switched on, or tell of something that is off. */
const inBetween: Record<EntityType, string[]> = {
  campaign: ['IN_PROCESS', 'WITH_ISSUES'],
  adset: ['CAMPAIGN_PAUSED', 'IN_PROCESS', 'WITH_ISSUES'],
  ad: [
    'ADSET_PAUSED',
    'CAMPAIGN_PAUSED',
    'DISAPPROVED',
    'IN_PROCESS',
    'PENDING_BILLING_INFO',
    'PENDING_REVIEW',
    'PREAPPROVED',
    'WITH_ISSUES',
  ],
}

/** The platform filters by what things amount to below others; this asks for all that can be what is wanted. */
export function effectiveStatuses(
  level: EntityType,
  wanted: EntityStatus | undefined,
): { effective_status?: string[] } {
  if (wanted === undefined) return {}
  const isSwitch = wanted === 'active' || wanted === 'paused'
  return { effective_status: [wanted.toUpperCase(), ...(isSwitch ? inBetween[level] : [])] }
}

export function isOwn(wanted: EntityStatus | undefined): (item: { status: string }) => boolean {
  return ({ status }) => hasStatus(statusOf(status).status, wanted)
}

/** With a filter of ours, more is asked for at once than is likely to be shown. */
export function pageSize(limit: number, filter: unknown): number {
  return filter === undefined ? limit : Math.max(limit, 100)
}
