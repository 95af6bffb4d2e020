import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { entryOf } from '../../../lookup.ts'
import type { DayRange } from '../../../platforms/contract/insights.ts'
import type { AdDay } from '../../../platforms/contract/report.ts'
import type { EntityKeys } from './entities.ts'
import { keepsSums, keepSums } from '../sums/keep.ts'
import { supersede } from './supersede.ts'
import { copyEnd, copyHead, copyText, encodeDay } from './store-rows.ts'
import type { DayRows } from './store-rows.ts'
import type { ReportAccount } from './types.ts'
import { daysOf, monthsTouched } from '../../../days.ts'

export interface ReadWindow {
  range: DayRange
  /** Everything the platform has for these days. */
  rows: AdDay[]
  /** When the reading began: figures are at least as new as this. */
  readAt: Date
  /** How the platform counts conversions, in words. */
  attribution?: string | null
}

/** Replaces the account's figures of these days, all at once: a reader sees the days as they were or as they are. */
export async function storeWindow(
  client: pg.ClientBase,
  account: ReportAccount,
  keys: EntityKeys,
  window: ReadWindow,
): Promise<void> {
  const days = rowsByDay(window, keys)
  await ensureMonths(client, window.range)
  await client.query(`BEGIN; ${keepsSums}`)
  try {
    const known = await knownDigests(client, account, window.range)
    const { digests, written, fresh } = await replaceDays(client, account, keys, { days, known })
    await recordDays(client, account, digests, window)
    await keepSums(client, account, keys, { days: written, fresh, readAt: window.readAt })
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

function rowsByDay({ range, rows }: ReadWindow, keys: EntityKeys): DayRows[] {
  const byDay = new Map<string, Map<number, AdDay>>(daysOf(range).map((day) => [day, new Map()]))
  // A list that changes while it is paged through may repeat a row; the one read last counts.
  for (const row of rows) byDay.get(row.day)?.set(keys.keyOf('ad', row.adId), row)
  return [...byDay].map(([day, byAd]) => ({ day, rows: byAd }))
}

interface ReplacedDays {
  /** Of all the days. */
  digests: Map<string, Buffer>
  /** Those that are new or have changed. */
  written: DayRows[]
  fresh: Set<string>
}

/** Writes what is new or has changed. */
async function replaceDays(
  client: pg.ClientBase,
  account: ReportAccount,
  keys: EntityKeys,
  { days, known }: { days: DayRows[]; known: Map<string, Buffer | null> },
): Promise<ReplacedDays> {
  const digests = new Map<string, Buffer>()
  const encode = function* (day: DayRows): Generator<Buffer, void> {
    digests.set(day.day, yield* encodeDay(account, keys, day))
  }
  // Only a day that was read before has rows that may have to go.
  const readBefore = days.filter(({ day }) => known.has(day)).map((day) => ({ day: day.day, chunks: [...encode(day)] }))
  const changed = readBefore.filter(({ day }) => !known.get(day)?.equals(entryOf(digests, day, 'digest')))
  const fresh = days.filter(({ day }) => !known.has(day))
  const replaced = new Set(changed.map(({ day }) => day))
  const coming = days.filter(({ day }) => replaced.has(day))
  if (coming.length > 0) await supersede(client, account, keys, coming)
  if (changed.length + fresh.length > 0) {
    const chunks = function* () {
      yield copyHead
      for (const day of changed) yield* day.chunks
      for (const day of fresh) yield* encode(day)
      yield copyEnd
    }
    await pipeline(Readable.from(chunks()), client.query(copyFrom(copyText)))
  }
  return { digests, written: [...coming, ...fresh], fresh: new Set(fresh.map(({ day }) => day)) }
}

/** Partitions are made in transactions of their own: made in the long one, they would stay locked for its length. */
async function ensureMonths(client: pg.ClientBase, range: DayRange): Promise<void> {
  await client.query('SELECT ensure_ad_days_month(month) FROM unnest($1::date[]) AS month', [monthsTouched(range)])
}

async function knownDigests(
  client: pg.ClientBase,
  account: ReportAccount,
  { from, to }: DayRange,
): Promise<Map<string, Buffer | null>> {
  const { rows } = await client.query<{ day: string; digest: Buffer | null }>(
    'SELECT day, digest FROM report_days WHERE account_key = $1 AND day BETWEEN $2 AND $3',
    [account.key, from, to],
  )
  return new Map(rows.map(({ day, digest }) => [day, digest]))
}

async function recordDays(
  client: pg.ClientBase,
  account: ReportAccount,
  digests: Map<string, Buffer>,
  { readAt, attribution = null }: ReadWindow,
): Promise<void> {
  await client.query(
    `INSERT INTO report_days (company_id, account_key, day, read_at, digest, first_read_at, attribution)
     SELECT $1, $2, day, $5, digest, statement_timestamp(), $6 FROM unnest($3::date[], $4::bytea[]) AS read (day, digest)
     ON CONFLICT (account_key, day) DO UPDATE SET read_at = excluded.read_at, digest = excluded.digest,
       attribution = excluded.attribution`,
    [account.companyId, account.key, [...digests.keys()], [...digests.values()], readAt, attribution],
  )
}
