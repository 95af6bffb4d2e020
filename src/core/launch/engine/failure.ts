import { PlatformError } from '../../../errors.ts'
import type { MediaErrorCode } from '../../../files/media-error.ts'
import type { Failure } from '../../journal/item-ends.ts'
import { BrokenItem, MediaFailure } from './item-errors.ts'
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
      field: `media.${error.index}.${error.field}`,
      retryable: isPassing(error.reason),
      hint: mediaHints[error.reason.code],
    }
  }
  return {
    step,
    code: 'internal_server_error',
    message: 'Something went wrong on our side.',
    retryable: true,
    hint: 'Launch the failed ads again. If it happens again, the log of the service says more.',
  }
}

const mediaHints: Record<MediaErrorCode, string> = {
  URL_NOT_ACCESSIBLE:
    'Check that the address opens in a browser without signing in, or upload the file and use the address you get.',
  INVALID_FORMAT: 'Send the file in a format that is taken, and launch this ad again.',
  FILE_TOO_LARGE: 'Send a smaller file, and launch this ad again.',
  FILE_REQUIRED: 'Check that the address opens in a browser without signing in.',
}
