import { todayIn } from '../../days.ts'

/** How many days of the month are left where the account is, today included. */
export function daysLeft(timeZone: string, now: Date): number {
  const [year, month, day] = todayIn(timeZone, now).split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year, month, 0)).getUTCDate() - day + 1
}
