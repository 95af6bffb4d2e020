/** Whether what takes work by itself goes on: a loop that no longer comes round, or a step that does not end, stands still. */
export interface Pulse {
  loop(): PulseLoop
  /** The same work. */
  step<T>(work: Promise<T>): Promise<T>
  standsStill(): boolean
}

interface PulseLoop {
  /** It came round; until it first does, time counts from its beginning. */
  turned(): void
  /** It was stopped: nobody waits for it any more. */
  ended(): void
}

/** Loops come round every second or two, so whoever asks learns of one that hangs within 10 seconds. */
const standstillMs = 8_000

export function createPulse(now: () => number = () => performance.now()): Pulse {
  /** Since when each of them owes a sign of life. */
  const waiting = new Map<object, number>()
  return {
    loop() {
      const mark = {}
      waiting.set(mark, now())
      return {
        turned() {
          if (waiting.has(mark)) waiting.set(mark, now())
        },
        ended: () => void waiting.delete(mark),
      }
    },
    async step(work) {
      const mark = {}
      waiting.set(mark, now())
      try {
        return await work
      } finally {
        waiting.delete(mark)
      }
    },
    standsStill: () => [...waiting.values()].some((since) => now() - since > standstillMs),
  }
}
