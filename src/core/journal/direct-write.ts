import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import { AppError, PlatformError, UnreadableMedia } from '../../errors.ts'
import { deadlineIn, sendWindowMs } from '../../platforms/kit/time/deadline.ts'
import type { Deadline } from '../../platforms/kit/time/deadline.ts'
import type { Found, LaunchVerbs, StepResult } from '../../platforms/contract/launch.ts'
import type { Session } from '../../platforms/contract/platform.ts'
import { isPlanningKey } from '../context.ts'
import { laneIs } from './lanes.ts'
import type { LaneName } from './lanes.ts'

/** One write that an endpoint makes while its caller waits: a campaign created, an ad copied, a budget changed. */
export interface DirectWrite {
  kind: string
  /** Two writes with the same key are the same write. Build it from `call.operationKey`, so that a repeat finds the first. */
  key: string
  asks: unknown
  /** When the deadline is over, the request must not leave any more. */
  send(sendBefore: Deadline): Promise<StepResult>
  /**
   * What to do when the answer is lost. A write that sets something to a value may simply be repeated, also while the first one
   * may still arrive: it would only set the same value again. One that makes something must be able to find what it made, and is
   * not sent again before the first can no longer arrive.
   */
  readBack: { kind: 'repeatable'; because: string } | { kind: 'find'; find(since: Date): Promise<Found> }
  /** How many requests a send makes at most, one after the other (default 1). */
  maxRequests?: number
}

/** The account in which the write is made. */
export interface WriteLane extends LaneName {
  db: Db
  life: WriteLife
}

/** How long a request may take effect after it was sent, and what it made stay invisible to reads after that. */
export type WriteLife = Pick<LaunchVerbs, 'requestLifeMs' | 'readLagMs'>

export function writeLifeOf({ launch }: Session): WriteLife {
  return launch ?? { requestLifeMs: 60_000, readLagMs: 60_000 }
}

/** The last of its requests must leave within this time from before the intent. */
function windowMs({ life }: WriteLane, { maxRequests = 1 }: DirectWrite): number {
  return sendWindowMs + (maxRequests - 1) * life.requestLifeMs
}

/** What cannot be found so long after the intent does not exist: it can no longer arrive, and would be seen. */
function lifeMs(lane: WriteLane, write: DirectWrite): number {
  return windowMs(lane, write) + lane.life.requestLifeMs + lane.life.readLagMs
}

/** How the outbound client calls a write that did not leave in time. */
const tooLateCode = 'TOO_LATE'

/** How long to wait before each look for a write whose answer was lost. */
const looksAfterMs = [500, 1_500, 4_000]
const maxRetries = 3
const backoffMs = 500
/** A limit of calls that is over so soon is waited for. */
const briefMs = 1_000

/** Makes the write once, and journals it: the intent before it is sent, the platform's answer after. */
export async function directWrite(lane: WriteLane, write: DirectWrite): Promise<StepResult> {
  if (isPlanningKey(write.key)) throw new Error(`${write.kind} was to be written while it was only planned`)
  // Begins before the intent does: a process may be frozen at any point from here on.
  let sendBefore = deadlineIn(windowMs(lane, write))
  const row = await intend(lane, write)
  if (!row.isSame) throw usedForSomethingElse()
  if (row.state === 'done') return row.answer!
  if (row.state === 'open-before') {
    const found = await lookFor(write, row.first_intent_at, [0])
    if (typeof found === 'object') return closeDone(lane.db, row.id, found.found)
    if (found === 'unclear') throw cannotTell(lane.platform)
    sendBefore = deadlineIn(windowMs(lane, write))
    row.attempt = await intendAgain(lane, write, row, write.readBack.kind === 'repeatable')
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await closeDone(lane.db, row.id, await write.send(sendBefore))
    } catch (error) {
      // A file of ours could not be read: nothing was made, and nothing is to be looked for.
      if (error instanceof UnreadableMedia) await closeRefused(lane, row)
      if (!(error instanceof PlatformError)) throw error
      const result = await afterFailure(lane, write, row, { error, attempt })
      if (result) return result
      sendBefore = deadlineIn(windowMs(lane, write))
      row.attempt = await intendAgain(lane, write, row, true)
    }
  }
}

/** What came of it all the same, or null when it may be sent again; else the failure is thrown. */
async function afterFailure(
  lane: WriteLane,
  write: DirectWrite,
  row: Row,
  { error, attempt }: { error: PlatformError; attempt: number },
): Promise<StepResult | null> {
  const { db, life } = lane
  const mayTryAgain = attempt <= maxRetries
  // It had to wait for its turn for so long that it was not sent.
  if (error.failure.code === tooLateCode && mayTryAgain) {
    await delay(backoffMs)
    return null
  }
  if (isOverSoon(write, error) && mayTryAgain) {
    await delay(error.failure.retryAfterMs)
    return null
  }
  if (error.kind === 'unknown') {
    // A failure that the platform did answer is over: what it made all the same is seen by reads before long.
    if (typeof error.failure.code === 'number') await certainIn(db, row, life.readLagMs)
    const found = await lookFor(write, row.first_intent_at, looksAfterMs)
    if (typeof found === 'object') return closeDone(db, row.id, found.found)
    const certainInMs = await untilCertain(db, row.id)
    if (found === 'unclear') throw outcomeUnknown(error, certainInMs)
    // It may still arrive, or be there and not be seen yet, so it is not sent again before its time.
    const isRepeatable = write.readBack.kind === 'repeatable'
    if (!isRepeatable && certainInMs > 0) throw outcomeUnknown(error, certainInMs)
    if (mayTryAgain) {
      if (isRepeatable) await delay(backoffMs * 2 ** (attempt - 1))
      return null
    }
  }
  await closeRefused(lane, row)
  throw error
}

/** Too many calls in a moment: nothing was made, unless others of its requests had passed before. */
function isOverSoon({ maxRequests = 1 }: DirectWrite, { kind, failure }: PlatformError): boolean {
  return kind === 'throttled' && maxRequests === 1 && (failure.retryAfterMs ?? Infinity) <= briefMs
}

interface Row {
  id: number
  /** opened: by us, just now. */
  state: 'done' | 'opened' | 'open-before'
  answer: StepResult | null
  first_intent_at: Date
  isSame: boolean
  /** Which of the attempts is ours: whoever was frozen meanwhile finds another's. */
  attempt: number
}

const certainAfter = (ms: number) => sql`clock_timestamp() + make_interval(secs => ${ms / 1000})`

async function intend(lane: WriteLane, write: DirectWrite): Promise<Row> {
  const { db, companyId, platform, accountId } = lane
  const digest = createHash('sha256')
    .update(JSON.stringify(write.asks) ?? '')
    .digest()
  const facts = sql`id, answer, first_intent_at, attempt, digest = ${digest} AS "isSame"`
  const opened = await sql<Omit<Row, 'state'>>`
    INSERT INTO journal AS mine (company_id, platform, account_id, kind, key, digest, state, fence, certain_after)
    VALUES (${companyId}, ${platform}, ${accountId}, ${write.kind}, ${write.key}, ${digest}, 'open', 0, ${certainAfter(lifeMs(lane, write))})
    ON CONFLICT (company_id, platform, account_id, key) DO UPDATE SET
      state = 'open', attempt = mine.attempt + 1, digest = excluded.digest,
      first_intent_at = clock_timestamp(), intent_at = clock_timestamp(), certain_after = excluded.certain_after
      WHERE mine.state IN ('refused', 'absent')
    RETURNING ${facts}`.execute(db)
  if (opened.rows[0]) return { ...opened.rows[0], state: 'opened' }
  const before = await sql<Row>`
    SELECT CASE state WHEN 'done' THEN 'done' ELSE 'open-before' END AS state, ${facts} FROM journal WHERE ${laneIs(lane)} AND key = ${write.key}`.execute(
    db,
  )
  return before.rows[0]!
}

/**
 * Takes up an open intent, unless another process has meanwhile. Not before its time, unless it may be repeated at any time or is known to
 * be over. Answers which attempt that is.
 */
async function intendAgain(lane: WriteLane, write: DirectWrite, row: Row, atAnyTime: boolean): Promise<number> {
  const { db } = lane
  const { rows } = await sql<{ attempt: number }>`
    UPDATE journal SET attempt = attempt + 1, intent_at = clock_timestamp(), certain_after = ${certainAfter(lifeMs(lane, write))}
    WHERE company_id = ${lane.companyId} AND ${isOurs(row)} AND (${atAnyTime} OR certain_after <= clock_timestamp())
    RETURNING attempt`.execute(db)
  if (!rows[0]) throw notKnownYet(await untilCertain(db, row.id))
  return rows[0].attempt
}

const isOurs = ({ id, attempt }: Row) => sql`id = ${id} AND attempt = ${attempt} AND state = 'open'`

/** What cannot be found so long from now does not exist. */
async function certainIn(db: Db, row: Row, ms: number): Promise<void> {
  await sql`UPDATE journal SET certain_after = least(certain_after, ${certainAfter(ms)}) WHERE ${isOurs(row)}`.execute(
    everyCompany(db),
  )
}

/** By the database's clock: ours may be wrong, or jump. */
async function untilCertain(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    SELECT (extract(epoch FROM certain_after - clock_timestamp()) * 1000)::float8 AS ms FROM journal WHERE id = ${id}`.execute(
    everyCompany(db),
  )
  return rows[0]?.ms ?? 0
}

async function lookFor({ readBack }: DirectWrite, since: Date, waits: number[]): Promise<Found> {
  let found: Found = 'absent'
  if (readBack.kind === 'repeatable') return found
  for (const ms of waits) {
    await delay(ms)
    found = await telling(() => readBack.find(since))
    if (typeof found === 'object') return found
  }
  return found
}

/** A look that fails tells nothing of the write, which must not seem to be what failed. */
async function telling(look: () => Promise<Found>): Promise<Found> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof PlatformError) return 'unclear'
    throw error
  }
}

/** What was read of the account before need not show it: guards read it again before they refuse by it. */
async function closeDone(db: Db, id: number, result: StepResult): Promise<StepResult> {
  await sql`
    WITH closed AS (
      UPDATE journal SET state = 'done', platform_id = ${result.id}, answer = ${JSON.stringify(result)}, closed_at = clock_timestamp()
      WHERE id = ${id} RETURNING company_id, platform, account_id
    )
    UPDATE account_structures kept SET written_at = clock_timestamp() FROM closed
    WHERE kept.company_id = closed.company_id AND kept.platform = closed.platform AND kept.account_id = closed.account_id`.execute(
    everyCompany(db),
  )
  return result
}

/** The platform refused it, or nothing was sent. Where another process has taken it up meanwhile, that is no news of what that one sent. */
async function closeRefused({ db }: WriteLane, row: Row): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE journal SET state = 'refused', closed_at = clock_timestamp() WHERE ${isOurs(row)}`.execute(everyCompany(db))
  if (numAffectedRows !== 1n) throw notKnownYet(await untilCertain(db, row.id))
}

/** The earlier request with this key got as far as this write, and asked for something else. */
function usedForSomethingElse(): AppError {
  const message = 'was used before for a request that asked for something else; choose a new key'
  return new AppError('unprocessable_entity', `Idempotency-Key ${message}.`, {
    issues: [{ path: 'headers.Idempotency-Key', message }],
  })
}

/** Nothing is sent again on a guess. */
function cannotTell(platform: string): PlatformError {
  return new PlatformError({
    platform,
    kind: 'unknown',
    message: 'An earlier attempt at this may have taken effect, and the platform does not show enough to tell.',
    hint: 'Look for it on the platform. If it is not there, make the call with a new Idempotency-Key.',
  })
}

const secondsOf = (ms: number) => Math.max(1, Math.ceil(ms / 1000))

/** Repeated before its time: the first request may still arrive, and then there would be two. */
function notKnownYet(certainInMs: number): AppError {
  const seconds = secondsOf(certainInMs)
  const text =
    'The answer to an earlier request with this Idempotency-Key was lost, and whether its write took effect is not known yet. ' +
    `Nothing was sent again. Repeat the call with the same key in ${seconds} s: then it is looked for once more, and sent if it does not exist.`
  return new AppError('conflict', text, { retryAfterSeconds: seconds }, { 'retry-after': String(seconds) })
}

function outcomeUnknown(error: PlatformError, certainInMs: number): PlatformError {
  return new PlatformError({
    ...error.failure,
    message: `${error.failure.message} Whether the write took effect is not known yet.`,
    retryAfterMs: certainInMs,
    hint: `Repeat the call with the same Idempotency-Key in ${secondsOf(certainInMs)} s: it looks for what was made before it tries again.`,
  })
}
