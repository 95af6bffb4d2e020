import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { AppError, PlatformError } from '../errors.ts'
import type { Found, StepResult } from '../platforms/launch.ts'

/** One write that an endpoint makes while its caller waits: a campaign created, an ad copied, a budget changed. */
export interface DirectWrite {
  kind: string
  /** Two writes with the same key are the same write. Build it from `call.operationKey`, so that a repeat finds the first. */
  key: string
  asks: unknown
  send(): Promise<StepResult>
  /**
   * What to do when the answer is lost. A write that sets something to a value may simply be repeated; one that makes
   * something must be able to find what it made.
   */
  readBack: { kind: 'repeatable'; because: string } | { kind: 'find'; find(since: Date): Promise<Found> }
}

export interface WriteGround {
  db: Db
  companyId: number
  platform: string
  accountId: string
}

/** How long to wait before each look for a write whose answer was lost. */
const looksAfterMs = [500, 1_500, 4_000]
const mostRetries = 3
const backoffMs = 500

/** Makes the write once, and journals it: the intent before it is sent, the platform's answer after. */
export async function directWrite(ground: WriteGround, write: DirectWrite): Promise<StepResult> {
  const row = await intend(ground, write)
  if (!row.isSame) throw usedForSomethingElse()
  if (row.state === 'done') return row.answer!
  if (!row.isNew) {
    const found = await lookFor(write, row.first_intent_at, [0])
    if (typeof found === 'object') return closeDone(ground.db, row.id, found.found)
    if (found === 'unclear') throw cannotTell(ground.platform)
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await closeDone(ground.db, row.id, await write.send())
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      if (error.kind === 'unknown') {
        const found = await lookFor(write, row.first_intent_at, looksAfterMs)
        if (typeof found === 'object') return closeDone(ground.db, row.id, found.found)
        if (found === 'unclear') throw outcomeUnknown(error)
        // An answered failure is over; a write without any answer may still arrive, so it is not sent again.
        const mayRepeat = write.readBack.kind === 'repeatable' || typeof error.failure.code === 'number'
        if (mayRepeat && attempt <= mostRetries) {
          if (write.readBack.kind === 'repeatable') await delay(backoffMs * 2 ** (attempt - 1))
          continue
        }
        if (!mayRepeat) throw outcomeUnknown(error)
      }
      await close(ground.db, row.id, 'refused')
      throw error
    }
  }
}

interface Row {
  id: number
  state: 'open' | 'done'
  answer: StepResult | null
  first_intent_at: Date
  isNew: boolean
  isSame: boolean
}

async function intend({ db, companyId, platform, accountId }: WriteGround, write: DirectWrite): Promise<Row> {
  const digest = createHash('sha256')
    .update(JSON.stringify(write.asks) ?? '')
    .digest()
  const { rows } = await sql<Row>`
    INSERT INTO journal AS mine (company_id, platform, account_id, kind, key, digest, state, fence, certain_after)
    VALUES (${companyId}, ${platform}, ${accountId}, ${write.kind}, ${write.key}, ${digest}, 'open', 0, clock_timestamp())
    ON CONFLICT (company_id, platform, account_id, key) DO UPDATE SET
      state = CASE WHEN mine.state = 'done' THEN 'done' ELSE 'open' END,
      attempt = mine.attempt + 1,
      digest = CASE WHEN mine.state IN ('refused', 'absent') THEN excluded.digest ELSE mine.digest END,
      first_intent_at = CASE WHEN mine.state IN ('refused', 'absent') THEN clock_timestamp() ELSE mine.first_intent_at END
    RETURNING id, state, answer, first_intent_at, digest = ${digest} AS "isSame", (xmax = 0 OR attempt = 1) AS "isNew"`.execute(
    db,
  )
  return rows[0]!
}

async function lookFor(write: DirectWrite, since: Date, waits: number[]): Promise<Found> {
  let found: Found = 'absent'
  if (write.readBack.kind === 'repeatable') return found
  for (const ms of waits) {
    await delay(ms)
    found = await write.readBack.find(since)
    if (typeof found === 'object') return found
  }
  return found
}

async function closeDone(db: Db, id: number, result: StepResult): Promise<StepResult> {
  await sql`
    UPDATE journal SET state = 'done', platform_id = ${result.id}, answer = ${JSON.stringify(result)}, closed_at = clock_timestamp()
    WHERE id = ${id}`.execute(db)
  return result
}

async function close(db: Db, id: number, state: 'refused'): Promise<void> {
  await sql`UPDATE journal SET state = ${state}, closed_at = clock_timestamp() WHERE id = ${id}`.execute(db)
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

function outcomeUnknown(error: PlatformError): PlatformError {
  return new PlatformError({
    ...error.failure,
    message: `${error.failure.message} Whether the write took effect is not known yet.`,
    hint: 'Repeat the call with the same Idempotency-Key in a minute: it looks for what was made before it tries again.',
  })
}
