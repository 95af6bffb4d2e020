import { Readable } from 'node:stream'
import type { ByteWriter, SchemaElement } from 'hyparquet-writer'
import type pg from 'pg'
import type { Question } from '../question.ts'
import { exportStatement } from '../sql.ts'
import { literals } from '../values.ts'
import type { Sources } from '../source.ts'
import { NumberColumn, WordColumn } from './columns.ts'
import type { ExportColumn, ExportValue } from './columns.ts'

/** How many rows are a group of the file. */
const rowsOfGroup = 10_000
/** How many are read at a time, and as many again meanwhile. A group is made of whole answers. */
const rowsAtOnce = 500

/** One kind of column: how it is declared, and where its values are until they are written. */
interface Kind {
  element: Omit<SchemaElement, 'name'>
  column: () => ExportColumn
}

const text: Kind = {
  element: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  column: () => new WordColumn((value) => value),
}
const day: Kind = {
  element: { type: 'INT32', converted_type: 'DATE' },
  column: () => new WordColumn((value) => new Date(value)),
}
const whole: Kind = { element: { type: 'INT64' }, column: () => new NumberColumn(rowsOfGroup, BigInt) }
const decimal: Kind = { element: { type: 'DOUBLE' }, column: () => new NumberColumn(rowsOfGroup, (value) => value) }

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
  const group = fields.map(({ name, kind }) => ({ name, column: kind.column() }))
  let size = 0
  const write = async () => {
    // A column is made for the writer when it comes to it, and is of no use afterwards.
    const columnData = group.map(({ name, column }) => ({
      name,
      get data() {
        return column.values(size)
      },
    }))
    await parquet.write({ columnData, rowGroupSize: rowsOfGroup })
    size = 0
    return take(writer)
  }
  for await (const rows of batches(client, text)) {
    group.forEach(({ column }, index) => column.put(rows, index, size))
    size += rows.length
    if (size === rowsOfGroup) yield await write()
  }
  if (size > 0) yield await write()
  await parquet.finish()
  yield take(writer)
}

/** What was written so far; the writer goes on with an empty buffer, but remembers how far the file is. */
function take(writer: ByteWriter): Buffer {
  const bytes = Buffer.from(new Uint8Array(writer.buffer, 0, writer.index).slice())
  writer.index = 0
  return bytes
}

/** The database makes the next rows while these are written. */
async function* batches(client: pg.PoolClient, text: string): AsyncGenerator<ExportValue[][]> {
  await client.query('BEGIN READ ONLY')
  // Everything will be fetched: a plan that only begins quickly would be the wrong one.
  await client.query('SET LOCAL cursor_tuple_fraction = 1')
  await client.query(`DECLARE export NO SCROLL CURSOR FOR ${text}`)
  const fetchRows = () => client.query<ExportValue[]>({ text: `FETCH ${rowsAtOnce} FROM export`, rowMode: 'array' })
  for (let next = fetchRows(); ;) {
    const { rows } = await next
    if (rows.length === 0) break
    next = fetchRows()
    // Whoever stops reading does not wait for them.
    next.catch(() => undefined)
    yield rows
    // An old answer that nobody holds any more still holds the next ones until all memory is looked through: it gives up its rows.
    rows.length = 0
  }
  await client.query('COMMIT')
}
