import type { EntityState, EntityStatus } from '../contract/manage.ts'
import type { PlatformAccount } from '../contract/platform.ts'
import { minorUnitsWithout } from '../kit/money.ts'

/** Currencies that have no minor unit; amounts are in the main unit everywhere on this platform. */
export const money = minorUnitsWithout(
  new Set(['CLP', 'COP', 'CRC', 'HUF', 'ISK', 'IDR', 'JPY', 'KRW', 'PYG', 'TWD', 'VND']),
)

const accountStatuses: Record<string, PlatformAccount['status']> = {
  STATUS_ENABLE: 'active',
  STATUS_PENDING_CONFIRM: 'pending',
  STATUS_PENDING_VERIFIED: 'pending',
  STATUS_PENDING_CONFIRM_MODIFY: 'pending',
  STATUS_CONTRACT_PENDING: 'pending',
  STATUS_WAIT_FOR_BPM_AUDIT: 'pending',
  STATUS_SELF_SERVICE_UNAUDITED: 'pending',
}

export function accountStatus(word: string): PlatformAccount['status'] {
  return accountStatuses[word] ?? 'disabled'
}

/** Who runs a campaign: people, the platform's automation, its first generation, or something that is not known here. */
export type Automation = 'manual' | 'smart' | 'legacy' | 'unknown'

const automations: Record<string, Automation> = {
  '': 'manual',
  MANUAL: 'manual',
  SMART_PLUS: 'legacy',
  UPGRADED_SMART_PLUS: 'smart',
}

interface Automated {
  campaign_automation_type: string
  is_smart_performance_campaign?: boolean | null | undefined
}

export function automationOf({ campaign_automation_type: word, is_smart_performance_campaign: old }: Automated) {
  return old === true ? 'legacy' : (automations[word] ?? 'unknown')
}

export interface Budgeted {
  budget: number | null
  budget_mode: string
}

/** 0 and the endless mode mean that no budget stands here. */
export function budgetsOf({ budget, budget_mode: mode }: Budgeted) {
  const isSet = budget !== null && budget > 0 && mode !== 'BUDGET_MODE_INFINITE'
  const isTotal = mode === 'BUDGET_MODE_TOTAL'
  return {
    dailyBudget: isSet && !isTotal ? budget : null,
    lifetimeBudget: isSet && isTotal ? budget : null,
  }
}

/** `2026-11-14 10:00:00`, in UTC. */
export function toPlatformTime(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ')
}

export function fromPlatformTime(text: string): Date | null {
  const time = new Date(`${text.replace(' ', 'T')}Z`)
  return Number.isNaN(time.getTime()) ? null : time
}

/** Our words for the platform's switch. */
export const operationStatus = { active: 'ENABLE', paused: 'DISABLE' } as const

const statuses: Record<string, EntityStatus> = { ENABLE: 'active', DISABLE: 'paused', DELETE: 'deleted' }

export function statusOf(word: string): Pick<EntityState, 'status' | 'platformStatus'> {
  return { status: statuses[word] ?? 'pending', platformStatus: word }
}

/** Anything else is no id and must not get into a call. */
export function isEntityId(id: string): boolean {
  return /^\d{1,20}$/.test(id)
}
