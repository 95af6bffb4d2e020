/** What matched, as PostgreSQL sends an array of numbers with two dimensions: row, code, then the numbers of the rule. */
export interface Matches {
  count: number
  /** null: unknown. */
  at(match: number, place: number): number | null
}

const headBytes = 12
const dimensionBytes = 8
/** Instead of the length of a value. */
const noValue = -1

export function readMatches(bytes: DataView | null): Matches {
  if (!bytes) return { count: 0, at: () => null }
  // How many dimensions, whether there are nulls, of which type; then each dimension's size and where it begins to count.
  const count = bytes.getInt32(headBytes)
  const width = bytes.getInt32(headBytes + dimensionBytes)
  const values = new Float64Array(count * width)
  let at = headBytes + 2 * dimensionBytes
  for (let place = 0; place < values.length; place++) {
    const isThere = bytes.getInt32(at) !== noValue
    values[place] = isThere ? bytes.getFloat64(at + 4) : NaN
    at += isThere ? 12 : 4
  }
  return {
    count,
    at(match, place) {
      const value = values[match * width + place]!
      return Number.isNaN(value) ? null : value
    },
  }
}

/** Whole numbers in one dimension, none of them null. */
export function readWholeNumbers(bytes: DataView | null): number[] {
  if (!bytes || bytes.getInt32(0) === 0) return []
  const first = headBytes + dimensionBytes + 4
  return Array.from({ length: bytes.getInt32(headBytes) }, (_, place) => bytes.getInt32(first + place * 8))
}
