import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { within } from '../async/within.ts'
import { only, required } from '../lookup.ts'

/** A server that follows the one that takes writes. It is behind by a moment, or by more. */
export interface Replica {
  pool: pg.Pool
  state(): Promise<ReplicaState>
  /** It answered wrongly or not at all: for a while nobody asks it. */
  failed(problem: string): void
  close(): Promise<void>
}

/** Until when it has everything; or why nothing is read from it, in plain words. Brief: it may be over in a moment. */
export type ReplicaState = { asOf: Date } | { problem: string; isBrief?: true }

/** What is further behind is not read from. */
export const maxSecondsBehind = 30
const answerWithinMs = 2_000
/** Questions that come together look once. */
const rememberMs = 500
const restMs = 5_000
/** How often it is written down how far the log of the primary goes, also when nobody asks. */
const sampleEveryMs = 5_000
const maxConnections = 10

export function createReplica(primary: pg.Pool, url: string, log: Logger): Replica {
  const pool = poolOf(url)
  const history = createHistory()
  const sample = () => void samplePrimary(primary, history).catch(() => undefined)
  sample()
  const timer = setInterval(sample, sampleEveryMs)
  timer.unref()
  let looked: { until: number; state: Promise<ReplicaState> } | null = null
  let isPassedOver = false
  const report = (state: ReplicaState) => {
    const isBad = 'problem' in state
    if (isBad && state.isBrief) return state
    if (isBad && !isPassedOver)
      log.warn(`Reports are read from the server of DATABASE_URL: that of DATABASE_READ_URL ${state.problem}.`)
    if (!isBad && isPassedOver) log.warn('Reports are read from the server of DATABASE_READ_URL again.')
    isPassedOver = isBad
    return state
  }
  const remember = (state: Promise<ReplicaState>, ms: number) => {
    looked = { until: performance.now() + ms, state }
    return state
  }
  const look = async () => {
    const state = report(await lookAt(primary, pool, history))
    if ('problem' in state) void remember(Promise.resolve(state), restMs)
    return state
  }
  return {
    pool,
    state: () => (looked && performance.now() < looked.until ? looked.state : remember(look(), rememberMs)),
    failed: (problem) => void remember(Promise.resolve(report({ problem })), restMs),
    async close() {
      clearInterval(timer)
      await pool.end()
    },
  }
}

function poolOf(url: string): pg.Pool {
  const limits = { max: maxConnections, connectionTimeoutMillis: answerWithinMs, keepAlive: true }
  const own = { application_name: 'flightdeck reports', options: '-c default_transaction_read_only=on' }
  const pool = new pg.Pool({ connectionString: url, ...limits, ...own })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

interface Position {
  system: string
  database: string
  /** How far its log goes, or how far it has followed; null: it follows nobody. */
  at: string | null
}

const which = `(SELECT system_identifier::text FROM pg_control_system()) AS system, current_database() AS database`
const primaryPosition = `SELECT ${which}, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS at`
const replicaPosition = `SELECT ${which}, CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text END AS at`

async function samplePrimary(primary: pg.Pool, history: History): Promise<Position> {
  const at = new Date()
  const position = only((await primary.query<Position>(primaryPosition)).rows)
  history.add(at, BigInt(required(position.at, 'position of the primary')))
  return position
}

async function lookAt(primary: pg.Pool, replica: pg.Pool, history: History): Promise<ReplicaState> {
  try {
    const ahead = await samplePrimary(primary, history)
    const answer = await within(answerWithinMs, replica.query<Position>(replicaPosition))
    if (answer === null) return { problem: 'does not answer' }
    const behind = only(answer.rows)
    if (behind.system !== ahead.system || behind.database !== ahead.database || behind.at === null)
      return { problem: 'is no replica of it' }
    return history.stateAt(BigInt(behind.at), new Date())
  } catch (error) {
    return { problem: `does not answer (${(error as Error).message})` }
  }
}

interface History {
  add(at: Date, position: bigint): void
  /** What whoever has followed so far has. */
  stateAt(position: bigint, now: Date): ReplicaState
}

/** Where the log of the primary ended at moments of this process's own clock: no clocks are compared. */
export function createHistory(): History {
  let samples: { at: Date; position: bigint }[] = []
  const age = (at: Date, now: Date) => (now.getTime() - at.getTime()) / 1000
  return {
    add(at, position) {
      // After a failover the log may be shorter than it was.
      const kept = samples.filter((each) => each.position <= position && age(each.at, at) < 2 * maxSecondsBehind)
      samples = [...kept, { at, position }].toSorted((one, other) => one.at.getTime() - other.at.getTime())
    },
    stateAt(position, now) {
      const reached = samples.findLast((each) => each.position <= position)
      if (reached && age(reached.at, now) <= maxSecondsBehind) return { asOf: reached.at }
      if (!reached && samples.every(({ at }) => age(at, now) <= maxSecondsBehind))
        return { problem: 'is behind, by how much is not known yet', isBrief: true }
      return { problem: `is more than ${maxSecondsBehind} seconds behind` }
    },
  }
}

/** For whoever looks once, and can wait for a replica that is on its way. */
export async function lookOnce(primary: pg.Pool, url: string, waitMs: number): Promise<ReplicaState> {
  const pool = poolOf(url)
  const history = createHistory()
  const until = performance.now() + waitMs
  try {
    for (;;) {
      const state = await lookAt(primary, pool, history)
      if ('asOf' in state || !state.isBrief || performance.now() > until) return state
      await delay(rememberMs)
    }
  } finally {
    await pool.end()
  }
}
