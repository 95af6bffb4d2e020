import { channel } from 'node:diagnostics_channel'

/** The moments at which a crash matters: around a write, between storing a launch and answering it, and around what was approved. */
export type Moment =
  | 'launch-stored'
  | 'before-intent'
  | 'after-intent'
  | 'before-close'
  | 'after-close'
  | 'approval-claimed'
  | 'approval-done'

export interface MomentReached {
  moment: Moment
  /** Of the write, of the batch that was stored, or of the approval. */
  key: string
}

/** For the crash harness, which kills the process at a moment of its choice. */
export const momentChannel = 'flightdeck:moment'

const moments = channel(momentChannel)

export function reached(moment: Moment, key: string): void {
  if (moments.hasSubscribers) moments.publish({ moment, key } satisfies MomentReached)
}
