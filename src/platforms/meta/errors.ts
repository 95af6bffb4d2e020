import type { FailureKind, Issue, PlatformFailure } from '../../errors.ts'
import { parseJsonOrNull } from '../kit/http/call.ts'
import { permissionHint } from './features.ts'
import type { FeatureName } from './features.ts'
import { platformName } from './name.ts'
import { regainMsFor } from './usage.ts'
import type { Allowances } from './usage.ts'
import { ErrorWire } from './wire.ts'

/** What a code means for the call that got it. Codes that are not listed mean: they said no. */
const kindOfCode: Record<number, FailureKind> = {
  2: 'transient',
  4: 'throttled',
  17: 'throttled',
  32: 'throttled',
  102: 'auth',
  190: 'auth',
  341: 'throttled',
  368: 'throttled',
  613: 'throttled',
  80000: 'throttled',
  80001: 'throttled',
  80002: 'throttled',
  80003: 'throttled',
  80004: 'throttled',
  80005: 'throttled',
  80006: 'throttled',
  80008: 'throttled',
  80009: 'throttled',
  80014: 'throttled',
  1404078: 'throttled',
  2859015: 'throttled',
}

/** A throttle code with one of these subcodes is a plain no: waiting minutes does not help. */
const rejectedSubcodes = new Set([1885172, 1487225])

/** Writes that ended so may have happened after all: the server failed somewhere in the middle. */
const maybeDone = new Set([1, 2, 960])

/** How long to stay away when the platform gives no hint of its own, in seconds. */
const waitSeconds: Record<string, number> = {
  '17/2446079': 60,
  '613/1487632': 3600,
  '613/5044001': 2,
  368: 3600,
  4: 300,
}

const hints: Record<string, string> = {
  190: 'The access token is no longer valid. Add a new one with: flightdeck connection add primary',
  '100/33': "Check the id, and that the connection's token may see the account it belongs to.",
  '100/1815199': 'Choose a secondary profile that belongs to this ad account (GET /v1/profiles).',
  '100/1487202': "The connection's token may not advertise for this page. Choose a page from GET /v1/profiles.",
  '100/1885557': 'The post does not exist any more, or may not be promoted. Check media[].effectiveStoryId.',
  '100/1885029': 'Choose an ad set that promotes the page of the ad, or the page that the ad set promotes.',
  '100/3867105': 'This content cannot be a partnership ad. Ask the creator for a new code.',
  '100/1487809': 'The account or ad set is full. Delete or archive ads, or choose another ad set.',
  '100/1885272': 'The budget is below the least that the platform takes for this goal. Raise it.',
  '100/1885650': 'The budget is below the least that the platform takes for this goal. Raise it.',
  '100/1885621': 'A budget stands on the campaign or on its ad sets, not on both.',
  '100/1885501': 'Choose another attributionSpec: a click within 1 day is always allowed.',
  '100/2446307': 'The spend cap is below the least that the platform takes. Raise it.',
  '100/3260011': 'Ads run in this ad set already. Make a new ad set with the other goal.',
  '100/1487056': 'The ad set is deleted or archived: only its name can still be changed.',
  '100/1487566': 'The campaign is deleted or archived: only its name can still be changed.',
  '100/1340029': 'An ad with dynamic creative cannot be deleted. Pause it, or delete its ad set.',
  '613/1487632': 'The budget of an ad set can be changed four times an hour.',
  '100/1870227': 'Set targeting.targeting_automation.advantage_audience to 0 or 1.',
  '100/2446383': 'This objective needs a link and a call to action.',
  '100/2061015': 'This objective needs a link and a call to action.',
  '100/1487033': 'Choose an end time in the future.',
  2635: 'The platform has switched this version of its interface off. Update Flightdeck.',
}

/** What nobody but the caller can say, by the field that says it. */
const issues: Record<string, Issue> = {
  '100/3858079': {
    path: 'dsaPayor',
    message: 'is required: who pays for the ads. The European Union asks for it, and the account names nobody',
  },
  '100/3858081': {
    path: 'dsaBeneficiary',
    message: 'is required: whom the ads are for. The European Union asks for it, and the account names nobody',
  },
}

function lacksPermission(code: number): boolean {
  return code === 10 || (code >= 200 && code <= 299)
}

/** Limits of one ad set or ad, not of the account: everything else may go on being called. */
const limitsOfOneObject = new Set<unknown>([1487632])

export function limitsOneObject({ subcode }: PlatformFailure): boolean {
  return limitsOfOneObject.has(subcode)
}

export interface AnswerFacts {
  status: number
  text: string
  isWrite: boolean
  traceHeader: string | undefined
  /** What the platform's usage headers say about when calls pass again. */
  allowances: Allowances | null
  /** For which feature the call was made, where that needs permissions of its own. */
  needs?: FeatureName
}

/** The failure in an answer, or null when it is a good one. */
export function failureIn(facts: AnswerFacts, body: unknown): PlatformFailure | null {
  const parsed = ErrorWire.safeParse(body)
  if (!parsed.success) return facts.status < 400 ? null : withoutEnvelope(facts)
  const { error } = parsed.data
  const pair = `${error.code}/${error.error_subcode}`
  const kind = kindOf(error.code, error.error_subcode, facts.isWrite)
  const hinted = facts.allowances ? regainMsFor(error.code, facts.allowances) : undefined
  const wait = hinted ?? (waitSeconds[pair] ?? waitSeconds[error.code] ?? 60) * 1000
  return {
    platform: platformName,
    kind,
    code: error.code,
    subcode: error.error_subcode,
    message: error.error_user_msg ?? error.message,
    traceId: error.fbtrace_id ?? facts.traceHeader,
    field: blamedField(error.error_data),
    hint: hints[pair] ?? hints[error.code] ?? (lacksPermission(error.code) ? permissionHint(facts.needs) : undefined),
    ...(issues[pair] ? { issue: issues[pair] } : {}),
    ...(kind === 'throttled' ? { retryAfterMs: wait } : {}),
  }
}

function kindOf(code: number, subcode: number | undefined, isWrite: boolean): FailureKind {
  if (subcode !== undefined && rejectedSubcodes.has(subcode)) return 'rejected'
  if (isWrite && maybeDone.has(code)) return 'unknown'
  if (code === 1 || code === 960) return 'transient'
  return kindOfCode[code] ?? 'rejected'
}

/** A proxy's page, a cut answer: only the status is left to go by. */
function withoutEnvelope({ status, isWrite, traceHeader }: AnswerFacts): PlatformFailure {
  const message = `The platform answered with HTTP ${status} and no explanation.`
  const base = { platform: platformName, code: status, message, traceId: traceHeader }
  if (status === 429) return { ...base, kind: 'throttled', retryAfterMs: 60_000 }
  if (status >= 500) return { ...base, kind: isWrite ? 'unknown' : 'transient' }
  return { ...base, kind: status === 401 ? 'auth' : 'rejected' }
}

/** error_data is JSON text or an object: `{"blame_field_specs":[["link_data","link"]]}`. */
function blamedField(errorData: unknown): string | undefined {
  const value = typeof errorData === 'string' ? parseJsonOrNull(errorData) : errorData
  const specs = (value as { blame_field_specs?: unknown } | null)?.blame_field_specs
  const first: unknown = Array.isArray(specs) ? specs[0] : undefined
  return Array.isArray(first) ? first.join('.') : undefined
}
