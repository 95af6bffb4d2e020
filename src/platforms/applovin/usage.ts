import { createWindows, gateOf } from '../kit/http/gate.ts'
import type { Gate, CallWindows } from '../kit/http/gate.ts'

/** A thousand calls a minute are allowed for an account; other processes and people use some of them. */
const calls = { max: 700, windowMs: 60_000 }

/** A hundred errors within this time, and the account is shut for a day. So far it is never let come. */
const errors = { max: 20, windowMs: 5 * 60_000 }
export const maxErrors = errors.max

/** What one process asks and is refused, by account. */
export interface Allowances {
  gate(accountId: string): Gate
  /** An answer that counts as an error; answers how long the account is to be left alone, 0: not at all. */
  noteError(accountId: string): number
}

export function createAllowances(now: () => number): Allowances {
  const windows = new Map<string, CallWindows>()
  const refusals = new Map<string, number[]>()
  return {
    gate(accountId) {
      const known = windows.get(accountId) ?? createWindows([calls])
      windows.set(accountId, known)
      return gateOf([known])
    },
    noteError(accountId) {
      const recent = (refusals.get(accountId) ?? []).filter((time) => time > now() - errors.windowMs)
      recent.push(now())
      refusals.set(accountId, recent)
      return recent.length < errors.max ? 0 : recent[0]! + errors.windowMs - now()
    },
  }
}
