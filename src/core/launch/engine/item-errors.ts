import { AppError, PlatformError, UnreadableMedia } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import { MediaError } from '../../../files/media-error.ts'
import type { LaunchAd } from '../../../platforms/contract/launch.ts'
import type { Intent, OpenIntent } from '../../journal/intents.ts'

/** Which file of an ad. */
export interface MediaSlot {
  index: number
  field: 'url' | 'thumbnail'
}

/** A failure that knows which of the ad's media it is about. */
export class MediaFailure extends Error {
  readonly place: MediaSlot
  readonly reason: MediaError

  constructor(place: MediaSlot, reason: MediaError) {
    super(reason.message)
    this.place = place
    this.reason = reason
  }
}

/** The same of a file that our own storage does not give. */
export class UnreadableFile extends Error {
  readonly place: MediaSlot
  readonly reason: UnreadableMedia

  constructor(place: MediaSlot, reason: UnreadableMedia) {
    super(reason.message)
    this.place = place
    this.reason = reason
  }
}

export function fieldOf({ place }: MediaFailure | UnreadableFile): string {
  return `media.${place.index}.${place.field}`
}

/** A failure with a file, in the words of the ad whose file it is. Others stay as they are. */
export function withPlace(place: MediaSlot, error: unknown): unknown {
  const reason = error instanceof UnreadableMedia && error.reason instanceof MediaError ? error.reason : error
  if (reason instanceof MediaError) return new MediaFailure(place, reason)
  return reason instanceof UnreadableMedia ? new UnreadableFile(place, reason) : error
}

/** Steps know the addresses of their files, not where in the ad they stand. */
export function atItsPlace({ media }: Pick<LaunchAd, 'media'>, error: unknown): unknown {
  if (!(error instanceof UnreadableMedia) && !(error instanceof MediaError)) return error
  const url = error instanceof UnreadableMedia ? error.url : error.details.url
  const places = media.flatMap((each, index): MediaSlot[] => [
    ...(each.url === url ? [{ index, field: 'url' as const }] : []),
    ...(each.thumbnail === url ? [{ index, field: 'thumbnail' as const }] : []),
  ])
  return places[0] ? withPlace(places[0], error) : error
}

/** What an error about a file is about, apart from whose file it is. */
export function reasonOf(error: unknown): unknown {
  if (error instanceof MediaFailure) return error.reason
  return error instanceof UnreadableFile ? error.reason.reason : error
}

/** The ad breaks a rule that only its files or its ad set could show. Nothing was made. */
export class BrokenItem extends Error {
  readonly issues: Issue[]

  constructor(issues: Issue[]) {
    super(issues.map(({ path, message }) => `${path}: ${message}`).join('; '))
    this.issues = issues
  }
}

/** The answer to a write was lost again and again. It does not exist, or nothing shows it, and nobody said why. */
export class TriedTooOften extends Error {
  /** Is open until the item fails with it: closed alone, it would be sent once more by an item that could not be. */
  readonly intent: Intent

  constructor(step: string, intent: Pick<OpenIntent, 'id' | 'attempt' | 'lost'>) {
    super(`The platform's answer to the ${step} of this ad was lost ${intent.lost} times in a row, so it was given up.`)
    this.intent = intent
  }
}

/** The fate of a write is open. The item waits; nothing is guessed. */
export class Unsure extends Error {
  /** How long until it is worth looking again. */
  readonly waitMs: number
  /** The platform does not show enough to tell, which may stay so: the next look comes later each time. */
  readonly isUnclear: boolean

  constructor(waitMs: number, { isUnclear = false } = {}) {
    super('The platform did not say whether this write took effect; it is being looked for.')
    this.waitMs = waitMs
    this.isUnclear = isUnclear
  }
}

const answers = [PlatformError, MediaFailure, MediaError, BrokenItem, AppError, TriedTooOften]

/** Somebody looked at what was asked for and said something about it; every other error is trouble of our own. */
export function isAnAnswer(error: unknown): boolean {
  return answers.some((kind) => error instanceof kind)
}
