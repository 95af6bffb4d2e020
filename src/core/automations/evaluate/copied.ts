import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/** The signature, flags and an extension of no length. */
const headBytes = 19
const noValue = -1

/** What a statement answers in PostgreSQL's binary form: numbers are neither written out nor read again. */
export async function copied(client: pg.ClientBase, query: string): Promise<DataView> {
  const chunks: Buffer[] = []
  const stream = client.query(copyTo(`COPY (${query}) TO STDOUT (FORMAT binary)`))
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  await finished(stream)
  const bytes = Buffer.concat(chunks)
  return new DataView(bytes.buffer, bytes.byteOffset + headBytes, bytes.byteLength - headBytes)
}

/** The values of its first row, as bytes; null: there is none. */
export function firstRow(bytes: DataView): (DataView | null)[] {
  let at = 2
  return Array.from({ length: bytes.getInt16(0) }, () => {
    const length = bytes.getInt32(at)
    const value = length === noValue ? null : new DataView(bytes.buffer, bytes.byteOffset + at + 4, length)
    at += 4 + Math.max(0, length)
    return value
  })
}
