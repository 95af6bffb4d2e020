import type { FlightdeckErrorCode } from './error-details.ts'
import { FlightdeckError } from './errors.ts'

/** The three envelopes that failures come in. */
interface Envelope {
  message?: unknown
  error?: unknown
  details?: unknown
}

/** A failed answer as an error, whichever envelope it wears, and also when something between us and the service gave it. */
export async function readFailure(response: Response): Promise<FlightdeckError> {
  const { status, headers } = response
  const text = await response.text()
  const said = saidIn(text)
  const details = (said.details ?? {}) as Record<string, unknown>
  return new FlightdeckError({
    status,
    code: said.code ?? 'unexpected_answer',
    message: said.message ?? `Flightdeck answered ${status}${response.statusText ? ` ${response.statusText}` : ''}.`,
    requestId: headers.get('x-request-id') ?? textOr(details.requestId),
    details,
    retryAfterSeconds: secondsOf(headers.get('retry-after')),
  })
}

interface Said {
  code: FlightdeckErrorCode | null
  message: string | null
  details: unknown
}

function saidIn(text: string): Said {
  const envelope = parsed(text)
  const { error } = envelope
  if (typeof error === 'object' && error !== null) {
    const { code, message, details } = error as { code?: unknown; message?: unknown; details?: unknown }
    return { code: textOr(code) as FlightdeckErrorCode | null, message: textOr(message), details }
  }
  // Uploads write the common codes in capitals beside their own.
  const code = textOr(error)
  return {
    code: (code !== null && !ownOfUploads.has(code) ? code.toLowerCase() : code) as FlightdeckErrorCode | null,
    message: textOr(envelope.message),
    details: envelope.details,
  }
}

const ownOfUploads = new Set(['FILE_TOO_LARGE', 'INVALID_FORMAT', 'URL_NOT_ACCESSIBLE', 'FILE_REQUIRED'])

function parsed(text: string): Envelope {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

function textOr(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Seconds, or a date, as proxies write it. */
function secondsOf(header: string | null): number | null {
  if (header === null || header.trim() === '') return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, (date - Date.now()) / 1000)
}
