import { setTimeout as delay } from 'node:timers/promises'

const maxRemembered = 5_000

/** Keeps things with the same key some time apart. */
export function createTurns(gapMs: number) {
  const turns = new Map<string, number>()
  return async (key: string, signal?: AbortSignal): Promise<void> => {
    const now = performance.now()
    const turn = Math.max(now, (turns.get(key) ?? -Infinity) + gapMs)
    if (turns.size >= maxRemembered) for (const [known, at] of turns) if (at + gapMs < now) turns.delete(known)
    turns.set(key, turn)
    if (turn > now) await delay(turn - now, undefined, { signal })
  }
}
