import { hashText } from './random.ts'

const dayMs = 24 * 3600 * 1000
const cycleDays = 28
const restDays = 5

/** One ad in four was switched off for some days of every four weeks: it has nothing to report for them. */
export function restsOn(adId: string, day: string): boolean {
  const hash = hashText(`rest ${adId}`)
  if (hash % 4 !== 0) return false
  const phase = (hash >>> 2) % cycleDays
  return (Date.parse(day) / dayMs + phase) % cycleDays < restDays
}
