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

class Refusal<Code extends FlightdeckErrorCode> extends Error {
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

/** The service said no. Decide by `code`: a switch, or `is`, narrows what is in `details`. */
export type FlightdeckError<Code extends FlightdeckErrorCode = FlightdeckErrorCode> = Code extends FlightdeckErrorCode
  ? Refusal<Code>
  : never

/** One class for all codes; to the compiler one for each, so that a look at the code says what the details are. */
export const FlightdeckError = Refusal as {
  new <Code extends FlightdeckErrorCode>(failure: Failure<Code>): FlightdeckError<Code>
  readonly prototype: FlightdeckError
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
