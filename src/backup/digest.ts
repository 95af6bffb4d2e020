import { createHash } from 'node:crypto'

/** What a table holds, in whatever order its rows are told. */
export interface RowsDigest {
  rows: number
  digest: string
}

const lineEnd = 10
const modulus = 1n << 64n

/** Of rows in the text form of COPY, as they pass by. */
export function createRowsDigest(): { add: (chunk: Buffer) => void; end: () => RowsDigest } {
  let rest: Buffer = Buffer.alloc(0)
  let rows = 0
  let sum = 0n
  return {
    add(chunk) {
      const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      let from = 0
      for (let at = all.indexOf(lineEnd); at >= 0; at = all.indexOf(lineEnd, from)) {
        // Sums do not depend on the order, and a row that is there twice counts twice.
        sum += createHash('sha256').update(all.subarray(from, at)).digest().readBigUInt64BE()
        rows += 1
        from = at + 1
      }
      sum %= modulus
      rest = all.subarray(from)
    },
    end: () => ({ rows, digest: sum.toString(16).padStart(16, '0') }),
  }
}
