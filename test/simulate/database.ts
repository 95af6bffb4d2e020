import type pg from 'pg'
import { createIdleLooks } from './idle-looks.ts'
import type { Random } from './random.ts'
import type { Process, Schedule } from './schedule.ts'
import type { RealSession, Store } from './store.ts'

/** What of a statement may go wrong on its way. */
export type StatementFault = 'none' | 'lost before' | 'lost after'

export interface DatabaseFaults {
  statement(of: Process): StatementFault
  /** It was run for that process, which has not heard of it yet. */
  ran(of: Process, text: string, rows: unknown[]): void
  /** How long until a statement runs, and until its answer is heard. */
  wayMs(): number
}

/** PostgreSQL as the simulated processes reach it: one statement at a time, when the schedule says so. */
export interface Database {
  pool(of: Process, max: number): pg.Pool
  listen(of: Process, channel: string, heard: (payload: string | null) => void): () => void
  /** By which number it is among the living for as long as it has its sessions. */
  liveAs(of: Process): number
  /** Whether it has the session in which it lives and listens, as far as it knows. */
  isListening(of: Process): boolean
  /** Whoever of these has sessions loses them: what was not committed is undone. */
  cut(who: (process: Process) => boolean, why: string): Promise<void>
  /** Cannot be reached by these until then. */
  away(who: (process: Process) => boolean, ms: number): Promise<void>
  /** How often something was so. */
  readonly waits: number
  readonly statements: number
  /** Grows whenever something may have been written. */
  readonly changes: number
}

interface Session {
  of: Process
  real: RealSession | null
  isInTransaction: boolean
  isLost: boolean
  /** Said once the transaction commits. */
  said: { channel: string; payload: string }[]
}

interface Statement {
  session: Session
  text: string
  name: string | undefined
  values: unknown[]
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

type Outcome = { result: pg.QueryResult } | { error: unknown }
interface Waiting {
  statement: Statement
  real: RealSession
  outcome: Promise<Outcome>
}

interface Listening {
  of: Process
  channel: string
  heard(payload: string | null): void
}

const machineTimeout = globalThis.setTimeout
const pause = (ms: number) => new Promise<'late'>((resolve) => machineTimeout(resolve, ms, 'late'))

/** Longer than nearly every statement takes: then it is asked whether it waits for a lock. */
const suspectMs = 3

const begins = /^(begin|start transaction)/i
const ends = /^(commit|rollback)(?! to)/i
const names = new Map<string, string>()
const nameOf = (text: string) => {
  if (!names.has(text)) names.set(text, `s${names.size}`)
  return names.get(text)!
}

export function createDatabase(schedule: Schedule, store: Store, faults: DatabaseFaults): Database {
  const sessions = new Set<Session>()
  const waiting = new Set<Waiting>()
  const listening = new Set<Listening>()
  const lives = new Map<Process, number>()
  /** Those that know that their listening session is gone. */
  const deaf = new Set<Process>()
  const outages: { who: (process: Process) => boolean; until: number }[] = []
  const counts = { waits: 0, statements: 0 }
  const chance: Random = schedule.random.fork('database')
  const idle = createIdleLooks(schedule, store)
  const isAway = (of: Process) => outages.some(({ who, until }) => until > schedule.now && who(of))

  /** What is known to find nothing finds nothing at once: it takes no turn. */
  const known = (of: Process, text: string) => (isAway(of) ? null : idle.answer(text))

  function answer({ session: { of }, resolve, reject }: Statement, outcome: Outcome): void {
    schedule.in(faults.wayMs(), of, '', () => {
      if ('error' in outcome) reject(outcome.error)
      else resolve(outcome.result)
    })
  }

  async function execute(statement: Statement): Promise<void> {
    const { session, text } = statement
    const { of } = session
    if (session.isLost) return answer(statement, { error: terminated() })
    if (isAway(of)) {
      await lose(session)
      return answer(statement, { error: refused() })
    }
    const fault = faults.statement(of)
    if (fault === 'lost before') {
      schedule.note(of, 'the database connection broke before the statement')
      await lose(session)
      return answer(statement, { error: terminated() })
    }
    if (text.startsWith('select pg_notify') || text.startsWith('SELECT pg_notify')) return say(statement)
    counts.statements += 1
    session.real ??= await store.take(of.name)
    store.setClock(schedule.now)
    if (begins.test(text)) session.isInTransaction = true
    const outcome = send(session.real, statement)
    const first = await orWaits(session.real, outcome)
    if (first === 'waits') {
      counts.waits += 1
      schedule.note(of, `waits for a lock: ${short(text)}`)
      waiting.add({ statement, real: session.real, outcome })
      return settleDeadlock()
    }
    await finish(statement, first, fault)
  }

  async function finish(statement: Statement, outcome: Outcome, fault: StatementFault): Promise<void> {
    const { session, text } = statement
    const failed = 'error' in outcome ? ` failed: ${codeOf(outcome.error)}` : ` ${outcome.result.rowCount ?? 0}`
    schedule.note(session.of, `sql ${short(text)}${failed}`)
    const isOver = !session.isInTransaction || ends.test(text)
    if (isOver && !isRead.test(text)) idle.forget()
    if (!('error' in outcome)) await idle.note(text, outcome.result)
    if (ends.test(text)) {
      session.isInTransaction = false
      if (/^commit/i.test(text) && !('error' in outcome))
        for (const { channel, payload } of session.said) report(channel, payload)
      session.said = []
    }
    if (fault === 'lost after') {
      schedule.note(session.of, 'the database connection broke after the statement')
      answer(statement, { error: terminated() })
      await lose(session)
    } else answer(statement, outcome)
    if (!('error' in outcome)) faults.ran(session.of, text, outcome.result.rows)
    if (isOver) await settleWaiting()
  }

  /** Nothing else runs, so what a waiting statement waits for cannot change meanwhile. */
  async function settleWaiting(): Promise<void> {
    for (let again = true; again;) {
      again = false
      for (const each of [...waiting]) {
        const outcome = await orWaits(each.real, each.outcome)
        if (outcome === 'waits' || !waiting.delete(each)) continue
        again = true
        await finish(each.statement, outcome, 'none')
      }
    }
  }

  /** PostgreSQL itself ends the one that closed a circle, after a while of its own. */
  async function settleDeadlock(): Promise<void> {
    if (waiting.size < 2) return
    const byPid = new Map<number, number[]>()
    for (const { real } of waiting) byPid.set(real.pid, await blockers(real))
    const reaches = (from: number, to: number, seen = new Set<number>()): boolean =>
      (byPid.get(from) ?? []).some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))))
    if (![...byPid.keys()].some((pid) => reaches(pid, pid))) return
    schedule.note(null, 'a deadlock')
    const ended = await Promise.race([...waiting].map(async (each) => ({ each, outcome: await each.outcome })))
    waiting.delete(ended.each)
    await finish(ended.each.statement, ended.outcome, 'none')
    await settleWaiting()
  }

  async function blockers({ pid }: RealSession): Promise<number[]> {
    const { rows } = await store.observer.query<{ pids: number[] }>({
      ...{ name: 'blockers', text: 'SELECT pg_blocking_pids($1) AS pids', values: [pid] },
    })
    // Others, such as the server's own housekeeping, let go by themselves.
    const own = new Set([...sessions].map(({ real: of }) => of?.pid))
    return rows[0]!.pids.filter((each) => own.has(each))
  }

  async function orWaits(real: RealSession, outcome: Promise<Outcome>): Promise<Outcome | 'waits'> {
    // Nobody else holds a lock: whatever it takes, it is not waiting.
    if (![...sessions].some((each) => each.isInTransaction && each.real !== real)) return outcome
    for (;;) {
      const first = await Promise.race([outcome, pause(suspectMs)])
      if (first !== 'late') return first
      if ((await blockers(real)).length > 0) return 'waits'
    }
  }

  /** Its connection is gone: what it had not committed is undone, and it frees what it held. */
  async function lose(session: Session): Promise<void> {
    if (session.isLost) return
    session.isLost = true
    sessions.delete(session)
    const { real } = session
    session.real = null
    if (!real) return
    for (const each of waiting) {
      if (each.real !== real) continue
      waiting.delete(each)
      await store.observer.query('SELECT pg_cancel_backend($1)', [real.pid])
      await each.outcome
      answer(each.statement, { error: terminated() })
    }
    if (session.isInTransaction) await real.client.query('ROLLBACK')
    store.giveBack(real)
    await settleWaiting()
  }

  function say(statement: Statement): void {
    const [channel, payloads] = statement.values as [string, string[]]
    for (const payload of payloads) {
      if (statement.session.isInTransaction) statement.session.said.push({ channel, payload })
      else report(channel, payload)
    }
    const rows = payloads.map(() => ({}))
    answer(statement, { result: { rows, rowCount: rows.length, command: 'SELECT' } as unknown as pg.QueryResult })
  }

  /** Heard later, or not at all: nobody may rely on it. */
  function report(channel: string, payload: string): void {
    for (const each of listening) {
      if (each.channel !== channel || chance.chance(0.1)) continue
      schedule.in(faults.wayMs() * 3, each.of, 'is woken', () => {
        if (listening.has(each)) each.heard(payload)
      })
    }
  }

  /** Its listening session is there, or is gone. */
  function live(of: Process, isThere: boolean): void {
    const life = lives.get(of)
    if (life === undefined) return
    const text = isThere
      ? 'INSERT INTO sim_living VALUES ($1) ON CONFLICT DO NOTHING'
      : 'DELETE FROM sim_living WHERE life = $1'
    schedule.in(0, null, '', async () => {
      if (isThere && (!of.isAlive || isAway(of))) return
      await store.observer.query({ name: isThere ? 'lives' : 'lives no more', text, values: [life] })
      idle.forget()
    })
  }

  function hearAgain(each: Listening): void {
    if (isAway(each.of)) return
    deaf.delete(each.of)
    live(each.of, true)
    each.heard(null)
  }

  return {
    get changes() {
      return idle.changes
    },
    get waits() {
      return counts.waits
    },
    get statements() {
      return counts.statements
    },
    pool: (of, max) => poolOf({ schedule, store, faults, sessions, execute, known }, of, max),
    listen(of, channel, heard) {
      const each = { of, channel, heard }
      listening.add(each)
      return () => listening.delete(each)
    },
    liveAs(of) {
      lives.set(of, lives.size + 1)
      live(of, true)
      return lives.size
    },
    async cut(who, why) {
      for (const of of lives.keys()) if (who(of)) live(of, false)
      for (const session of [...sessions]) {
        if (!who(session.of)) continue
        if (session.real) schedule.note(session.of, `loses a database session: ${why}`)
        await lose(session)
      }
    },
    isListening: (of) => !deaf.has(of),
    async away(who, ms) {
      outages.push({ who, until: schedule.now + ms })
      await this.cut(who, 'the database is away')
      for (const each of listening) {
        if (!who(each.of)) continue
        schedule.in(0, each.of, '', () => void deaf.add(each.of))
        // It tries once a second.
        schedule.in(ms + chance.between(0, 1_000), each.of, 'hears the database again', () => hearAgain(each))
      }
    },
  }
}

const isRead = /^\s*select(?![^]*\bfor (share|update|no key))/i

interface QueryText {
  text: string
  values?: unknown[]
  name?: string
}

interface PoolParts {
  schedule: Schedule
  store: Store
  faults: DatabaseFaults
  sessions: Set<Session>
  execute: (statement: Statement) => Promise<void>
  known: (of: Process, text: string) => pg.QueryResult | null
}

/** As much of pg's pool as Kysely asks of it. */
function poolOf({ schedule, store, faults, sessions, execute, known }: PoolParts, of: Process, max: number): pg.Pool {
  const idle: object[] = []
  const inLine: (() => void)[] = []
  let open = 0

  function client() {
    const session: Session = { of, real: null, isInTransaction: false, isLost: false, said: [] }
    sessions.add(session)
    open += 1
    const ask = ({ text, values = [], name }: QueryText) =>
      new Promise((resolve, reject) => {
        const answer = known(of, text)
        if (answer) return resolve(answer)
        const statement = { session, text, values, name, resolve, reject }
        schedule.in(faults.wayMs(), of, '', () => execute(statement))
      })
    const one = {
      // A text alone may be several statements in one message: each takes a turn of its own here.
      async query(asked: string | QueryText) {
        if (typeof asked !== 'string') return ask(asked)
        const [, begin, text] = /^(begin[^;]*|start transaction[^;]*); ([^]*)$/i.exec(asked) ?? []
        if (begin === undefined || text === undefined) return ask({ text: asked })
        return [await ask({ text: begin }), await ask({ text })]
      },
      release() {
        // Which of the real sessions it is says nothing: few of them know all statements.
        if (session.real && !session.isInTransaction) {
          store.giveBack(session.real)
          session.real = null
        }
        if (session.isLost) open -= 1
        else idle.push(one)
        inLine.shift()?.()
      },
    }
    return one
  }

  async function connect(): Promise<object> {
    while (idle.length === 0 && open >= max) await new Promise<void>((resolve) => inLine.push(resolve))
    return idle.pop() ?? client()
  }
  return { connect, options: {}, end: async () => undefined } as unknown as pg.Pool
}

async function send({ client }: RealSession, { text, values }: Statement): Promise<Outcome> {
  try {
    const isPlain = begins.test(text) || ends.test(text)
    return { result: await client.query(isPlain ? { text } : { name: nameOf(text), text, values }) }
  } catch (error) {
    return { error }
  }
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? String(error)
const short = (text: string) => {
  const line = text
    .replace(/^\s*\/\* prepared: ([\w-]+) \*\/[^]*/, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length > 110 ? `${line.slice(0, 110)}…` : line
}

const terminated = () => new Error('Connection terminated unexpectedly')
const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
