import type { DetailsByCode, FlightdeckErrorCode } from './error-details.ts'
import type { Issue } from '../generated/types.gen.ts'

interface Failure<Code extends FlightdeckErrorCode> {
  code: Code
  status: number
  message: string
  requestId: string | null
  details: DetailsByCode[Code]
  retryAfterSeconds: number | null
}

/** The service said no. Decide by `code`; `is` narrows what is in `details`. */
export class FlightdeckError<Code extends FlightdeckErrorCode = FlightdeckErrorCode> extends Error {
  override readonly name = 'FlightdeckError'
  readonly code: Code
  readonly status: number
  /** Names the call in the service's log. */
  readonly requestId: string | null
  readonly details: DetailsByCode[Code]
  /** When the same call may pass, where the service says so. */
  readonly retryAfterSeconds: number | null

  constructor({ code, status, message, requestId, details, retryAfterSeconds }: Failure<Code>) {
    super(message)
    this.code = code
    this.status = status
    this.requestId = requestId
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** Every problem of the request, where the code tells of such. */
  get issues(): Issue[] {
    return (this.details as { issues?: Issue[] }).issues ?? []
  }

  is<Wanted extends FlightdeckErrorCode>(code: Wanted): this is FlightdeckError<Wanted> {
    const codes: FlightdeckErrorCode[] = [this.code]
    return codes.includes(code)
  }
}

/** No answer came: the service is not there, or the connection was cut. `cause` says how. */
export class FlightdeckUnreachable extends Error {
  override readonly name = 'FlightdeckUnreachable'

  constructor(address: string, cause: unknown) {
    super(`Flightdeck at ${address} cannot be reached: ${reasonOf(cause)}`, { cause })
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  // What Node's fetch says is "fetch failed"; why stands below it.
  const inner: unknown = cause.cause
  return inner instanceof Error && inner.message !== '' ? inner.message : cause.message
}
