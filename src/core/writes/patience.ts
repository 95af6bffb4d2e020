/** How long whoever asks for a write waits for it. What is not waited for is asked for again later, which goes on where this ended. */
export interface Patience {
  /** How often it is sent again before whoever asked is told. */
  retries: number
  /** So short a pause is waited for. */
  briefMs: number
  /** How long to wait before each look after a lost answer; none: the next time it is asked for begins with one. */
  looksAfterMs: number[]
  /** Before a write whose answers were lost is sent again. */
  pauses: { firstMs: number; maxMs: number }
  /** After so many lost answers in a row it is given up. */
  maxLost: number
}

/** The owner of a lane has other ads to get on with: it puts this one back, and takes it up again when its time has come. */
export const laneWaits: Patience = {
  retries: 0,
  briefMs: 0,
  looksAfterMs: [],
  pauses: { firstMs: 1_000, maxMs: 60_000 },
  maxLost: 8,
}

/** A caller waits for some seconds, and decides then whether to ask again. */
export const callerWaits: Patience = {
  retries: 3,
  briefMs: 1_000,
  looksAfterMs: [500, 1_500, 4_000],
  pauses: { firstMs: 500, maxMs: 4_000 },
  maxLost: Infinity,
}
