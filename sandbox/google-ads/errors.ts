import { randomBytes } from 'node:crypto'
import type { SimReply } from '../core/simulator.ts'
import { version } from './world.ts'
import { required } from '../core/required.ts'

export interface PathElement {
  fieldName: string
  index?: number
}

/** One error inside of a GoogleAdsFailure; `family` and `code` together are its error code. */
export interface AdsError {
  family: string
  code: string
  message: string
  path?: PathElement[]
  trigger?: string
  details?: object
}

/** The whole call is refused for these reasons. */
export class Refusal extends Error {
  readonly errors: AdsError[]

  constructor(...errors: AdsError[]) {
    super(errors[0]?.message)
    this.errors = errors
  }
}

/** Refused before the ads product had a look: no GoogleAdsFailure inside. */
export class PlainRefusal extends Error {
  readonly status: number
  readonly details: object[]

  constructor(status: number, message: string, details: object[] = []) {
    super(message)
    this.status = status
    this.details = details
  }
}

/** `'campaignError.DUPLICATE_CAMPAIGN_NAME'` in two halves. */
export function adsError(name: string, message: string, more: Partial<AdsError> = {}): AdsError {
  const [family = '', code = ''] = name.split('.')
  return { family, code, message, ...more }
}

export function refusal(name: string, message: string, more: Partial<AdsError> = {}): Refusal {
  return new Refusal(adsError(name, message, more))
}

/** The body is not what the interface describes. */
export function badJson(field: string, description: string): PlainRefusal {
  const violation = { field, description }
  return new PlainRefusal(400, description, [
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [violation] },
  ])
}

export function newRequestId(): string {
  return randomBytes(16).toString('base64url')
}

/** The canonical name and the usual text of a status. */
const statuses: Record<number, [string, string]> = {
  400: ['INVALID_ARGUMENT', 'Request contains an invalid argument.'],
  401: ['UNAUTHENTICATED', 'Request had invalid authentication credentials.'],
  403: ['PERMISSION_DENIED', 'The caller does not have permission'],
  404: ['NOT_FOUND', 'Requested entity was not found.'],
  409: ['ABORTED', 'The operation was aborted.'],
  429: ['RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'],
  500: ['INTERNAL', 'Internal error encountered.'],
  501: ['UNIMPLEMENTED', 'Operation is not implemented, or supported, or enabled.'],
  503: ['UNAVAILABLE', 'The service is currently unavailable.'],
  504: ['DEADLINE_EXCEEDED', 'Deadline expired before operation could complete.'],
}

const statusOfFamily: Record<string, number> = {
  authenticationError: 401,
  authorizationError: 403,
  quotaError: 429,
  databaseError: 409,
  internalError: 500,
}

/** As google.rpc counts it. */
const invalidArgument = 3

function wordsOf(status: number): [string, string] {
  return statuses[status] ?? (status < 500 ? statuses[400]! : statuses[500]!)
}

function shown({ family, code, message, path, trigger, details }: AdsError): object {
  return {
    errorCode: { [family]: code },
    message,
    ...(trigger === undefined ? {} : { trigger: { stringValue: trigger } }),
    ...(path ? { location: { fieldPathElements: path } } : {}),
    ...(details ? { details } : {}),
  }
}

function failure(errors: AdsError[], requestId: string | undefined): object {
  const type = `type.googleapis.com/google.ads.googleads.${version}.errors.GoogleAdsFailure`
  return { '@type': type, errors: errors.map(shown), ...(requestId ? { requestId } : {}) }
}

/** What a call with partialFailure tells about the operations that were refused. */
export function partialFailure(errors: AdsError[], requestId: string): object {
  const [{ message, path = [] }] = errors as [AdsError]
  const place = path
    .map(({ fieldName, index }) => (index === undefined ? fieldName : `${fieldName}[${index}]`))
    .join('.')
  const first = place ? `${message}, at ${place}` : message
  return {
    code: invalidArgument,
    message: errors.length === 1 ? first : `Multiple errors in ‘details’. First error: ${first}`,
    details: [failure(errors, requestId)],
  }
}

export function errorReply(error: Refusal | PlainRefusal, requestId: string): SimReply {
  const isPlain = error instanceof PlainRefusal
  const status = isPlain ? error.status : (statusOfFamily[required(error.errors[0], 'first error').family] ?? 400)
  const [name, text] = wordsOf(status)
  const details = isPlain ? error.details : [failure(error.errors, requestId)]
  const message = isPlain ? error.message || text : text
  return {
    status,
    headers: { 'request-id': requestId },
    body: { error: { code: status, message, status: name, ...(details.length > 0 ? { details } : {}) } },
  }
}

/** A page of the web server in front, for addresses that lead nowhere. */
export function htmlNotFound(path: string): SimReply {
  const body = `<!DOCTYPE html><html lang=en><title>Error 404 (Not Found)!!1</title><p><b>404.</b> The requested URL <code>${path.replace(/[<>&"]/g, '')}</code> was not found on this server.</html>`
  return { status: 404, headers: { 'content-type': 'text/html; charset=UTF-8' }, body }
}
