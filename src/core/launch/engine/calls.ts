import type { Leave } from '../../../async/fair-share.ts'
import { createPermits, withPermit } from '../../../async/permits.ts'
import type { StepKind } from '../../../platforms/contract/launch.ts'

/** How much of an account is under way at once. A write is under way from before its intent until its answer, a call while it is made. */
export interface Calls {
  startWrite(kind: StepKind): Promise<Leave>
  startCall(): Promise<Leave>
  /** null: there was no place soon enough to leave most of the time for sending to the pacing of calls. */
  startCallSoon(): Promise<Leave | null>
  /** For a call that writes nothing. */
  read<T>(call: () => Promise<T>): Promise<T>
  tookMs(ms: number): void
  /**
   * Next to slow calls, the time to write down an intent is nothing. And being ahead with it has a price: an ad whose intent is written
   * down can no longer be cancelled, and after a crash it waits until it surely was not sent.
   */
  areSlow(): boolean
}

/** Writes beyond the calls that the platform takes at once: while calls are made, the next intents are written down. */
const intentsAhead = 8
/** Few, because an ad that is about to be sent can no longer be cancelled. */
const adsAhead = 2
const callWithinMs = 900
const slowCallMs = 50

export function createCalls(concurrency: number): Calls {
  const calls = createPermits(concurrency)
  const writes = createPermits(concurrency + intentsAhead)
  const ads = createPermits(concurrency + adsAhead)
  // Not known before the first answer.
  let lastMs = Infinity
  return {
    startWrite: (kind) => (kind === 'ad' ? ads : writes).acquire(),
    startCall: () => calls.acquire(),
    startCallSoon: () => calls.acquireWithin(callWithinMs),
    read: (call) => withPermit(calls, call),
    tookMs(ms) {
      lastMs = ms
    },
    areSlow: () => lastMs > slowCallMs,
  }
}
