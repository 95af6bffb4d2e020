import { isAsked } from '../../kit/fill-page.ts'
import type { EntityStatus, EntityType, SwitchedOn } from '../../contract/manage.ts'
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

/** What is asked for by its own switch; these switches are on, off or put away, with nothing in between. */
type Wanted = { status?: EntityStatus } & SwitchedOn

export function stateIn({ status, switchedOn }: Wanted): EntityStatus | undefined {
  return status ?? (switchedOn ? 'active' : undefined)
}

/** The platform filters by what things amount to below others; this asks for all that can be what is wanted. */
export function effectiveStatuses(level: EntityType, wanted: Wanted): { effective_status?: string[] } {
  const state = stateIn(wanted)
  if (state === undefined) return {}
  const isSwitch = state === 'active' || state === 'paused'
  return { effective_status: [state.toUpperCase(), ...(isSwitch ? inBetween[level] : [])] }
}

export function isOwn(wanted: Wanted): (item: { status: string }) => boolean {
  return ({ status }) => isAsked(statusOf(status).status, wanted)
}

/** With a filter of ours, more is asked for at once than is likely to be shown. */
export function pageSize(limit: number, filter: unknown): number {
  return filter === undefined ? limit : Math.max(limit, 100)
}
