import type { EntityState, EntityStatus } from '../contract/manage.ts'
import type { PlatformAccount } from '../contract/platform.ts'

const million = 1_000_000

/** 12500000 is 12.50; absent and 0 mean that none is set. */
export function fromMicro(micro: number | undefined): number | null {
  return micro ? micro / million : null
}

export function toMicro(amount: number): number {
  return Math.round(amount * million)
}

export function optionalMicro(amount: number | undefined): number | undefined {
  return amount === undefined ? undefined : toMicro(amount)
}

export function accountStatus(status: string): PlatformAccount['status'] {
  if (status === 'ACTIVE') return 'active'
  if (status === 'PENDING') return 'pending'
  return status === 'DELETED' || status === 'CLOSED' ? 'closed' : 'disabled'
}

/** What is deleted can no longer be read. */
const statuses: Record<string, EntityStatus> = { ACTIVE: 'active', PAUSED: 'paused' }

export function statusOf(word: string): Pick<EntityState, 'status' | 'platformStatus'> {
  return { status: statuses[word] ?? 'pending', platformStatus: word }
}

/** Ids are UUIDs. Anything else is no id and must not get into an address. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

/** What a switch amounts to below another switch. */
export function squadStatus(own: string, campaign: string | undefined): string {
  return own === 'ACTIVE' && campaign === 'PAUSED' ? 'CAMPAIGN_PAUSED' : own
}
