/** The sandbox's own time: the machine's clock moved by an offset that tests may set, or standing still. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  offsetSeconds(): number
  isStopped(): boolean
  /** It goes on from there. */
  setOffset(seconds: number): void
  /** It stands still until it is set: for whoever counts calls of a second on a machine that is busy elsewhere. */
  stop(): void
}

export function createClock(): Clock {
  let offset = 0
  let stoppedAt: number | null = null
  return {
    now: () => (stoppedAt ?? Date.now()) + offset * 1000,
    offsetSeconds: () => offset,
    isStopped: () => stoppedAt !== null,
    setOffset: (seconds) => {
      offset = seconds
      stoppedAt = null
    },
    stop: () => {
      stoppedAt = Date.now()
    },
  }
}
