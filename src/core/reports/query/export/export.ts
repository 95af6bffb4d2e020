import { once } from 'node:events'
import { Transform } from 'node:stream'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { CompanyId } from '../../../../db/company-id.ts'
import { createFairShare } from '../../../../async/fair-share.ts'
import { AppError, CallerGone } from '../../../../errors.ts'
import { csvCopy, jsonFields, ndjsonCopy } from './copies.ts'
import { parquetFile } from './parquet.ts'
import { withFigures } from '../read-figures.ts'
import type { FigureDeps, RequestedDays } from '../read-figures.ts'
import type { Question } from '../question.ts'
import type { FieldsWriter } from '../names.ts'
import { fileParts } from '../sql.ts'
import { literals } from '../values.ts'
import { withPieces } from '../source.ts'
import type { Sources } from '../source.ts'

export const exportFormats = ['csv', 'ndjson', 'parquet'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
}

/** Each holds a connection to the database for as long as its reader takes. */
const limits = { what: 'Exports', places: 6, placesPerCompany: 2, maxWaitMs: 0 }
/** A reader who takes nothing for so long has gone, or might as well have. */
const usualIdleMs = 60_000

interface ExportQuestion {
  companyId: CompanyId
  question: Question
  sources: Sources
  format: ExportFormat
  signal?: AbortSignal
}

export interface Exports {
  /** The file as a stream. Whoever stops reading ends the query behind it. */
  open(asked: ExportQuestion): Promise<{ result: Readable; asOf: Date | null }>
}

export function createExports(deps: Pick<FigureDeps, 'replica' | 'pool'>, idleMs = usualIdleMs): Exports {
  const places = createFairShare(limits)
  return {
    async open(asked) {
      const leave = places.enterNow(asked.companyId)
      if (!leave) throw tooMany()
      const open = (pool: pg.Pool) =>
        openFile(pool, asked, idleMs, leave).catch((error: unknown) => {
          throw asked.signal?.aborted ? new CallerGone() : error
        })
      try {
        return await withFigures(replicaFor(deps, asked), figuresOf(asked), open, Infinity)
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}

/** What a platform answered just now lies on the primary. */
function replicaFor(
  deps: Pick<FigureDeps, 'replica' | 'pool'>,
  { sources: { people, split, accountKeys } }: ExportQuestion,
) {
  return people === null && split === null && accountKeys.length > 0 ? deps : { ...deps, replica: null }
}

function figuresOf({ question: { range }, sources: { accountKeys } }: ExportQuestion): RequestedDays {
  return { accountKeys, range }
}

function tooMany(): AppError {
  const { placesPerCompany, places } = limits
  const text = `Too many exports are running: at most ${placesPerCompany} of one company, and ${places} of all. Wait for one of them to end.`
  return new AppError('rate_limit_exceeded', text, { limit: placesPerCompany }, { 'retry-after': '10' })
}

async function openFile(
  pool: pg.Pool,
  { question, sources, format, signal }: ExportQuestion,
  idleMs: number,
  leave: () => void,
): Promise<Readable> {
  const planned = await withPieces(pool, question, sources)
  const client = await pool.connect()
  const rows =
    format === 'parquet' ? parquetFile(client, question, planned) : copyFile(client, question, planned, format)
  rows.once('close', () => {
    letGo(pool, client, rows)
    leave()
  })
  const file = whileRead(rows, idleMs)
  const hangUp = () => file.destroy(new Error('The caller hung up.'))
  signal?.addEventListener('abort', hangUp)
  if (signal?.aborted) hangUp()
  // A statement that fails at once is an error, not a file that breaks off.
  await once(file, 'readable').finally(() => signal?.removeEventListener('abort', hangUp))
  return file
}

/** The same bytes, for as long as somebody takes them. */
function whileRead(rows: Readable, idleMs: number): Readable {
  const file = new Transform({
    transform(chunk, _encoding, done) {
      timer.refresh()
      done(null, chunk)
    },
  })
  const timer = setTimeout(() => {
    // A query that makes no rows yet is not the reader's fault.
    if (file.readableLength === 0) timer.refresh()
    else file.destroy(new Error('The reader of an export took nothing for too long.'))
  }, idleMs)
  rows.on('error', (error) => file.destroy(error))
  file.once('close', () => {
    clearTimeout(timer)
    rows.destroy()
  })
  // Whoever reads is told by the stream's end; without a listener a file that nobody reads any more would end the process.
  file.on('error', () => undefined)
  return rows.pipe(file)
}

/** A connection whose query was left halfway is not fit for the next one. */
function letGo(pool: pg.Pool, client: pg.PoolClient, rows: Readable): void {
  if (rows.readableEnded) return client.release()
  const { processID } = client as unknown as { processID: number }
  client.release(true)
  // The server would only notice that nobody listens when it next has something to say.
  void pool.query('SELECT pg_cancel_backend($1)', [processID]).catch(() => undefined)
}

function copyFile(client: pg.PoolClient, question: Question, sources: Sources, format: 'csv' | 'ndjson'): Readable {
  const parts = (writing?: FieldsWriter) => fileParts(question, sources, literals(), writing)
  return client.query(copyTo(format === 'csv' ? csvCopy(parts()) : ndjsonCopy(parts(jsonFields))))
}
