import { Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type pg from 'pg'

/** How long figures from the database are shown before they are read again, however often somebody asks. */
const freshForMs = 5_000
const mayTakeMs = 2_000
/** Over all of them ever made, counting would take longer each day. */
const recentBatches = 500

interface Figures {
  items: { state: string; count: number }[]
  recent: { state: string; count: number }[]
  lanes: { state: string; count: number }[]
  jobs: { state: string; count: number }[]
  late: { platform: string; seconds: number }[]
  oftenTried: { platform: string; writes: number; tries: number }[]
}

type FigureName = keyof Figures

/** How a figure is counted: one statement, which touches what is open or few rows. */
interface Question {
  text: string
  /** States that are shown with 0 when there are none of them. */
  states?: readonly string[]
}

/** What only the owner of the launch journal can say. */
export type JournalFigures = Record<'items' | 'lanes' | 'oftenTried', Question>

const ownQuestions: Record<Exclude<FigureName, keyof JournalFigures>, Question> = {
  recent: {
    text: `SELECT state, coalesce(count, 0)::int AS count FROM (
        SELECT sum(launched_ads) AS launched, sum(failed_ads) AS failed, sum(cancelled_ads) AS cancelled
        FROM (SELECT * FROM batches ORDER BY id DESC LIMIT ${recentBatches}) AS latest) AS sums,
      LATERAL (VALUES ('launched', launched), ('failed', failed), ('cancelled', cancelled)) AS each (state, count)`,
    states: ['launched', 'failed', 'cancelled'],
  },
  jobs: {
    text: `SELECT state::text, count(*)::int AS count FROM pgboss.job WHERE state < 'completed' GROUP BY state`,
    states: ['created', 'retry', 'active'],
  },
  late: {
    text: `SELECT platform, extract(epoch FROM clock_timestamp() - min(recent_read_at))::float8 AS seconds
      FROM report_syncs JOIN ad_accounts ON ad_accounts.id = account_key WHERE recent_read_at IS NOT NULL AND is_connected GROUP BY platform`,
  },
}

/** Figures that are read when somebody asks for them. */
export function addGauges(registry: Registry, pool: pg.Pool, journal: JournalFigures): void {
  const registers = [registry]
  const questions = { ...ownQuestions, ...journal }
  let known: { at: number; figures: Promise<Figures | null> } | null = null
  const read = (): Promise<Figures | null> => {
    if (!known || performance.now() - known.at > freshForMs) {
      known = { at: performance.now(), figures: readFigures(pool, questions).catch(() => null) }
    }
    return known.figures
  }
  const byState = (name: string, help: string, figure: 'items' | 'recent' | 'lanes' | 'jobs') =>
    new Gauge({
      name,
      help,
      labelNames: ['state'],
      registers,
      async collect() {
        this.reset()
        const figures = await read()
        if (!figures) return
        for (const state of questions[figure].states ?? []) this.set({ state }, 0)
        for (const { state, count } of figures[figure]) this.set({ state }, count)
      },
    })
  byState('flightdeck_launch_items', 'Ads that have not come to their end, by state.', 'items')
  byState('flightdeck_launch_items_recent', `Ads of the latest ${recentBatches} batches that have, by state.`, 'recent')
  byState('flightdeck_lanes', 'Ad accounts that are being worked on, or have work due that nobody took up.', 'lanes')
  byState('flightdeck_queue_jobs', 'Scheduled jobs that are not done, by state.', 'jobs')
  new Gauge({
    name: 'flightdeck_report_sync_late_seconds',
    help: 'Time since the latest days of the account that was read longest ago were read, by platform.',
    labelNames: ['platform'],
    registers,
    async collect() {
      this.reset()
      for (const { platform, seconds } of (await read())?.late ?? []) this.set({ platform }, seconds)
    },
  })
  new Gauge({
    name: 'flightdeck_database_up',
    help: '1 when the figures from the database could be read, else 0; then they are left out.',
    registers,
    async collect() {
      this.set((await read()) ? 1 : 0)
    },
  })
  addOftenTried(registers, async () => (await read())?.oftenTried ?? [])
  addPoolGauge(registers, pool)
}

/** Counted by the database, so that every process tells the same, whichever worker it happened to. */
function addOftenTried(registers: Registry[], read: () => Promise<Figures['oftenTried']>): void {
  const counter = (name: string, help: string, figure: 'writes' | 'tries') =>
    new Counter({
      name,
      help,
      labelNames: ['platform'],
      registers,
      async collect() {
        this.reset()
        for (const { platform, ...counts } of await read()) this.inc({ platform }, counts[figure])
      },
    })
  counter('flightdeck_often_tried_writes_total', 'Writes to platforms that were tried more than 5 times.', 'writes')
  counter('flightdeck_often_tried_tries_total', 'Tries of such writes beyond the fifth.', 'tries')
}

function addPoolGauge(registers: Registry[], pool: pg.Pool): void {
  new Gauge({
    name: 'flightdeck_database_pool',
    help: 'Connections to the database (total, idle) and callers that wait for one (waiting).',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'total' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}

async function readFigures(pool: pg.Pool, questions: Record<FigureName, Question>): Promise<Figures> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN READ ONLY')
    await client.query(`SET LOCAL statement_timeout = ${mayTakeMs}`)
    const found: Partial<Record<FigureName, unknown[]>> = {}
    for (const name of Object.keys(questions) as FigureName[]) {
      found[name] = (await client.query<Record<string, unknown>>(questions[name].text)).rows
    }
    await client.query('COMMIT')
    client.release()
    return found as unknown as Figures
  } catch (error) {
    // Whatever state the connection is in, nobody else gets it.
    client.release(true)
    throw error
  }
}
