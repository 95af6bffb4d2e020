/** A refusal: its code and words travel in headers, and its body says nothing that could be relied on. */
export class ApiError extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }

  get headers(): Record<string, string> {
    // A header holds no other characters.
    const text = this.message.replaceAll(/[^\x20-\x7e]/g, '?')
    return { 'x-al-error-code': String(this.code), 'x-al-error-message': text }
  }
}

export const blockedCode = 100_007
const validationCode = 100_001

export function invalid(message: string): ApiError {
  return new ApiError(400, validationCode, `CAMPAIGN_MANAGEMENT_API_VALIDATION_ERROR: ${message}`)
}

export function unauthorized(): ApiError {
  return new ApiError(401, 401, 'Unauthorized')
}

export function tooMany(): ApiError {
  return new ApiError(429, 429, 'Too many requests')
}

export function blocked(): ApiError {
  return new ApiError(429, blockedCode, 'The account is blocked because of too many errors')
}
