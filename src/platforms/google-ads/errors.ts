import type { FailureKind, PlatformFailure } from '../../errors.ts'
import { platformName } from './name.ts'
import { ErrorWire, FailureWire } from './wire.ts'
import type { AdsError } from './wire.ts'

/** What a family of codes means for the call that got one. Families that are not listed mean: they said no. */
const kindOfFamily: Record<string, FailureKind> = {
  authenticationError: 'auth',
  authorizationError: 'auth',
  headerError: 'auth',
  quotaError: 'throttled',
}

/** Codes that mean something else than their family. */
const kindOfCode: Record<string, FailureKind> = {
  // The account is closed, whatever opens it.
  'authorizationError.CUSTOMER_NOT_ENABLED': 'rejected',
  // Somebody else changed the same at the same moment: nothing happened.
  'databaseError.CONCURRENT_MODIFICATION': 'transient',
}

/** How long to stay away when the platform gives no hint of its own. */
const usualWaitMs = 30_000
/** The operations of a day come back at its end, whenever that is. */
const dailyWaitMs = 3600_000

const tokenHint =
  'The connection does not open the platform any more. Add a new one with: flightdeck connection add google-ads'
const loginHint =
  'The account is not open to this connection. If it is under a manager, the user of the connection needs access to that manager.'

const hints: Record<string, string> = {
  'authorizationError.USER_PERMISSION_DENIED': loginHint,
  'authorizationError.CUSTOMER_NOT_ENABLED':
    'The account was canceled or is not enabled yet: it can only be reported on elsewhere.',
  'authorizationError.CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION':
    "The OAuth client's cloud project may only use test accounts: apply for another access level.",
  'authenticationError.DEVELOPER_TOKEN_INVALID':
    'The developerToken of the connection is wrong. It may also be left out.',
  'quotaError.RESOURCE_EXHAUSTED': "The day's operations are used up; what is left to do waits for the next day.",
  'requestError.UNSUPPORTED_VERSION': 'The platform has switched this version off: update Flightdeck.',
  'campaignBudgetError.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT': 'The amount is finer than the currency.',
}

export interface AnswerFacts {
  status: number
  isWrite: boolean
  traceHeader: string | undefined
}

/** The failure in an answer, or null when it is a good one. */
export function failureIn(facts: AnswerFacts, body: unknown): PlatformFailure | null {
  if (facts.status < 400) return null
  const parsed = ErrorWire.safeParse(body)
  if (!parsed.success) return plain(facts, `The platform answered with HTTP ${facts.status} and no explanation.`)
  const { message, details } = parsed.data.error
  const failures = failuresIn(details)
  const [first] = failures.errors
  return first ? describe(first, facts, failures.requestId) : plain(facts, message)
}

/** What stands in the details of a refusal, as far as it is the product's own. */
export function failuresIn(details: unknown[]): { errors: AdsError[]; requestId?: string } {
  for (const detail of details) {
    const parsed = FailureWire.safeParse(detail)
    if (parsed.success) return parsed.data
  }
  return { errors: [] }
}

/** `campaignError.DUPLICATE_CAMPAIGN_NAME` */
function codeOf({ errorCode }: AdsError): string {
  const [entry] = Object.entries(errorCode)
  return entry ? entry.join('.') : 'unknown'
}

/** `operations[0].create.name`: which of several, and which field of it. */
export function placeOf({ location }: AdsError): { index: number | null; field: string | undefined } {
  const elements = location?.fieldPathElements ?? []
  const at = elements.findIndex(({ fieldName }) => /^(mutate_)?operations$/.test(fieldName))
  const field = elements
    .map(({ fieldName, index }) => (index === undefined ? fieldName : `${fieldName}[${index}]`))
    .join('.')
  return { index: elements[at]?.index ?? null, field: field === '' ? undefined : field }
}

export function describe(error: AdsError, facts: AnswerFacts, requestId: string | undefined): PlatformFailure {
  const code = codeOf(error)
  const kind = kindOf(code, facts)
  const base = {
    platform: platformName,
    kind,
    message: messageOf(error),
    traceId: requestId ?? facts.traceHeader,
    field: placeOf(error).field,
    hint: hints[code] ?? (kind === 'auth' ? tokenHint : undefined),
  }
  // A number says that there was an answer: whatever became of the write, it is over.
  if (kind === 'unknown') return { ...base, code: facts.status, subcode: code }
  return { ...base, code, ...(kind === 'throttled' ? { retryAfterMs: waitFor(code, error) } : {}) }
}

/** What set the refusal off is worth more than its general words. */
function messageOf({ message, trigger }: AdsError): string {
  const [word] = Object.values(trigger ?? {})
  if (typeof word !== 'string' || word === '' || message.includes(word)) return message
  return `${message} (${word.slice(0, 200)})`
}

function kindOf(code: string, { status, isWrite }: AnswerFacts): FailureKind {
  const [family = ''] = code.split('.')
  const known = kindOfCode[code] ?? kindOfFamily[family]
  if (known) return known
  if (status === 401) return 'auth'
  if (status === 429) return 'throttled'
  // Trouble on their side: a write that ended so may have happened after all.
  if (family === 'internalError' || status >= 500) return isWrite ? 'unknown' : 'transient'
  return 'rejected'
}

function waitFor(code: string, { details }: AdsError): number {
  const [, seconds] = /^(\d{1,6}(?:\.\d+)?)s$/.exec(details?.quotaErrorDetails?.retryDelay ?? '') ?? []
  if (seconds !== undefined) return Math.max(1000, Math.ceil(Number(seconds) * 1000))
  return code === 'quotaError.RESOURCE_EXHAUSTED' ? dailyWaitMs : usualWaitMs
}

/** From the front door, a proxy, or cut short: only the status is left to go by. */
function plain({ status, isWrite, traceHeader }: AnswerFacts, message: string): PlatformFailure {
  const base = { platform: platformName, code: status, message, traceId: traceHeader }
  if (status === 429) return { ...base, kind: 'throttled', retryAfterMs: usualWaitMs }
  if (status >= 500) return { ...base, kind: isWrite ? 'unknown' : 'transient' }
  return status === 401 ? { ...base, kind: 'auth', hint: tokenHint } : { ...base, kind: 'rejected' }
}
