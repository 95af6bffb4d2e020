import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/** The signature, flags and an extension of no length. */
const headBytes = 19
const noValue = -1

/**
 * The rows of a query whose columns are all float8, in PostgreSQL's binary form: for figures by the hundred thousand, which cost
 * a multiple as text. What is null is NaN. The same array is handed out for every row.
 */
export async function eachTuple(
  client: pg.ClientBase,
  query: string,
  take: (row: Float64Array) => void,
): Promise<void> {
  const chunks: Buffer[] = []
  const stream = client.query(copyTo(`COPY (${query}) TO STDOUT (FORMAT binary)`))
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  await finished(stream)
  const bytes = Buffer.concat(chunks)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = headBytes
  let row = new Float64Array(0)
  for (let count = view.getInt16(at); count !== noValue; count = view.getInt16(at)) {
    at += 2
    if (row.length !== count) row = new Float64Array(count)
    for (let place = 0; place < count; place++) {
      const length = view.getInt32(at)
      at += 4
      row[place] = length === noValue ? NaN : view.getFloat64(at)
      if (length !== noValue) at += length
    }
    take(row)
  }
}
