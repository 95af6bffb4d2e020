import type { EntityStatus } from '../contract/manage.ts'
import type { AccountState } from '../contract/health.ts'
import { findClocks, momentOf } from '../kit/time/local-time.ts'
import { isNumber } from './gaql.ts'

/** Money travels in millionths of the currency's main unit. */
const micro = 1_000_000

export function toMicros(amount: number): string {
  return String(Math.round(amount * micro))
}

export function fromMicros(micros: number | undefined): number | null {
  return micros === undefined ? null : micros / micro
}

const statuses: Record<string, EntityStatus> = { ENABLED: 'active', PAUSED: 'paused', REMOVED: 'deleted' }

export function statusOf(word: string): { status: EntityStatus; platformStatus: string } {
  return { status: statuses[word] ?? 'pending', platformStatus: word }
}

/** The platform's word for a state; null: nothing is ever so here. */
export function wordFor(status: EntityStatus): string | null {
  return Object.entries(statuses).find(([, ours]) => ours === status)?.[0] ?? null
}

export const switchWords = { active: 'ENABLED', paused: 'PAUSED' } as const

const accountStates: Record<string, AccountState> = {
  ENABLED: 'active',
  SUSPENDED: 'disabled',
  CANCELED: 'closed',
  CLOSED: 'closed',
}

export function accountStateOf(word: string): AccountState {
  return accountStates[word] ?? 'pending'
}

/** Two numbers, as in `12~345`: where something stands, and what it is there. */
export function pairIn(id: string): { parent: string; own: string } | null {
  const [parent = '', own = '', ...more] = id.split('~')
  return isNumber(parent) && isNumber(own) && more.length === 0 ? { parent, own } : null
}

/** `customers/1/adGroupCriteria/2~3` is `2~3`. */
export function idIn(resourceName: string): string {
  return resourceName.slice(resourceName.lastIndexOf('/') + 1)
}

/** Times are written without an offset, as the clocks of the account show them. */
export function momentIn(text: string, timeZone: string): Date | null {
  const wall = Date.parse(`${text.slice(0, 19).replace(' ', 'T')}Z`)
  const clocks = findClocks(timeZone)
  return Number.isNaN(wall) || !clocks ? null : new Date(momentOf(wall, clocks))
}

/** What never ends is said to end in this year. */
const never = '2037'

export function endIn(text: string | undefined, timeZone: string): Date | null {
  return text === undefined || text.startsWith(never) ? null : momentIn(text, timeZone)
}

/** `2026-11-14 10:00:00`, as the clocks there show the moment. */
export function wallText(time: Date, timeZone: string): string {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return clock.format(time)
}
