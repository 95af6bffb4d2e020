export interface ApiProblem {
  code: number
  message: string
}

/** A refusal in the platform's own words. */
export class ApiError extends Error {
  readonly status: number
  readonly code: number
  readonly headers: Record<string, string>

  constructor(status: number, code: number, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }

  get problem(): ApiProblem {
    return { code: this.code, message: this.message }
  }
}

/** The status that comes with a code when nothing else is known: most are plain 400s, even the passing ones. */
const statusOfCode: Record<number, number> = {
  2: 401,
  3: 401,
  7: 403,
  8: 429,
  29: 403,
  30: 429,
  40: 404,
  50: 404,
  1104: 401,
  2726: 429,
}

export function errorWithCode(code: number, message: string): ApiError {
  const isStatus = code >= 400 && code < 600
  return new ApiError(isStatus ? code : (statusOfCode[code] ?? 400), code, message)
}

export function invalid(message: string): ApiError {
  return new ApiError(400, 1, `Invalid request: ${message}`)
}

export function missing(what: string): ApiError {
  return new ApiError(404, 404, `${what} not found.`)
}

/** A rule of the ads product was broken; inside a batch it is told beside the item. */
export function refused(message: string): ApiError {
  return new ApiError(400, 6, message)
}
