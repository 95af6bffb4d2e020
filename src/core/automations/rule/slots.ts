import { Cron } from 'croner'
import { findClocks, momentOf, offsetAt } from '../../../platforms/kit/time/local-time.ts'
import type { Clocks } from '../../../platforms/kit/time/local-time.ts'
import type { RuleSchedule } from './rule.ts'

const minuteMs = 60_000

/** The first moment of a schedule after another; null: there is none any more. */
export function nextSlot(schedule: RuleSchedule, after: Date): Date | null {
  return slotsOf(schedule)(after)
}

/** The same, for whoever asks for more than one. */
export function slotsOf({ cron, timeZone = 'UTC', everyMinutes }: RuleSchedule): (after: Date) => Date | null {
  if (everyMinutes !== undefined) {
    const ms = everyMinutes * minuteMs
    return (after) => new Date((Math.floor(after.getTime() / ms) + 1) * ms)
  }
  const clocks = findClocks(timeZone)
  if (cron === undefined || !clocks) return () => null
  if (isHourly(cron)) {
    const moments = new Cron(cron, { timezone: timeZone, paused: true, mode: '5-part' })
    return (after) => moments.nextRun(after)
  }
  const shown = new Cron(cron, { timezone: 'UTC', paused: true, mode: '5-part' })
  return (after) => nextOnClocks(shown, clocks, after)
}

/** What runs every hour goes by the time that passes: clocks that are changed make it neither rest nor hurry. */
function isHourly(cron: string): boolean {
  return cron.split(/\s+/).at(1) === '*'
}

/**
 * What runs at certain hours goes by what clocks show: an hour that they show twice counts the first time, and what lies in
 * one that they skip is due at the moment they do.
 */
function nextOnClocks(shown: Cron, clocks: Clocks, after: Date): Date | null {
  // Begins before what clocks show now, because they may show it for the second time.
  const from = after.getTime() + offsetAt(after.getTime(), clocks) - maxJumpMs
  for (let wall = shown.nextRun(new Date(from)); wall; wall = shown.nextRun(wall)) {
    const moment = momentOf(wall.getTime(), clocks)
    if (moment > after.getTime()) return new Date(moment)
  }
  return null
}

const maxJumpMs = 3 * 3_600_000
