/** A refusal in the platform's own way: status 200, and a code that is not 0. */
export class TikTokError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** An answer that leaves as it is, without the usual envelope. */
export class CsvText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Most refusals have this code; what is wrong stands in the text alone. */
export function invalid(message: string): TikTokError {
  return new TikTokError(40002, message)
}

export function missing(field: string): TikTokError {
  return invalid(`${field}: Missing data for required field.`)
}

export function throttled(): TikTokError {
  return new TikTokError(40100, 'Too many requests. Please retry in some time.')
}
