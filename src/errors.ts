/** What can go wrong, as the caller sees it: each code has one status. */
export const errorStatus = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  guard_refused: 403,
  sign_in_first: 403,
  step_up_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  approval_required: 409,
  invite_expired: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unprocessable_entity: 422,
  rate_limit_exceeded: 429,
  internal_server_error: 500,
  unsupported_operation: 501,
  platform_error: 502,
  platform_unavailable: 503,
  service_unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** One thing that is wrong with a request: where, what, and what was expected. */
export interface Issue {
  path: string
  message: string
  expected?: string
  /** Of a text that is too long: how many characters it may have. */
  longest?: number
}

export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown> | undefined
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    message: string,
    details?: Record<string, unknown>,
    headers: Record<string, string> = {},
  ) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.details = details
    this.headers = headers
  }
}

/** Why work that was done for a caller alone is not gone on with. Nobody is there to read it. */
export class CallerGone extends AppError {
  constructor() {
    super('bad_request', 'The caller hung up.')
  }
}

export function notFound(what: string, id: string | number): AppError {
  return new AppError('not_found', `There is no ${what} ${id}.`)
}

/** Well-formed, but breaks a rule: every problem is named at once. */
export function brokenRules(issues: Issue[]): AppError {
  return new AppError('unprocessable_entity', summarize(issues), detailsOf(issues))
}

export function badRequest(issues: Issue[]): AppError {
  return new AppError('bad_request', summarize(issues), detailsOf(issues))
}

/** The same, with its problems at other paths: those that its reader knows. */
export function atPaths(error: AppError, pathOf: (path: string) => string): AppError {
  const { code, message, details, headers } = error
  const issues = details?.issues as Issue[] | undefined
  if (!Array.isArray(issues)) return error
  const renamed = issues.map((issue) => ({ ...issue, path: pathOf(issue.path) }))
  const [was, is] = [issues[0]?.path, renamed[0]?.path]
  const text = was && message.startsWith(`${was}: `) ? `${is}${message.slice(was.length)}` : message
  return new AppError(code, text, { ...details, issues: renamed }, headers)
}

/** As many problems as anybody reads; how many more there are is said. */
const maxIssues = 100

function detailsOf(issues: Issue[]): Record<string, unknown> {
  if (issues.length <= maxIssues) return { issues }
  return { issues: issues.slice(0, maxIssues), moreIssues: issues.length - maxIssues }
}

function summarize(issues: Issue[]): string {
  const first = issues[0]
  if (!first) return 'The request is not valid.'
  const where = first.path === '' ? '' : `${first.path}: `
  const more = issues.length - 1
  return `${where}${first.message}${more > 0 ? ` (and ${more} more ${more === 1 ? 'problem' : 'problems'})` : ''}`
}

/** How a call to an ad platform ended, when it did not end well. */
export type FailureKind =
  | 'rejected' // they said no, and will say no again
  | 'auth' // the token does not open this
  | 'throttled' // too many calls: wait, nothing happened
  | 'transient' // nothing happened, try again
  | 'unknown' // a write whose answer was lost: look before trying again

/** How a call to a platform ended. */
export type CallOutcome = 'ok' | FailureKind

export interface PlatformFailure {
  platform: string
  kind: FailureKind
  message: string
  code?: number | string
  subcode?: number | string
  traceId?: string
  field?: string
  hint?: string
  /** What a field of ours would have to hold: whoever asked can say it, as with a rule of our own. */
  issue?: Issue
  retryAfterMs?: number
}

export class PlatformError extends Error {
  readonly failure: PlatformFailure

  constructor(failure: PlatformFailure) {
    super(failure.message)
    this.name = 'PlatformError'
    this.failure = failure
  }

  get kind(): FailureKind {
    return this.failure.kind
  }

  get retryable(): boolean {
    return this.kind === 'throttled' || this.kind === 'transient' || this.kind === 'unknown'
  }
}

/**
 * A file of ours could not be read while it was being sent. A request without the end of its body is none, so nothing took effect: it is a
 * failure of our own, and never an answer that was lost.
 */
export class UnreadableMedia extends Error {
  readonly url: string
  readonly reason: unknown

  constructor(url: string, reason: unknown) {
    super(`The file behind ${url} could not be read: ${reason instanceof Error ? reason.message : String(reason)}`, {
      cause: reason,
    })
    this.name = 'UnreadableMedia'
    this.url = url
    this.reason = reason
  }
}

/** A platform's failure in the words of our own answers. */
export function fromPlatform(error: PlatformError): AppError {
  const { platform, code, subcode, message, traceId, hint, field, retryAfterMs } = error.failure
  const details = { platform, code, subcode, message, traceId, field, retryable: error.retryable, hint }
  const { issue } = error.failure
  if (error.kind === 'rejected' && issue) {
    const rule = brokenRules([issue])
    return new AppError(rule.code, rule.message, { ...rule.details, platform, code, subcode, traceId })
  }
  if (error.kind === 'throttled' || error.kind === 'transient' || error.kind === 'unknown') {
    const seconds = Math.max(1, Math.ceil((retryAfterMs ?? 30_000) / 1000))
    const text = `The ad platform ${platform} cannot take this call right now: ${message}`
    return new AppError('platform_unavailable', text, details, { 'retry-after': String(seconds) })
  }
  return new AppError('platform_error', `The ad platform ${platform} refused the call: ${message}`, details)
}
