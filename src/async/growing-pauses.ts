/** Pauses between repeats of what keeps failing: each is twice as long as the one before, up to a longest. */
export interface GrowingPauses<Key> {
  isOver(key: Key): boolean
  /** It failed: the next time is not before its pause is over. Answers how long that is, and how often it failed in a row. */
  failed(key: Key): { pauseMs: number; times: number }
  /** It worked: the next failure is a first one. */
  worked(key: Key): void
}

interface Pause {
  times: number
  until: number
}

export function createGrowingPauses<Key>(
  { firstMs, maxMs }: { firstMs: number; maxMs: number },
  now: () => number = () => performance.now(),
): GrowingPauses<Key> {
  const pauses = new Map<Key, Pause>()
  return {
    isOver: (key) => (pauses.get(key)?.until ?? 0) <= now(),
    failed(key) {
      const times = (pauses.get(key)?.times ?? 0) + 1
      const pauseMs = growing(times, { firstMs, maxMs })
      pauses.set(key, { times, until: now() + pauseMs })
      return { pauseMs, times }
    },
    worked: (key) => void pauses.delete(key),
  }
}

/** The pause after so many failures in a row: none after none. */
export function growing(times: number, { firstMs, maxMs }: { firstMs: number; maxMs: number }): number {
  return times === 0 ? 0 : Math.min(maxMs, firstMs * 2 ** Math.min(times - 1, 30))
}
