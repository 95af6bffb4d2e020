import type { Logger } from 'pino'
import type { LaunchVerbs } from '../../../platforms/contract/launch.ts'
import type { Platform } from '../../../platforms/contract/platform.ts'
import type { Tracing } from '../../../trace/tracing.ts'
import type { ConnectionAnswer } from '../../deps.ts'
import type { ItemRow } from '../../journal/item-entry.ts'
import type { BatchOrigin } from '../../batches/origin.ts'
import type { LaneJournal } from '../../journal/lane/journal.ts'
import type { MediaCache } from '../media/media-cache.ts'
import { createCalls } from './calls.ts'
import type { Calls } from './calls.ts'
import { createCreatedSteps } from './created-steps.ts'
import type { CreatedSteps } from './created-steps.ts'
import { createOrigins } from './origins.ts'
import type { Origins } from './origins.ts'
import type { Repeats } from './repeats.ts'

/** What a platform says of its ads' media. */
export type MediaRules = Pick<Platform, 'mediaKinds' | 'showsExisting'>

/** What the owner of a lane works with. */
export interface LaneDeps {
  journal: LaneJournal
  verbs: LaunchVerbs
  media: MediaCache
  driver: MediaRules
  log: Logger
  repeats: Repeats
  tracing: Tracing
  /** Reads which call a batch came from. */
  readOrigin: (row: ItemRow) => Promise<BatchOrigin>
  /** Asks the platform whether the lane's connection opens anything. */
  askConnection: () => Promise<ConnectionAnswer>
  /** Cuts the calls that are being made. */
  cut: AbortSignal
}

/** An account while it is worked on. */
export interface Lane extends LaneDeps {
  calls: Calls
  made: CreatedSteps
  origins: Origins
  /** Aborted once an answer shows that nothing may be sent for the account for now. */
  halt: AbortController
}

export function openLane(deps: LaneDeps): Lane {
  return {
    ...deps,
    calls: createCalls(deps.verbs.concurrency),
    made: createCreatedSteps(),
    origins: createOrigins({ ...deps, lease: deps.journal.lease, read: deps.readOrigin }),
    halt: new AbortController(),
  }
}

/** Nothing was sent: another item showed that nothing may be for now. */
export class Halted extends Error {
  constructor() {
    super('Nothing may be sent for this account now.')
  }
}

export function throwIfHalted({ cut, halt }: Lane): void {
  cut.throwIfAborted()
  if (halt.signal.aborted) throw new Halted()
}
