import { randomBytes } from 'node:crypto'

export interface SnapErrorDetails {
  status: number
  code: string
  message: string
  headers?: Record<string, string>
}

/** The whole call is refused. */
export class SnapError extends Error {
  readonly details: SnapErrorDetails

  constructor(details: SnapErrorDetails) {
    super(details.message)
    this.details = details
  }

  envelope(requestId: string): object {
    return {
      request_status: 'ERROR',
      request_id: requestId,
      debug_message: this.message,
      display_message: 'We are sorry, but the requested resource could not be served',
      error_code: this.details.code,
    }
  }
}

/** One element of a list is refused; the others may pass. */
export class ItemError extends Error {
  readonly code: string
  readonly context: string

  constructor(code: string, message: string, context = '') {
    super(message)
    this.code = code
    this.context = context
  }

  get reason(): string {
    return `Error code: ${this.code}, message: ${this.message} : [${this.context}]`
  }
}

/** A field is missing or holds what it must not. */
export function invalid(field: string, why: string): ItemError {
  return new ItemError('E2025', `${field} ${why}`, field)
}

export function notFound(what: string): SnapError {
  return new SnapError({ status: 404, code: 'E3003', message: `Resource can not be found: ${what}` })
}

export function badRequest(message: string, code = 'E2025'): SnapError {
  return new SnapError({ status: 400, code, message })
}

export function tooMany(): SnapError {
  return new SnapError({ status: 429, code: 'E1021', message: 'Too Many Requests' })
}

export function newRequestId(): string {
  return randomBytes(32).toString('hex')
}
