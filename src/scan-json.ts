/** What can be told of a JSON text in one pass, before anything is made of it. */
export interface JsonScan {
  depth: number
  values: number
  /** Holds a whole number with more digits than a double keeps. */
  hasLongInteger: boolean
  /** Holds an escape that may stand for a character which no text can keep. */
  hasOddText: boolean
}

const quote = 34
const comma = 44
const backslash = 92
const digitsOfDouble = 15

/** Stops as soon as one of the bounds is passed: what comes after does not matter then. */
export function scanJson(text: string, maxDepth: number, maxValues: number): JsonScan {
  const scan: JsonScan = { depth: 0, values: 1, hasLongInteger: false, hasOddText: false }
  let depth = 0
  let digits = 0
  let isFirst = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (isSpace(code)) continue
    if (isOpening(code)) {
      if (isFirst) scan.values++
      scan.depth = Math.max(scan.depth, ++depth)
      isFirst = true
    } else if (isClosing(code)) {
      depth--
      isFirst = false
    } else {
      if (isFirst || code === comma) scan.values++
      isFirst = false
      if (code === quote) i = endOfString(text, i + 1, scan)
    }
    digits = isDigit(code) ? digits + 1 : 0
    if (digits > digitsOfDouble) scan.hasLongInteger = true
    if (scan.depth > maxDepth || scan.values > maxValues) return scan
  }
  return scan
}

function endOfString(text: string, start: number, scan: JsonScan): number {
  let i = start
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) return i
    if (code === backslash && isOddEscape(text, ++i)) scan.hasOddText = true
  }
  return i
}

/** u0000, and uD800 to uDFFF, which are characters only in pairs. */
function isOddEscape(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== 117) return false
  return /^(?:0000|d[89a-f])/i.test(text.slice(at + 1, at + 5))
}

function isSpace(code: number): boolean {
  return code === 32 || (code <= 13 && code >= 9)
}

function isOpening(code: number): boolean {
  return code === 123 || code === 91
}

function isClosing(code: number): boolean {
  return code === 125 || code === 93
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}
