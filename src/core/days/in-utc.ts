/** A platform's time in ours, 2026-11-01T09:00:00.000Z; what is no time stays as it is. */
export function inUtc(text: string): string {
  const time = Date.parse(text)
  return Number.isNaN(time) ? text : new Date(time).toISOString()
}
