import type { FailureKind, PlatformFailure } from '../../errors.ts'
import { platformName } from './name.ts'
import type { Envelope } from './wire.ts'

/** What a status means for the call that got it. Those that are not listed mean: they said no. */
const kindOfStatus: Record<number, FailureKind> = { 401: 'auth', 429: 'throttled' }

/** The platform limits calls by the second and never says how long to stay away. */
const usualWaitMs = 2_000

const newConnection = 'Add new credentials with: flightdeck connection add snapchat'

const hints: Record<string, string> = {
  E1006: 'The platform does not take a file of this kind. Use a PNG or JPEG picture or an MP4 or MOV video.',
  E1008: 'The platform has no such figures. Ask for fewer fields or another level.',
  E2023: 'This cannot be changed any more. Make a new one instead.',
  E2025: 'Change the field that the message names, then try again.',
  E3003: 'Check the id, and that the connection may see the ad account it belongs to.',
  E4001: 'The platform does not let this ad set be changed from outside. Change it in its own ads manager.',
  401: `The connection no longer opens the platform. ${newConnection}`,
  403: 'The connection lacks a permission for this. Check it with: flightdeck connection check snapchat',
  410: 'The platform has switched this version of its interface off. Update Flightdeck.',
}

export interface AnswerFacts {
  status: number
  isWrite: boolean
  retryAfter: string | undefined
}

/** The failure of a whole call, or null when it is a good answer. */
export function failureIn({ status, isWrite, retryAfter }: AnswerFacts, body: Envelope | null): PlatformFailure | null {
  const code = body?.error_code
  if (status < 400 && code === undefined) return null
  const kind = status >= 500 ? (isWrite ? 'unknown' : 'transient') : (kindOfStatus[status] ?? 'rejected')
  const waitMs = Number(retryAfter) > 0 ? Number(retryAfter) * 1000 : usualWaitMs
  return {
    platform: platformName,
    kind,
    // A status first where the server failed: it tells that there was an answer.
    code: status >= 500 ? status : (code ?? status),
    ...(status >= 500 && code !== undefined ? { subcode: code } : {}),
    message: body?.debug_message ?? body?.display_message ?? `The platform answered ${status}.`,
    traceId: body?.request_id,
    hint: hints[status] ?? (code === undefined ? undefined : hints[code]),
    ...(kind === 'throttled' ? { retryAfterMs: waitMs } : {}),
  }
}

/** Why one element of a list was refused. Its code stands at the beginning of the reason. */
export function elementFailure(reason: string | undefined, traceId: string | undefined): PlatformFailure {
  const [, code, message] = /^Error code: (\w+), message: (.*)$/s.exec(reason ?? '') ?? []
  return {
    platform: platformName,
    kind: 'rejected',
    code: code ?? 'ERROR',
    message: message ?? reason ?? 'The platform refused this without a reason.',
    traceId,
    hint: code === undefined ? undefined : hints[code],
  }
}
