import type { Issue } from '../../errors.ts'
import type { Deadline } from '../kit/time/deadline.ts'
import type { Found, StepResult } from './launch.ts'
import type { Spec, SwitchState } from './manage.ts'

export type CopyLevel = 'campaign' | 'adset' | 'ad'

/** What a copy is to be. */
export interface DuplicateRequest {
  level: CopyLevel
  sourceId: string
  /** The campaign for an ad set, the ad set for an ad; absent: where the source is. */
  targetId?: string
  status: SwitchState | 'inherited'
  /** With everything below it. */
  isDeep: boolean
  /** `{n}` in it becomes the copy's number. */
  newName?: string
  location?: Spec
  locationMode?: 'replace' | 'merge'
  copyValues?: CopyValues
}

/** New content for the copies of an ad. */
export interface CopyValues {
  primaryTexts: string[]
  headlines: string[]
  url?: string
  urlTags?: string
}

export interface DuplicateVerbs {
  /** What is wrong with the request as it stands, before any call. */
  check(request: DuplicateRequest): Issue[]
  /**
   * Reads the source and the target. Throws not_found for what is not in the account and unprocessable_entity for what
   * the source cannot become; makes no write.
   */
  prepare(accountId: string, request: DuplicateRequest): Promise<Duplication>
}

/** A source that was read: ready to be copied. */
export interface Duplication {
  copy(place: CopySlot): Promise<CreatedCopy>
}

export interface CopySlot {
  /** From 1. */
  number: number
  /** Short and unique for this copy, the same when the call is repeated. */
  mark: string
  /** The same for all copies of the call. */
  callMark: string
  write: CopyWriter
}

/** Journals a write and makes it once. */
export type CopyWriter = (write: CopyWrite) => Promise<StepResult>

export interface CopyWrite {
  /** Unique within the copy; of a shared one, within the call. */
  name: string
  /** Made once for all copies of the call. */
  isShared?: boolean
  asks: unknown
  send(sendBefore?: Deadline): Promise<StepResult>
  readBack: CopyReadBack
}

/**
 * `among`: what this write may have made, oldest first; `unclear`: the platform has too much to show all of it. Other copies of the same source can look the same, so those that
 * belong to other writes are left out before one is taken.
 */
export type CopyReadBack =
  | { kind: 'repeatable'; because: string }
  | { kind: 'find'; find(since: Date): Promise<Found> }
  | { kind: 'among'; candidates(since: Date): Promise<StepResult[] | 'unclear'> }

/** Which way a copy came about. */
export type CopyMethod = 'copies' | 'async' | 'without-ads' | 'piece-by-piece' | 'recreation'

export interface CreatedCopy {
  id: string
  name: string
  renamed: boolean
  method: CopyMethod
  locationApplied: boolean
  locationError?: string
  /** Things worth knowing that did not stop the copy. */
  warnings: string[]
  /** Parts of the source that the copy lacks. */
  missing: MissingPart[]
}

export interface MissingPart {
  level: CopyLevel
  sourceId: string
  code: number | string | null
  subcode: number | string | null
  message: string
}
