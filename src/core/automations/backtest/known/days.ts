import { dayMs } from '../../../../days.ts'

/** Days are counted from the beginning of 2000, as PostgreSQL counts them. */
const first = Date.UTC(2000, 0, 1)

export function dayNumber(day: string): number {
  return (Date.parse(`${day}T00:00:00Z`) - first) / dayMs
}

export function dayText(day: number): string {
  return new Date(first + day * dayMs).toISOString().slice(0, 10)
}
