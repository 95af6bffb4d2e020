import { AppError, PlatformError } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import { MediaError } from '../../../files/media-error.ts'

/** A failure that knows which of the ad's media it is about. */
export class MediaFailure extends Error {
  readonly index: number
  readonly field: 'url' | 'thumbnail'
  readonly reason: MediaError

  constructor(index: number, field: 'url' | 'thumbnail', reason: MediaError) {
    super(reason.message)
    this.index = index
    this.field = field
    this.reason = reason
  }
}

/** The ad breaks a rule that only its files or its ad set could show. Nothing was made. */
export class BrokenItem extends Error {
  readonly issues: Issue[]

  constructor(issues: Issue[]) {
    super(issues.map(({ path, message }) => `${path}: ${message}`).join('; '))
    this.issues = issues
  }
}

const answers = [PlatformError, MediaFailure, MediaError, BrokenItem, AppError]

/** Somebody looked at what was asked for and said something about it; every other error is trouble of our own. */
export function isAnAnswer(error: unknown): boolean {
  return answers.some((kind) => error instanceof kind)
}
