import { channel } from 'node:diagnostics_channel'

/** The moments at which a crash matters: around a write, and between storing a launch and answering it. */
export type Moment = 'launch-stored' | 'before-intent' | 'after-intent' | 'before-close' | 'after-close'

export interface MomentReached {
  moment: Moment
  /** Of the write, or of the batch that was stored. */
  key: string
}

/** For the crash harness, which kills the process at a moment of its choice. */
export const momentChannel = 'flightdeck:moment'

const moments = channel(momentChannel)

export function reached(moment: Moment, key: string): void {
  if (moments.hasSubscribers) moments.publish({ moment, key } satisfies MomentReached)
}
