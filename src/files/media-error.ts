import { maxMegapixels, maxMegapixelsHeldWhole } from './limits.ts'

export type MediaErrorCode = 'FILE_TOO_LARGE' | 'INVALID_FORMAT' | 'URL_NOT_ACCESSIBLE' | 'FILE_REQUIRED'

export type MediaErrorStatus = 413 | 415 | 422 | 400

const statusOf: Record<MediaErrorCode, MediaErrorStatus> = {
  FILE_TOO_LARGE: 413,
  INVALID_FORMAT: 415,
  URL_NOT_ACCESSIBLE: 422,
  FILE_REQUIRED: 400,
}

/** A refusal of an upload, in the words of the upload error envelope. */
export class MediaError extends Error {
  readonly code: MediaErrorCode
  readonly status: MediaErrorStatus
  readonly details: Record<string, unknown>

  constructor(code: MediaErrorCode, message: string, details: Record<string, unknown> = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'MediaError'
    this.code = code
    this.status = statusOf[code]
    this.details = details
  }
}

export function fileTooLarge(fileSize: number, maxSize: number): MediaError {
  return new MediaError('FILE_TOO_LARGE', `The file is larger than the ${maxSize} bytes allowed.`, {
    fileSize,
    maxSize,
  })
}

export type InvalidReason =
  | 'unsupported_format'
  | 'animated'
  | 'truncated'
  | 'corrupt'
  | 'too_many_pixels'
  | 'took_too_long'
  | 'too_many_parts'
  | 'no_video_track'
  | 'no_duration'
  | 'unreadable'
  | 'no_pages'

const invalidMessages: Record<InvalidReason, string> = {
  unsupported_format: 'Supported formats are PNG, JPG, JPEG, GIF, MP4, MOV and AVI.',
  animated: 'An animated WebP would be shown as a still picture. Send it as a GIF or a video.',
  truncated: 'The file ends before its content does.',
  corrupt: 'The file is damaged and cannot be decoded.',
  too_many_pixels: `The image has more pixels than are accepted: ${maxMegapixels} million, or ${maxMegapixelsHeldWhole} million where it is interlaced or progressive.`,
  took_too_long: 'The image took too long to decode.',
  too_many_parts: 'The file is made of far more frames or parts than it needs. Save it anew, or make it shorter.',
  no_video_track: 'The file has no video track.',
  no_duration: 'The video has no duration.',
  unreadable: 'The file could not be analysed.',
  no_pages: 'The document cannot be opened: it is damaged, locked with a password, or has no pages.',
}

export function invalidFormat(detectedFormat: string, reason: InvalidReason, cause?: unknown): MediaError {
  return new MediaError('INVALID_FORMAT', invalidMessages[reason], { detectedFormat, reason }, cause)
}

export function urlNotAccessible(url: string, reason: string, cause?: unknown): MediaError {
  const message = `The URL could not be read as a file (${reason}).`
  return new MediaError('URL_NOT_ACCESSIBLE', message, { url, reason }, cause)
}
