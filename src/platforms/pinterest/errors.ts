import type { FailureKind, PlatformFailure } from '../../errors.ts'
import { platformName } from './name.ts'
import type { Allowance } from './usage.ts'
import { ErrorWire } from './wire.ts'

/** What a code means for the call that got it. Codes that are not listed mean: they said no. */
const kindOfCode: Record<number, FailureKind> = {
  3: 'auth',
  8: 'throttled',
  1104: 'auth',
  2726: 'throttled',
}

/** "Something went wrong on our end", mostly with HTTP 400: a write that ended so may have happened after all. */
const theirFault = 12

/** How long to stay away when the platform gives no hint of its own. */
const usualWaitMs = 60_000

const tokenHint = 'The access token is no longer valid. Add a new one with: flightdeck connection add pinterest'

const hints: Record<number, string> = {
  2: tokenHint,
  3: "The connection's token lacks a scope for this: ads:read, ads:write, boards:read, pins:read and pins:write are needed.",
  1104: tokenHint,
  29: 'The connection may not use this board or pin. Choose a board from GET /v1/pinterest/boards.',
  40: 'Choose a board from GET /v1/pinterest/boards.',
  50: 'The pin of this ad does not exist any more. Launch the ad again.',
  2625: 'The platform has not approved this ad account.',
  2626: 'The platform is still reviewing this ad account. Try again when the review is over.',
}

export interface AnswerFacts {
  status: number
  isWrite: boolean
  traceHeader: string | undefined
  allowance: Allowance | null
}

/** The failure in an answer, or null when it is a good one. */
export function failureIn(facts: AnswerFacts, body: unknown): PlatformFailure | null {
  if (facts.status < 400) return null
  const parsed = ErrorWire.safeParse(body)
  if (!parsed.success) return withoutEnvelope(facts)
  const { code, message } = parsed.data
  return describe(code, message, facts)
}

/** The failure of one item of a batch, told inside of a good answer. */
export function itemFailure(
  problem: { code?: number; message?: string },
  traceHeader: string | undefined,
): PlatformFailure {
  const facts = { status: 200, isWrite: true, traceHeader, allowance: null }
  return describe(problem.code ?? 0, problem.message ?? 'The platform refused this without a reason.', facts)
}

function describe(code: number, message: string, facts: AnswerFacts): PlatformFailure {
  const kind = kindOf(code, facts)
  return {
    platform: platformName,
    kind,
    code,
    message,
    traceId: facts.traceHeader,
    // The code of a wrong token is also that of an account which does not exist.
    hint: code === 2 && kind !== 'auth' ? 'Check the ad account id.' : hints[code],
    ...(kind === 'throttled' ? { retryAfterMs: waitFor(message, facts.allowance) } : {}),
  }
}

function kindOf(code: number, { status, isWrite }: AnswerFacts): FailureKind {
  if (status === 401) return 'auth'
  // 30 is a throttle with 429 and "no such user" with 404.
  if (status === 429) return 'throttled'
  if (code === theirFault || status >= 500) return isWrite ? 'unknown' : 'transient'
  return kindOfCode[code] ?? 'rejected'
}

/** The cost limit of reports has no header: its seconds stand in the text. */
function waitFor(message: string, allowance: Allowance | null): number {
  if (allowance && allowance.remaining === 0) return allowance.resetMs
  const [, seconds] = /retry after (\d{1,5}) seconds?/i.exec(message) ?? []
  return seconds === undefined ? usualWaitMs : Math.max(1, Number(seconds)) * 1000
}

/** A proxy's page, a cut answer: only the status is left to go by. */
function withoutEnvelope({ status, isWrite, traceHeader, allowance }: AnswerFacts): PlatformFailure {
  const message = `The platform answered with HTTP ${status} and no explanation.`
  const base = { platform: platformName, code: status, message, traceId: traceHeader }
  if (status === 429) return { ...base, kind: 'throttled', retryAfterMs: waitFor('', allowance) }
  if (status >= 500) return { ...base, kind: isWrite ? 'unknown' : 'transient' }
  return { ...base, kind: status === 401 ? 'auth' : 'rejected' }
}
