import { brokenRules } from '../../errors.ts'
import type { EntityState, PlannedWrite, StatusChange, SwitchState } from '../contract/manage.ts'
import type { StepResult } from '../contract/launch.ts'

export const setsValues = { kind: 'repeatable', because: 'it sets fields to values' } as const
export const staysDeleted = { kind: 'repeatable', because: 'what is deleted stays deleted' } as const

interface StatusWrites {
  now: () => Date
  /** The platform's words for its switch. */
  words: Record<SwitchState, string>
  /** Why something cannot end at a time; null: it can. */
  noEnd?: (entity: EntityState) => string | null
  switchTo: (word: string) => PlannedWrite
  /** `active`: the word to switch it on with, where that is wanted too. */
  endAt: (endTime: Date, active: string | undefined) => PlannedWrite
}

/** What is to have ended is switched off: platforms take no end in the past. */
export function statusWrite(
  entity: EntityState,
  { status, endTime }: StatusChange,
  writes: StatusWrites,
): PlannedWrite {
  const { now, words, noEnd, switchTo, endAt } = writes
  if (!endTime) return switchTo(status ? words[status] : entity.platformStatus)
  if (endTime <= now()) return switchTo(words.paused)
  const message = noEnd?.(entity) ?? null
  if (message !== null) throw brokenRules([{ path: 'endTime', message }])
  return endAt(endTime, status === 'active' ? words.active : undefined)
}

/** The same write, which answers more. */
export function telling(write: PlannedWrite, more: Omit<StepResult, 'id'>): PlannedWrite {
  return { ...write, send: async (sendBefore) => ({ ...(await write.send(sendBefore)), ...more }) }
}
