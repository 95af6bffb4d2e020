import type pg from 'pg'
import { within } from '../../../async/within.ts'
import type { Replica } from '../../../db/replica.ts'
import { AppError } from '../../../errors.ts'
import { only, required } from '../../../lookup.ts'
import type { DayRange } from '../../../platforms/contract/insights.ts'
import type { ReportDeps } from '../sync/ensure/readings.ts'
import { accountCondition, readDays } from './source.ts'
import { parameters } from './values.ts'

/** What reports for people and programs work with. What decides about money has no replica, so it cannot ask one. */
export interface FigureDeps extends ReportDeps {
  /** null: there is none. */
  replica: Replica | null
}

/** Which days of which accounts rows are made of. */
export interface RequestedDays {
  accountKeys: number[]
  range: DayRange
}

interface ReadResult<T> {
  result: T
  /** As of when the server had everything that made it; null: it is the one that takes writes. */
  asOf: Date | null
}

/** A page that takes longer there is made by the primary. */
export const pageWithinMs = 20_000

/**
 * Has rows made by the replica, when it is well and has every reading of these days that the primary has, so that nobody is told older
 * figures than somebody else was. Otherwise, and where it fails, by the primary.
 */
export async function withFigures<T>(
  { replica, pool }: Pick<FigureDeps, 'replica' | 'pool'>,
  figures: RequestedDays,
  work: (pool: pg.Pool) => Promise<T>,
  limitMs: number,
): Promise<ReadResult<T>> {
  const state = await replica?.state()
  if (replica && state && 'asOf' in state) {
    try {
      const attempt = async () =>
        (await hasSameDays(replica.pool, pool, figures)) ? { result: await work(replica.pool) } : null
      const made = limitMs === Infinity ? await attempt() : await inTime(limitMs, attempt())
      if (made) return { ...made, asOf: state.asOf }
    } catch (error) {
      if (error instanceof AppError) throw error
      replica.failed(`failed (${(error as Error).message})`)
    }
  }
  return { result: await work(pool), asOf: null }
}

async function inTime<T>(limitMs: number, work: Promise<T | null>): Promise<T | null> {
  const done = await within(
    limitMs,
    work.then((result) => ({ result })),
  )
  if (!done) throw new Error(`no answer in ${limitMs / 1000} seconds`)
  return done.result
}

async function hasSameDays(replica: pg.Pool, primary: pg.Pool, figures: RequestedDays): Promise<boolean> {
  const [there, here] = await Promise.all([replica, primary].map((pool) => daysIn(pool, figures)))
  return there === here
}

/** What was read of the days: changes with every reading. */
export async function daysIn(pool: pg.Pool, { accountKeys, range }: RequestedDays): Promise<string> {
  const values = parameters()
  const days = `day BETWEEN ${values.put(range.from, 'date')} AND ${values.put(range.to, 'date')}`
  const text = readDays(`account_key ${accountCondition(accountKeys, values)} AND ${days}`, values)
  const { rows } = await pool.query<string[]>({ text, values: values.list, rowMode: 'array' })
  return required(only(rows)[0], 'digest of the days')
}
