import type { FailureKind, PlatformFailure } from '../../errors.ts'
import type { OutboundAnswer } from '../kit/http/http.ts'
import { platformName } from './name.ts'

const accountBlocked = 100_007
/** There is no word of how long to wait in an answer: these are the platform's own times. */
const throttledMs = 10 * 60_000
const blockedMs = 24 * 3600_000
const reportWaitMs = 60_000

const keyHint =
  'Check the Campaign Management key and the account ids. Add them anew with: flightdeck connection add applovin'
const reportKeyHint = 'Check the Report key. Add the connection anew with: flightdeck connection add applovin'

/** The failure in an answer, or null when it is a good one. Headers tell; what the body holds is not said anywhere. */
export function failureIn({ status, headers, text }: OutboundAnswer, isWrite: boolean): PlatformFailure | null {
  if (status < 400) return null
  const code = numberOr(headers['x-al-error-code'], status)
  const message = headers['x-al-error-message'] || firstLine(text) || `The platform answered with HTTP ${status}.`
  const base = { platform: platformName, code, message, traceId: headers['x-trace-id'] }
  if (status === 429) {
    const isBlocked = code === accountBlocked
    return {
      ...base,
      kind: 'throttled',
      retryAfterMs: isBlocked ? blockedMs : throttledMs,
      hint: isBlocked
        ? 'The platform has shut this account for a day because of too many errors.'
        : 'The platform lets nobody call for this account for ten minutes.',
    }
  }
  const kind = kindOf(status, isWrite)
  return { ...base, kind, ...(kind === 'auth' ? { hint: keyHint } : {}) }
}

function kindOf(status: number, isWrite: boolean): FailureKind {
  if (status === 401 || status === 403) return 'auth'
  if (status >= 500) return isWrite ? 'unknown' : 'transient'
  return 'rejected'
}

/** Reports tell how they went in their body, whatever the status says. */
export function reportFailure(code: number): PlatformFailure | null {
  if (code < 400) return null
  const base = { platform: platformName, code, message: `The platform answered a report with code ${code}.` }
  if (code === 429) return { ...base, kind: 'throttled', retryAfterMs: reportWaitMs }
  const kind = kindOf(code, false)
  return { ...base, kind, ...(kind === 'auth' ? { hint: reportKeyHint } : {}) }
}

function numberOr(text: string | undefined, fallback: number): number {
  const number = Number(text)
  return text && Number.isFinite(number) ? number : fallback
}

function firstLine(text: string): string {
  return text.trim().startsWith('<') ? '' : (text.trim().split('\n')[0] ?? '').slice(0, 300)
}
