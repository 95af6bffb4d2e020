import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import type { DuckDBConnection } from '@duckdb/node-api'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Figure } from '../figure.ts'
import { median, timed } from './ask.ts'
import { accountKey } from './fill.ts'

interface Days {
  from: string
  to: string
}

/** One question over many accounts, asked of both in turns. */
export interface WideQuestion extends Days {
  what: string
  level: 'ad' | 'campaign'
  atMost: number
  ask: () => Promise<unknown>
}

export interface DuckDbQuestions {
  month: Days
  watched: number
  twenty: number[]
  /** What the question about one account took us, in milliseconds. */
  one: number
  wide: WideQuestion[]
}

const wideRounds = 9

/** The same rows in a columnar database in this process, asked the same questions. */
export async function compareWithDuckDb(
  pool: pg.Pool,
  { month, watched, twenty, one, wide }: DuckDbQuestions,
  say: (line: string) => void,
): Promise<Figure[]> {
  const dir = await mkdtemp(join(tmpdir(), 'flightdeck-duckdb-'))
  try {
    const duckdb = await (await DuckDBInstance.create(join(dir, 'rows.duckdb'))).connect()
    const loading = await timed(() => load(pool, duckdb, join(dir, 'rows.csv')))
    say(`DuckDB has the same rows after ${Math.round(loading / 1000)} s`)
    const keys = twenty.map(accountKey).join(', ')
    const ads = await medianOf(20, () => ask(duckdb, 'ad', `account_key = ${accountKey(watched)}`, month))
    const figures: Figure[] = [
      { what: '(f) query (a) / DuckDB', value: one / ads, unit: '', note: `DuckDB ${ads.toFixed(2)} ms` },
    ]
    for (const { what, level, atMost, ask: ours, ...days } of wide) {
      const times = await turns(ours, () => ask(duckdb, level, `account_key IN (${keys})`, days))
      const note = `${times.ours.toFixed(0)} ms, DuckDB ${times.theirs.toFixed(0)} ms`
      say(`${what}: ${note}`)
      figures.push({ what: `(g) ${what} / DuckDB`, value: times.ours / times.theirs, unit: '', atMost, note })
    }
    duckdb.closeSync()
    return figures
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** What the questions are about. */
const columns = {
  ...{ account_key: 'BIGINT', day: 'DATE', ad_key: 'BIGINT', campaign_key: 'BIGINT', spend_micros: 'BIGINT' },
  ...{ impressions: 'BIGINT', clicks: 'BIGINT', conversions: 'DOUBLE', conversion_value_micros: 'BIGINT' },
  results: 'DOUBLE',
}

async function load(pool: pg.Pool, duckdb: DuckDBConnection, file: string): Promise<void> {
  const client = await pool.connect()
  await pipeline(
    client.query(copyTo(`COPY (SELECT ${Object.keys(columns).join(', ')} FROM ad_days) TO STDOUT WITH (FORMAT csv)`)),
    createWriteStream(file),
  )
  await pipeline(
    client.query(copyTo('COPY (SELECT key, id, name FROM report_entities) TO STDOUT WITH (FORMAT csv)')),
    createWriteStream(`${file}.names`),
  )
  client.release()
  const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  await duckdb.run(`CREATE TABLE ad_days (${typed.join(', ')})`)
  await duckdb.run(`COPY ad_days FROM '${file}' (FORMAT csv, HEADER false)`)
  await duckdb.run('CREATE TABLE names (key BIGINT, id VARCHAR, name VARCHAR)')
  await duckdb.run(`COPY names FROM '${file}.names' (FORMAT csv, HEADER false)`)
}

async function ask(
  duckdb: DuckDBConnection,
  level: 'ad' | 'campaign',
  accounts: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const answer = await duckdb.runAndReadAll(
    `SELECT n.id, n.name, t.*, t.clicks * 100.0 / t.impressions AS ctr, t.spend / 1e3 / t.impressions AS cpm,
       t.spend / 1e6 / t.clicks AS cpc, t.spend / 1e6 / t.results AS cost_per_result, t.value / t.spend AS roas,
       t.spend / 1e6 / t.conversions AS cpa
     FROM (SELECT ${level}_key AS key, sum(spend_micros) AS spend, sum(impressions) AS impressions, sum(clicks) AS clicks,
       sum(results) AS results, sum(conversions) AS conversions, sum(conversion_value_micros) AS value
       FROM ad_days WHERE ${accounts} AND day BETWEEN '${from}' AND '${to}' GROUP BY 1 ORDER BY spend DESC LIMIT 50) t
     JOIN names n ON n.key = t.key ORDER BY t.spend DESC`,
  )
  if (answer.currentRowCount !== 50) throw new Error(`${answer.currentRowCount} rows`)
}

async function turns(ours: () => Promise<unknown>, theirs: () => Promise<unknown>) {
  const times = { ours: [] as number[], theirs: [] as number[] }
  for (let round = -2; round < wideRounds; round++) {
    const turn = { ours: await timed(ours), theirs: await timed(theirs) }
    if (round < 0) continue
    times.ours.push(turn.ours)
    times.theirs.push(turn.theirs)
  }
  return { ours: median(times.ours), theirs: median(times.theirs) }
}

async function medianOf(rounds: number, work: () => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let round = -2; round < rounds; round++) {
    const time = await timed(work)
    if (round >= 0) times.push(time)
  }
  return median(times)
}
