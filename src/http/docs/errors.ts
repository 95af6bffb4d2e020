import { errorStatus } from '../../errors.ts'
import type { ErrorCode } from '../../errors.ts'
import { MediaError } from '../../files/media-error.ts'
import type { MediaErrorCode } from '../../files/media-error.ts'
import { fieldsAt } from '../../call/operation.ts'
import type { Operation } from '../../call/operation.ts'

export const errorMeanings: Record<ErrorCode, string> = {
  bad_request: 'Malformed JSON, a missing field or a wrong type; details.issues names every bad field.',
  unauthorized: 'No API key, or one that is unknown, revoked or expired.',
  forbidden: 'The key lacks the scope this operation needs, or the account is not granted to it.',
  guard_refused: 'A spend guard stands against the write; details: guard, spend, adds, cap, currency.',
  sign_in_first: 'The invited address is the confirmed one of somebody here: they sign in first, then accept.',
  step_up_required: 'A person signed in too long ago for this; details: withinMinutes, ways (passkey, oidc, link).',
  not_found: 'Nothing in your company has this id.',
  method_not_allowed: 'The path is known, but not with this method; the header Allow names those it takes.',
  conflict: 'The name is taken, the state refuses the move, or the first request with this Idempotency-Key still runs.',
  approval_required: 'A spend guard asks a person first; details: approvalId, digest, expiresAt.',
  invite_expired: 'The invitation is no longer valid.',
  payload_too_large: 'The body or the file is larger than allowed.',
  unsupported_media_type: 'The body or the file is of a kind that is not accepted.',
  unprocessable_entity: 'Well-formed, but it breaks a rule; details.issues names every broken one.',
  rate_limit_exceeded: 'Too many calls with this key; Retry-After says how many seconds to wait.',
  internal_server_error: 'Unexpected failure on our side; quote the request id.',
  unsupported_operation: 'The ad platform has no such operation.',
  platform_error: 'The ad platform refused; details carry its own code, message and trace id.',
  platform_unavailable:
    'The ad platform is down or throttled, or its answer was lost; Retry-After says when to ask again.',
  service_unavailable: 'Our own database or storage is away; Retry-After says when to ask again.',
}

const uploadMeanings: Record<MediaErrorCode, string> = {
  FILE_TOO_LARGE: 'The file is above the size limit; details: fileSize, maxSize in bytes.',
  INVALID_FORMAT: 'The content is not of a supported format; details: detectedFormat, reason.',
  URL_NOT_ACCESSIBLE: 'The address cannot be reached or holds no valid file; details: url, reason.',
  FILE_REQUIRED: 'The form has no file in its field "file".',
}

export interface DocumentedError {
  code: string
  status: number
  meaning: string
}

export const documentedErrors: DocumentedError[] = Object.entries(errorStatus).map(([code, status]) => ({
  code,
  status,
  meaning: errorMeanings[code as ErrorCode],
}))

export const uploadErrors: DocumentedError[] = Object.entries(uploadMeanings).map(([code, meaning]) => ({
  code,
  status: new MediaError(code as MediaErrorCode, meaning).status,
  meaning,
}))

function isWrite(operation: Operation): boolean {
  return operation.rest.method !== 'GET'
}

function takesBody(operation: Operation): boolean {
  return operation.rest.form === true || fieldsAt(operation, 'body').length > 0
}

/** A repeated write is recognised by its key; calls without a caller have nobody to remember it for. */
export function takesIdempotencyKey(operation: Operation): boolean {
  return isWrite(operation) && operation.scope !== null
}

/** The failures that the table tells of, in the order of their statuses; platforms may add others. */
export function failuresOf(operation: Operation): ErrorCode[] {
  const body = takesBody(operation)
  const input = body || Object.keys(operation.input.shape).length > 0
  const keyed = operation.scope !== null
  const possible: [ErrorCode, boolean][] = [
    ['bad_request', input || takesIdempotencyKey(operation)],
    ['unauthorized', keyed],
    ['forbidden', keyed],
    ['guard_refused', false],
    ['sign_in_first', false],
    ['step_up_required', false],
    ['not_found', input],
    ['conflict', takesIdempotencyKey(operation)],
    ['approval_required', false],
    ['payload_too_large', body],
    ['unsupported_media_type', body],
    ['unprocessable_entity', (keyed && input) || takesIdempotencyKey(operation)],
    ['rate_limit_exceeded', keyed],
    ['internal_server_error', true],
    ['unsupported_operation', false],
    ['service_unavailable', true],
  ]
  const own = operation.failures ?? []
  return possible.filter(([code, applies]) => applies || own.includes(code)).map(([code]) => code)
}
