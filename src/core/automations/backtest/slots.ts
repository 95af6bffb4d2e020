import type { DayRange } from '../../../platforms/contract/insights.ts'
import { dailyHour } from '../../reports/past/keep-exact.ts'
import { dailyMinutes } from './limits.ts'

const minute = 60_000

/** The moments that a backtest checks, as far as they have come. Daily ones are those at which what was known is kept longest. */
export function slotsOf({ from, to }: DayRange, everyMinutes: number, now: Date): Date[] {
  const isDaily = everyMinutes === dailyMinutes
  const first = Date.parse(`${from}T00:00:00Z`) + (isDaily ? dailyHour * 60 * minute : 0)
  const end = Math.min(Date.parse(`${to}T00:00:00Z`) + dailyMinutes * minute, now.getTime() + 1)
  const count = Math.max(0, Math.ceil((end - first) / (everyMinutes * minute)))
  return Array.from({ length: count }, (_, index) => new Date(first + index * everyMinutes * minute))
}
