import type { Logger } from 'pino'

/** What is repeated stands in the log: the first time at once, then as one line for all that came meanwhile. */
export interface Repeats {
  note(of: { platform: string; accountId: string; why: string }, detail: object): void
}

const quietMs = 10 * 60_000
const maxKnown = 10_000

export function createRepeats(log: Logger, now: () => number = () => performance.now()): Repeats {
  const known = new Map<string, { quietUntil: number; unlogged: number }>()
  return {
    note({ platform, accountId, why }, detail) {
      const key = `${platform} ${accountId} ${why}`
      const before = known.get(key)
      if (before && before.quietUntil > now()) {
        before.unlogged += 1
        return
      }
      if (known.size >= maxKnown) known.clear()
      known.set(key, { quietUntil: now() + quietMs, unlogged: 0 })
      const more = before?.unlogged ? { timesSinceLogged: before.unlogged } : {}
      log.warn({ platform, accountId, ...detail, ...more }, `an ad is tried again after a pause: ${why}`)
    },
  }
}
