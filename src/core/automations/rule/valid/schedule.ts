import { Cron } from 'croner'
import { badRequest } from '../../../../errors.ts'
import type { Issue } from '../../../../errors.ts'
import { findClocks } from '../../../../platforms/kit/time/local-time.ts'
import { nextSlot } from '../slots.ts'
import { minMinutes } from '../limits.ts'
import type { RuleSchedule } from '../rule.ts'

/** How many moments of a schedule are looked at. */
const lookedAt = 100

/** A line that cannot be read is 400; one that never comes, or too often, breaks a rule. */
export function scheduleIssues(schedule: RuleSchedule, now: Date): Issue[] {
  const { cron, timeZone } = schedule
  if (cron === undefined) return []
  refuseUnreadable(cron, timeZone)
  let last: Date | null = null
  let next = nextSlot(schedule, now)
  if (next === null) return [{ path: 'schedule.cron', message: 'never comes' }]
  for (let count = 0; count < lookedAt && next; count++) {
    if (last && next.getTime() - last.getTime() < minMinutes * 60_000) {
      return [{ path: 'schedule.cron', message: `comes more often than every ${minMinutes} minutes` }]
    }
    last = next
    next = nextSlot(schedule, last)
  }
  return []
}

function refuseUnreadable(cron: string, timeZone: string | undefined): void {
  if (timeZone !== undefined && !findClocks(timeZone)) {
    throw badRequest([{ path: 'schedule.timeZone', message: 'is no time zone', expected: 'such as Europe/Berlin' }])
  }
  try {
    new Cron(cron, { paused: true, mode: '5-part' })
  } catch {
    const expected = 'five fields: minute, hour, day, month, weekday'
    throw badRequest([{ path: 'schedule.cron', message: 'cannot be read', expected }])
  }
}
