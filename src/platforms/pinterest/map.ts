import type { EntityState, EntityStatus } from '../contract/manage.ts'

/** Money travels in millionths of the currency's main unit. */
const micro = 1_000_000

export function toMicro(amount: number): number {
  return Math.round(amount * micro)
}

/** null and 0 mean that no such budget is set. */
export function fromMicro(amount: number | null | undefined): number | null {
  return amount ? amount / micro : null
}

export function unixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}

/** Ids are digits, at most 18. Anything else is no id and must not get into an address. */
export function isId(text: string): boolean {
  return /^\d{1,18}$/.test(text)
}

export const allStatuses = ['ACTIVE', 'PAUSED', 'ARCHIVED']

const statuses: Record<string, EntityStatus> = {
  ACTIVE: 'active',
  PAUSED: 'paused',
  ARCHIVED: 'archived',
  DELETED_DRAFT: 'deleted',
}

export function statusOf(word: string): Pick<EntityState, 'status' | 'platformStatus'> {
  return { status: statuses[word] ?? 'pending', platformStatus: word }
}

interface Budgeted {
  budget_type?: string | null
  budget_in_micro_currency?: number | null
}

/** An ad group's budget has one of two kinds. */
export function groupBudgets({ budget_type: kind, budget_in_micro_currency: amount }: Budgeted) {
  return {
    dailyBudget: kind === 'DAILY' ? fromMicro(amount) : null,
    lifetimeBudget: kind === 'LIFETIME' ? fromMicro(amount) : null,
  }
}
