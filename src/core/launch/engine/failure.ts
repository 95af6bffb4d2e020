import { PlatformError } from '../../../errors.ts'
import type { MediaErrorCode } from '../../../files/media-error.ts'
import type { Failure } from '../../journal/item-ends.ts'
import { BrokenItem, fieldOf, MediaFailure, TriedTooOften, UnreadableFile } from './item-errors.ts'
import { isPassing } from './retry.ts'

/** An error as `failedAds` shows it. */
export function failureOf(error: unknown, step: string): Failure {
  if (error instanceof PlatformError) {
    const { code, subcode, message, traceId, field, hint } = error.failure
    return {
      step,
      code: error.retryable ? 'platform_unavailable' : 'platform_error',
      message,
      field,
      platformCode: code,
      platformSubcode: subcode,
      traceId,
      retryable: error.retryable,
      hint:
        hint ??
        (error.retryable
          ? 'Launch the failed ads again later.'
          : 'Change what the platform refused, then launch this ad again.'),
    }
  }
  if (error instanceof BrokenItem) {
    return {
      step,
      code: 'unprocessable_entity',
      message: error.message,
      field: error.issues[0]?.path,
      retryable: false,
      hint: 'Nothing was made for this ad. Change what is named, or choose another ad set, and launch it again.',
    }
  }
  if (error instanceof MediaFailure) {
    return {
      step,
      code: error.reason.code,
      message: error.message,
      field: fieldOf(error),
      retryable: isPassing(error.reason),
      hint: mediaHints[error.reason.code],
    }
  }
  if (error instanceof TriedTooOften) {
    const hint =
      'Nothing of this ad exists that is shown. Check that the platform is well, then launch the failed ads again.'
    return { step, code: 'platform_unavailable', message: error.message, retryable: true, hint }
  }
  if (error instanceof UnreadableFile) return unreadable(error, step)
  return {
    step,
    code: 'internal_server_error',
    message: 'Something went wrong on our side.',
    retryable: true,
    hint: 'Launch the failed ads again. If it happens again, the log of the service says more.',
  }
}

function unreadable(error: UnreadableFile, step: string): Failure {
  return {
    step,
    code: 'internal_server_error',
    field: fieldOf(error),
    message: `The file ${error.reason.url} could not be read from the storage of the machine that works on this ad. Nothing was sent.`,
    retryable: true,
    hint: 'All machines must share DATA_DIR/media, or keep media in one bucket (S3_BUCKET): ./flightdeck doctor says more. Should the file be lost, upload it again. Then launch the failed ads again.',
  }
}

const mediaHints: Record<MediaErrorCode, string> = {
  URL_NOT_ACCESSIBLE:
    'Check that the address opens in a browser without signing in, or upload the file and use the address you get.',
  INVALID_FORMAT: 'Send the file in a format that is taken, and launch this ad again.',
  FILE_TOO_LARGE: 'Send a smaller file, and launch this ad again.',
  FILE_REQUIRED: 'Check that the address opens in a browser without signing in.',
}
