import type { Deadline } from '../kit/time/deadline.ts'
import type { Found, StepResult } from './launch.ts'

/** An account as the driver needs it: money is told in its currency, days in its time zone. */
export interface AccountRef {
  id: string
  currency: string
  timeZone: string
}

/** In the account's main unit; null where none is set. */
export interface Budgets {
  dailyBudget: number | null
  lifetimeBudget: number | null
}

/** One write to the platform, not made yet: it is journalled first. */
export interface PlannedWrite {
  asks: unknown
  send(sendBefore?: Deadline): Promise<StepResult>
  readBack: { kind: 'repeatable'; because: string } | { kind: 'find'; find(since: Date): Promise<Found> }
  /** How many requests a send makes at most, one after the other (default 1). */
  maxRequests?: number
  /** Asks the platform whether it would take the write, without making it; absent: it cannot be asked. */
  validate?: () => Promise<void>
}

export interface Paged<T> {
  items: T[]
  before: string | null
  after: string | null
}

export interface PageQuery {
  limit: number
  after?: string
}

/** A platform's own object, passed through as it is. */
export type Spec = Record<string, unknown>
