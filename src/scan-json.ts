/** What can be told of a JSON text in one pass, before anything is made of it. */
export interface JsonScan {
  depth: number
  values: number
  /** Of the object that has most. */
  fields: number
  /** Where whole numbers stand that have more digits than a double keeps: the beginning of each, and its end. */
  longIntegers: number[]
  /** Holds an escape that may stand for a character which no text can keep. */
  hasOddText: boolean
}

const quote = 34
const comma = 44
const backslash = 92
const brace = 123
const zero = 48
const digitsOfDouble = 15

export interface JsonBounds {
  depth: number
  values: number
  /** Of one object. */
  fields?: number
}

/** Stops as soon as one of the bounds is passed: what comes after does not matter then. */
export function scanJson(
  text: string,
  { depth: maxDepth, values: maxValues, fields: maxFields = Infinity }: JsonBounds,
): JsonScan {
  const scan: JsonScan = { depth: 0, values: 1, fields: 0, longIntegers: [], hasOddText: false }
  /** How many values stand so far in each of the lists (below zero) and objects that are open. */
  const open: number[] = [-1]
  let depth = 0
  let isFirst = false
  const count = () => {
    scan.values++
    const fields = open[depth]!
    open[depth] = fields < 0 ? fields : fields + 1
    if (fields >= scan.fields) scan.fields = fields + 1
  }
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (isSpace(code)) continue
    if (isOpening(code)) {
      if (isFirst) count()
      scan.depth = Math.max(scan.depth, ++depth)
      open[depth] = code === brace ? 0 : -1
      isFirst = true
    } else if (isClosing(code)) {
      depth = Math.max(0, depth - 1)
      isFirst = false
    } else {
      if (isFirst || code === comma) count()
      isFirst = false
      if (code === quote) i = endOfString(text, i + 1, scan)
      else if (isDigit(code)) i = endOfDigits(text, i, scan)
    }
    if (scan.depth > maxDepth || scan.values > maxValues || scan.fields > maxFields) return scan
  }
  return scan
}

/** Where the last of the digits stands. */
function endOfDigits(text: string, start: number, scan: JsonScan): number {
  let end = start + 1
  while (isDigit(text.charCodeAt(end))) end++
  if (end - start > digitsOfDouble && isWhole(text, start, end)) scan.longIntegers.push(start, end)
  return end - 1
}

/** No part of a fraction, of an exponent or of what is less than zero, and no name of a field: those are texts. */
function isWhole(text: string, start: number, end: number): boolean {
  if (text.charCodeAt(start) === zero || '-+.eE'.includes(text.charAt(start - 1) || ' ')) return false
  let after = end
  while (isSpace(text.charCodeAt(after))) after++
  return !'.eE:'.includes(text.charAt(after) || ' ')
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
  const first = text.charCodeAt(at + 1)
  // There may be millions of escapes: nothing is cut out of the text for them.
  if ((first | 32) === 100) return isHighHex(text.charCodeAt(at + 2))
  return first === zero && [2, 3, 4].every((next) => text.charCodeAt(at + next) === zero)
}

/** 8 to f: behind a d, the halves of pairs. */
function isHighHex(code: number): boolean {
  const letter = code | 32
  return code === 56 || code === 57 || (letter >= 97 && letter <= 102)
}

function isSpace(code: number): boolean {
  return code === 32 || (code <= 13 && code >= 9)
}

function isOpening(code: number): boolean {
  return code === brace || code === 91
}

function isClosing(code: number): boolean {
  return code === 125 || code === 93
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}
