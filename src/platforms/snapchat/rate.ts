import { setTimeout as delay } from 'node:timers/promises'

/** Spreads calls out to an average rate; a burst passes at once. */
export function createRate(perSecond: number, burst: number) {
  const intervalMs = 1000 / perSecond
  let next = 0
  return async (signal?: AbortSignal): Promise<void> => {
    const now = Date.now()
    next = Math.max(next, now - burst * intervalMs) + intervalMs
    if (next > now) await delay(next - now, undefined, { signal })
  }
}

const mostRemembered = 5_000

/** Keeps things with the same key some time apart. */
export function createTurns(gapMs: number) {
  const turns = new Map<string, number>()
  return async (key: string, signal?: AbortSignal): Promise<void> => {
    const now = Date.now()
    const turn = Math.max(now, (turns.get(key) ?? 0) + gapMs)
    if (turns.size >= mostRemembered) for (const [known, at] of turns) if (at + gapMs < now) turns.delete(known)
    turns.set(key, turn)
    if (turn > now) await delay(turn - now, undefined, { signal })
  }
}
