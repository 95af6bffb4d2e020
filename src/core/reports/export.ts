import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { AppError } from '../../errors.ts'
import { parquetFile } from './export-parquet.ts'
import type { Question } from './query-request.ts'
import { exportStatement, literals } from './query-sql.ts'
import type { Sources } from './query-sql.ts'

export const exportFormats = ['csv', 'ndjson', 'parquet'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
}

/** Each holds a connection to the database for as long as its reader takes. */
const mostAtOnce = 6
let running = 0

/** The file as a stream. Whoever stops reading ends the query behind it. */
export async function openExport(
  pool: pg.Pool,
  question: Question,
  sources: Sources,
  format: ExportFormat,
  signal?: AbortSignal,
): Promise<Readable> {
  if (running >= mostAtOnce) {
    const text = `${mostAtOnce} exports are running already. Wait for one of them to end.`
    throw new AppError('rate_limit_exceeded', text, { limit: mostAtOnce }, { 'retry-after': '10' })
  }
  running++
  try {
    const client = await pool.connect()
    const file =
      format === 'parquet' ? parquetFile(client, question, sources) : copyFile(client, question, sources, format)
    file.once('close', () => {
      running--
      letGo(pool, client, file)
    })
    const hangUp = () => file.destroy()
    signal?.addEventListener('abort', hangUp)
    // A statement that fails at once is an error, not a file that breaks off.
    await once(file, 'readable')
    signal?.removeEventListener('abort', hangUp)
    return file
  } catch (error) {
    throw signal?.aborted ? new AppError('bad_request', 'The caller hung up.') : error
  }
}

/** A connection whose query was left halfway is not fit for the next one. */
function letGo(pool: pg.Pool, client: pg.PoolClient, file: Readable): void {
  if (file.readableEnded) return client.release()
  const { processID } = client as unknown as { processID: number }
  client.release(true)
  // The server would only notice that nobody listens when it next has something to say.
  void pool.query('SELECT pg_cancel_backend($1)', [processID]).catch(() => undefined)
}

function copyFile(client: pg.PoolClient, question: Question, sources: Sources, format: 'csv' | 'ndjson'): Readable {
  const { text } = exportStatement(question, sources, literals())
  return client.query(copyTo(format === 'csv' ? csv(text) : ndjson(text)))
}

function csv(text: string): string {
  return `COPY (${text}) TO STDOUT WITH (FORMAT csv, HEADER)`
}

/** JSON has no control characters of its own, so with these as marks nothing is quoted a second time. */
function ndjson(text: string): string {
  return `COPY (SELECT row_to_json(line)::text FROM (${text}) line) TO STDOUT WITH (FORMAT csv, QUOTE e'\\x01', DELIMITER e'\\x02')`
}
