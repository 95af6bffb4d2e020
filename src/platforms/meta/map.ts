import type { EntityState, EntityStatus } from '../contract/manage.ts'
import { minorUnitsWithout } from '../kit/money.ts'

/** The platform's own table: these currencies have no minor unit here, all others have 100, whatever ISO 4217 says. */
export const money = minorUnitsWithout(
  new Set(['CLP', 'COP', 'CRC', 'HUF', 'ISK', 'IDR', 'JPY', 'KRW', 'PYG', 'TWD', 'VND']),
)

export function minorUnits(currency: string): number {
  return 10 ** money.decimals(currency)
}

/** '12345' in cents is 123.45; absent and '0' mean that no such budget is set. */
export function budgetFromMinor(text: string | undefined, currency: string): number | null {
  if (text === undefined || text === '0') return null
  return Number(text) / minorUnits(currency)
}

const statuses: Record<string, EntityStatus> = {
  ACTIVE: 'active',
  PAUSED: 'paused',
  ARCHIVED: 'archived',
  DELETED: 'deleted',
}

export function statusOf(word: string): Pick<EntityState, 'status' | 'platformStatus'> {
  return { status: statuses[word] ?? 'pending', platformStatus: word }
}

export function nodeId(accountId: string): string {
  return accountId.startsWith('act_') ? accountId : `act_${accountId}`
}
