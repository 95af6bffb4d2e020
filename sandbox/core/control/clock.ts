/** The sandbox's own time: the machine's clock moved by an offset that tests may set. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  offsetSeconds(): number
  setOffset(seconds: number): void
}

export function createClock(): Clock {
  let offset = 0
  return {
    now: () => Date.now() + offset * 1000,
    offsetSeconds: () => offset,
    setOffset: (seconds) => {
      offset = seconds
    },
  }
}
