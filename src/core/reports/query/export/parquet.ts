import { Readable } from 'node:stream'
import type { ByteWriter, SchemaElement } from 'hyparquet-writer'
import type pg from 'pg'
import type { Question } from '../question.ts'
import { exportStatement } from '../sql.ts'
import { literals } from '../values.ts'
import type { Sources } from '../source.ts'

/** How many rows are a group of the file; as many again are read meanwhile. */
const rowsAtOnce = 10_000

type Value = string | number | null

/** One kind of column: how it is declared, and its values as the writer takes them. */
interface Kind {
  element: Omit<SchemaElement, 'name'>
  /** Absent: as they are. */
  convert?: (value: string | number) => unknown
}

const text: Kind = { element: { type: 'BYTE_ARRAY', converted_type: 'UTF8' } }
const day: Kind = { element: { type: 'INT32', converted_type: 'DATE' }, convert: (value) => new Date(value) }
const whole: Kind = { element: { type: 'INT64' }, convert: (value) => BigInt(value) }
const decimal: Kind = { element: { type: 'DOUBLE' } }

const wholeMetrics = ['impressions', 'clicks', 'reach']

function kindOf(field: string, metrics: readonly string[]): Kind {
  if (field === 'date' || field === 'day') return day
  if (!metrics.includes(field)) return text
  return wholeMetrics.includes(field) ? whole : decimal
}

export function parquetFile(client: pg.PoolClient, question: Question, sources: Sources): Readable {
  return Readable.from(chunks(client, question, sources), { objectMode: false, highWaterMark: 256 * 1024 })
}

/** The file piece by piece: one group of rows after another, then what describes them. */
async function* chunks(client: pg.PoolClient, question: Question, sources: Sources): AsyncGenerator<Buffer> {
  const { text, columns } = exportStatement(question, sources, literals())
  const fields = columns.map((name) => ({ name, kind: kindOf(name, question.metrics) }))
  const schema = fields.map(({ name, kind }): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...kind.element }))
  // Loaded with the first file of this kind: few ask for one.
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
  const writer = new ByteWriter()
  const parquet = new ParquetWriter({ writer, schema: [{ name: 'root', num_children: schema.length }, ...schema] })
  for await (const rows of batches(client, text)) {
    const columnData = fields.map(({ name, kind }, index) => ({ name, data: columnOf(rows, index, kind) }))
    await parquet.write({ columnData, rowGroupSize: rows.length })
    yield take(writer)
  }
  await parquet.finish()
  yield take(writer)
}

/** One value after the other, because there are millions of them. Rows of one day share its date. */
function columnOf(rows: Value[][], index: number, { convert }: Kind): unknown[] {
  const values = new Array<unknown>(rows.length)
  let last: Value = null
  let converted: unknown = null
  for (let place = 0; place < rows.length; place++) {
    const value = rows[place]?.[index] ?? null
    if (convert && value !== last) {
      last = value
      converted = value === null ? null : convert(value)
    }
    values[place] = convert ? converted : value
  }
  return values
}

/** What was written so far; the writer goes on with an empty buffer, but remembers how far the file is. */
function take(writer: ByteWriter): Buffer {
  const bytes = Buffer.from(new Uint8Array(writer.buffer, 0, writer.index).slice())
  writer.index = 0
  return bytes
}

/** The database makes the next rows while these are written. */
async function* batches(client: pg.PoolClient, text: string): AsyncGenerator<Value[][]> {
  await client.query('BEGIN READ ONLY')
  // Everything will be fetched: a plan that only begins quickly would be the wrong one.
  await client.query('SET LOCAL cursor_tuple_fraction = 1')
  await client.query(`DECLARE export NO SCROLL CURSOR FOR ${text}`)
  const fetchRows = () => client.query<Value[]>({ text: `FETCH ${rowsAtOnce} FROM export`, rowMode: 'array' })
  for (let next = fetchRows(); ;) {
    const { rows } = await next
    if (rows.length === 0) break
    next = fetchRows()
    // Whoever stops reading does not wait for them.
    next.catch(() => undefined)
    yield rows
  }
  await client.query('COMMIT')
}
