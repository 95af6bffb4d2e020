import type { ErrorCode, Issue } from '../generated/types.gen.ts'

/** The error codes of every operation, those of uploads, and one for an answer that is not from Flightdeck. */
export type FlightdeckErrorCode = ErrorCode | UploadErrorCode | 'unexpected_answer'

export type UploadErrorCode = 'FILE_TOO_LARGE' | 'INVALID_FORMAT' | 'URL_NOT_ACCESSIBLE' | 'FILE_REQUIRED'

/** Any answer may tell more than is known here. */
interface More {
  [field: string]: unknown
}

interface Issues extends More {
  /** Every problem found, not just the first. */
  issues?: Issue[]
}

interface PlatformDetails extends More {
  platform?: string
  /** The platform's own code. */
  code?: string | number
  subcode?: string | number
  /** The platform's own words. */
  message?: string
  traceId?: string
  field?: string
  /** Whether the same call may pass later. */
  retryable?: boolean
  hint?: string
}

interface GuardDetails extends More {
  /** Id of the guard, its name, and which of its limits stands against the write. */
  guard?: number
  name?: string | null
  limit?: string
  /** What is spent already, what the write would add, and what the guard allows, in `currency`. */
  spend?: number | 'unknown'
  adds?: number | 'unknown'
  cap?: number
  currency?: string
}

interface ApprovalDetails extends More {
  approvalId?: number
  /** Of what a person is asked to approve. */
  digest?: string
  expiresAt?: string
}

interface RateDetails extends More {
  limit?: number
  windowSeconds?: number
  retryAfterSeconds?: number
}

/** By which ways, and how lately, a person has to have signed in. */
interface StepUpDetails extends More {
  withinMinutes: number
  ways: ('passkey' | 'oidc' | 'link')[]
}

/** What is wrong with a file: its own code, and what was found. */
interface FileDetails extends More {
  error?: UploadErrorCode
  detectedFormat?: string | null
  reason?: string
}

interface Particular {
  bad_request: Issues
  unprocessable_entity: Issues
  guard_refused: GuardDetails
  step_up_required: StepUpDetails
  approval_required: ApprovalDetails
  rate_limit_exceeded: RateDetails
  platform_error: PlatformDetails
  platform_unavailable: PlatformDetails
  payload_too_large: FileDetails & { fileSize?: number; maxSize?: number }
  unsupported_media_type: FileDetails
  FILE_TOO_LARGE: More & { fileSize?: number; maxSize?: number }
  INVALID_FORMAT: More & { detectedFormat?: string | null; reason?: string }
  URL_NOT_ACCESSIBLE: More & { url?: string; reason?: string }
}

/** What `details` holds, by the code. */
export type DetailsByCode = {
  [Code in FlightdeckErrorCode]: Code extends keyof Particular ? Particular[Code] : More
}
