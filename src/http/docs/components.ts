import { keptFor, retentionKinds } from '../../config/retention.ts'
import { errorStatus } from '../../errors.ts'
import type { ErrorCode } from '../../errors.ts'
import { documentedErrors, errorMeanings, failuresOf, uploadErrors } from './errors.ts'
import type { JsonSchema } from './schema.ts'
import { maxNamed } from '../../call/input/unread.ts'
import { windowSeconds } from '../../call/rate-limit.ts'
import type { Operation, Surface } from '../../call/operation.ts'

const issue: JsonSchema = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Where, as in "ads.0.adName"; empty for the request as a whole.' },
    message: { type: 'string', description: 'What is wrong.' },
    expected: { type: 'string', description: 'What would have been right.' },
  },
  required: ['path', 'message'],
}

const details: JsonSchema = {
  type: 'object',
  description: 'More to go by; which fields depends on the code.',
  properties: {
    issues: {
      type: 'array',
      items: { $ref: '#/components/schemas/Issue' },
      description: 'Every problem found, not just the first.',
    },
    platform: { type: 'string', description: 'The ad platform that refused.' },
    code: { type: ['string', 'integer'], description: "The platform's own code." },
    subcode: { type: ['string', 'integer'], description: "The platform's own finer code." },
    traceId: { type: 'string', description: "The platform's own name for the call." },
    retryable: { type: 'boolean', description: 'Whether the same call may pass later.' },
    hint: { type: 'string', description: 'What usually helps.' },
  },
}

const message: JsonSchema = { type: 'string', description: 'For people; decide by the code.' }
const failed: JsonSchema = { type: 'boolean', const: false, description: 'Nothing was done.' }
const code: JsonSchema = { $ref: '#/components/schemas/ErrorCode', description: 'Decide by it.' }
const codes = documentedErrors.map((error) => error.code)
const uploadCodes = [...uploadErrors.map((error) => error.code), ...codes.map((code) => code.toUpperCase())]

/** Names that schemas of operations must not take. */
export const errorSchemas: Record<string, JsonSchema> = {
  Issue: issue,
  ErrorCode: { type: 'string', enum: codes },
  ErrorDetails: details,
  ErrorBody: {
    type: 'object',
    properties: {
      code,
      message,
      requestId: { type: 'string', description: 'The same as the header X-Request-Id.' },
      details: { $ref: '#/components/schemas/ErrorDetails', description: 'More to go by.' },
    },
    required: ['code', 'message', 'requestId'],
  },
  UploadErrorCode: { type: 'string', enum: uploadCodes },
  OlderErrorBody: {
    type: 'object',
    properties: {
      code,
      message,
      doc_url: { type: 'string', format: 'uri', description: 'Where this code is explained.' },
    },
    required: ['code', 'message', 'doc_url'],
  },
  V1Error: {
    type: 'object',
    properties: {
      success: failed,
      message: { type: 'string', description: 'The same as error.message.' },
      error: { $ref: '#/components/schemas/ErrorBody', description: 'What went wrong.' },
    },
    required: ['success', 'message', 'error'],
  },
  UploadError: {
    type: 'object',
    properties: {
      success: failed,
      error: { $ref: '#/components/schemas/UploadErrorCode', description: 'Decide by it.' },
      message,
      details: { type: 'object', description: 'Such as fileSize and maxSize, detectedFormat, or url.' },
    },
    required: ['success', 'error', 'message', 'details'],
  },
  OlderError: {
    type: 'object',
    properties: {
      error: { $ref: '#/components/schemas/OlderErrorBody', description: 'What went wrong.' },
    },
    required: ['error'],
  },
}

const envelopeOf: Record<Surface, string> = { v1: 'V1Error', upload: 'UploadError', older: 'OlderError' }

export const headerComponents = {
  RequestId: {
    description: 'Names this call in our log. Send your own (up to 128 letters, digits and . : _ -) and it is kept.',
    schema: { type: 'string' },
  },
  RateLimitLimit: {
    description: `Calls of this class that pass in any ${windowSeconds} seconds.`,
    schema: { type: 'integer' },
  },
  RateLimitRemaining: { description: 'How many of them are left.', schema: { type: 'integer' } },
  RetryAfter: { description: 'Seconds until the next try makes sense.', schema: { type: 'integer' } },
  IdempotentReplayed: {
    description: 'true when this is the stored answer of an earlier call with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  IgnoredFields: {
    description: `What was sent and nobody reads, at most ${maxNamed} of it, by its path: scope.acountIds, ads[].headlin. A name may be misspelt. Absent: everything was read.`,
    schema: { type: 'string' },
  },
}

const headerNames: Record<keyof typeof headerComponents, string> = {
  RequestId: 'X-Request-Id',
  RateLimitLimit: 'X-RateLimit-Limit',
  RateLimitRemaining: 'X-RateLimit-Remaining',
  RetryAfter: 'Retry-After',
  IdempotentReplayed: 'Idempotent-Replayed',
  IgnoredFields: 'X-Ignored-Fields',
}

export function headersWith(
  ...more: ('RetryAfter' | 'IdempotentReplayed' | 'IgnoredFields')[]
): Record<string, { $ref: string }> {
  const names = ['RequestId', 'RateLimitLimit', 'RateLimitRemaining', ...more] as const
  return Object.fromEntries(names.map((name) => [headerNames[name], { $ref: `#/components/headers/${name}` }]))
}

export const parameterComponents = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: `Makes a repeat harmless: the same key with the same request within ${keptFor('keys', retentionKinds.keys.default)} (unless this installation sets more) gives the first answer again and does nothing. With another request it is refused with 422; while the first still runs, with 409.`,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
}

/** The failures of one operation, by status, as references to responses that are described once per envelope. */
export function errorResponses(operation: Operation): Record<string, { $ref: string }> {
  const references = failuresOf(operation).map(
    (code) => [String(errorStatus[code]), refOf(operation.rest.surface, code)] as const,
  )
  return { ...Object.fromEntries(references), default: refOf(operation.rest.surface, 'other') }
}

/** The responses that these operations refer to. */
export function responseComponents(operations: Operation[]): Record<string, object> {
  const responses: Record<string, object> = {}
  for (const operation of operations) {
    for (const code of [...failuresOf(operation), 'other'] as const) {
      responses[responseName(operation.rest.surface, code)] ??= describeResponse(operation.rest.surface, code)
    }
  }
  return responses
}

function describeResponse(surface: Surface, code: ErrorCode | 'other'): object {
  const schema = { $ref: `#/components/schemas/${envelopeOf[surface]}` }
  const waits = code === 'rate_limit_exceeded' || code === 'other'
  return {
    description: `${meaningOf(code)}${uploadMeaningOf(surface, code)}`,
    headers: waits ? headersWith('RetryAfter') : headersWith('IgnoredFields'),
    content: { 'application/json': { schema } },
  }
}

/** A status has one response: what guards say stands beside what the status means everywhere. */
const besides: Partial<Record<ErrorCode, ErrorCode>> = {
  guard_refused: 'forbidden',
  step_up_required: 'forbidden',
  approval_required: 'conflict',
}

function meaningOf(code: ErrorCode | 'other'): string {
  if (code !== 'other') {
    const usual = besides[code]
    return `${usual ? `${meaningOf(usual)} ` : ''}${code}: ${errorMeanings[code]}`
  }
  return 'Any other failure, in the same envelope; 501, 502 and 503 when an ad platform cannot, refuses, or is not to be reached.'
}

function uploadMeaningOf(surface: Surface, code: ErrorCode | 'other'): string {
  if (surface !== 'upload' || code === 'other') return ''
  const same = uploadErrors.filter((error) => error.status === errorStatus[code])
  return same.map((error) => ` ${error.code}: ${error.meaning}`).join('')
}

function refOf(surface: Surface, code: ErrorCode | 'other'): { $ref: string } {
  return { $ref: `#/components/responses/${responseName(surface, code)}` }
}

function responseName(surface: Surface, code: ErrorCode | 'other'): string {
  const words = [surface, ...code.split('_')]
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
