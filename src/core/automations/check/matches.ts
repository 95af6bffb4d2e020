/** What matched, as PostgreSQL sends an array of numbers with two dimensions: row, code, then the numbers of the rule. */
export interface Matches {
  count: number
  /** null: unknown. */
  at(match: number, place: number): number | null
}

const headBytes = 20
const dimensionBytes = 8
/** Instead of the length of a value. */
const noValue = -1

export function readMatches(bytes: Buffer | null): Matches {
  if (!bytes) return { count: 0, at: () => null }
  // How many dimensions, whether there are nulls, of which type; then each dimension's size and where it begins to count.
  const count = bytes.readInt32BE(headBytes - dimensionBytes)
  const width = bytes.readInt32BE(headBytes)
  const values = new Float64Array(count * width)
  let at = headBytes + dimensionBytes
  for (let place = 0; place < values.length; place++) {
    const length = bytes.readInt32BE(at)
    at += 4
    if (length === noValue) values[place] = NaN
    else {
      values[place] = bytes.readDoubleBE(at)
      at += length
    }
  }
  return {
    count,
    at(match, place) {
      const value = values[match * width + place]!
      return Number.isNaN(value) ? null : value
    },
  }
}
