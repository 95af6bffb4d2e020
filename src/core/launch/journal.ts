import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { notFlushedAtOnce } from '../../db/not-flushed.ts'
import type { Step, StepResult } from '../../platforms/launch.ts'
import { laneHeld, LaneLost } from './lanes.ts'
import type { Lease } from './lanes.ts'

export interface OpenIntent {
  id: number
  attempt: number
  firstIntentAt: Date
  /** How long, by the database's clock, until what cannot be found on the platform surely does not exist there. */
  certainInMs: number
  /** True once that moment has come. */
  isCertain: boolean
}

/** What the journal knows of a write: it exists; its fate is open; or nothing stands in the way of sending it. */
export type Standing =
  | { state: 'done'; result: StepResult }
  | { state: 'open'; intent: OpenIntent }
  | { state: 'sent-by-us'; intent: OpenIntent }

export interface WriteFor {
  batchId: number
  itemId: number
  step: Step
  marker: string
  /** How long the write may still take effect once it is on its way. */
  lifeMs: number
}

/**
 * Commits the intent to make a write. Answers 'sent-by-us' when the caller may send it now; otherwise what is known of an
 * earlier attempt. One statement in the usual case.
 */
export async function intend(db: Db, lease: Lease, write: WriteFor): Promise<Standing> {
  const { step } = write
  const digest = digestOf(step)
  const certainAfter = sql`clock_timestamp() + make_interval(secs => ${write.lifeMs / 1000})`
  const { rows } = await sql<JournalRow>`/* prepared: journal-intend */
    WITH held AS (${laneHeld(lease)}),
      -- Decides between us and a cancel that is just stopping the item.
      item AS (SELECT 1 FROM batch_items WHERE id = ${write.itemId} AND state IN ('waiting', 'running', 'unsure') FOR SHARE)
    INSERT INTO journal AS mine (company_id, platform, account_id, batch_id, item_id, kind, key, marker, digest, state, fence, certain_after)
    SELECT ${lease.companyId}, ${lease.platform}, ${lease.accountId}, ${write.batchId}, ${write.itemId}, ${step.kind}, ${step.key},
      ${write.marker}, ${digest}, 'open', ${lease.fence}, ${certainAfter} FROM held, item
    ON CONFLICT (company_id, platform, account_id, key) DO UPDATE SET
      state = 'open', fence = excluded.fence, attempt = mine.attempt + 1, digest = excluded.digest, item_id = excluded.item_id,
      batch_id = excluded.batch_id, intent_at = clock_timestamp(), first_intent_at = clock_timestamp(),
      certain_after = excluded.certain_after, closed_at = NULL, answer = NULL
      WHERE mine.state IN ('refused', 'absent')
    RETURNING id, state, attempt, first_intent_at, ${untilCertain}, answer, false AS is_certain`.execute(db)
  if (rows[0]) return { state: 'sent-by-us', intent: toIntent(rows[0]) }
  return standingOf(db, lease, step.key)
}

/** Our own clock may be wrong, or jump. */
const untilCertain = sql`(extract(epoch FROM certain_after - clock_timestamp()) * 1000)::float8 AS certain_in_ms`

function digestOf({ asks }: Step): Buffer {
  return createHash('sha256').update(JSON.stringify(asks)).digest()
}

async function standingOf(db: Db, lease: Lease, key: string): Promise<Standing> {
  const { rows } = await sql<JournalRow>`
    SELECT id, state, attempt, first_intent_at, ${untilCertain}, answer, certain_after <= clock_timestamp() AS is_certain FROM journal
    WHERE company_id = ${lease.companyId} AND platform = ${lease.platform} AND account_id = ${lease.accountId} AND key = ${key}
      AND EXISTS (${laneHeld(lease)})`.execute(db)
  const row = rows[0]
  if (!row) throw (await isHeld(db, lease)) ? new ItemStopped() : new LaneLost()
  if (row.state === 'done') return { state: 'done', result: row.answer! }
  return { state: 'open', intent: toIntent(row) }
}

async function isHeld(db: Db, lease: Lease): Promise<boolean> {
  const { rows } = await laneHeld(lease).execute(db)
  return rows.length === 1
}

/** The item was cancelled while it was being worked on. */
export class ItemStopped extends Error {
  constructor() {
    super('This item was cancelled.')
  }
}

/** Whether another write is known to have made the ad that the platform calls by this id. */
export async function isMadeByAnother(db: Db, lease: Lease, key: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM journal WHERE company_id = ${lease.companyId} AND platform = ${lease.platform} AND account_id = ${lease.accountId}
      AND platform_id = ${id} AND key <> ${key} AND kind = 'ad' AND state = 'done' LIMIT 1`.execute(db)
  return rows.length === 1
}

/** Whether the fate of another write that asks for exactly the same is open too: what is found may be that one's. */
export async function hasOpenTwin(db: Db, lease: Lease, step: Step): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM journal WHERE company_id = ${lease.companyId} AND platform = ${lease.platform} AND account_id = ${lease.accountId}
      AND digest = ${digestOf(step)} AND key <> ${step.key} AND state = 'open' LIMIT 1`.execute(db)
  return rows.length === 1
}

/** Another item was faster to call this ad its own. */
export class TakenByAnother extends Error {
  constructor() {
    super('This ad belongs to another item.')
  }
}

/** An ad has one owner; the database decides who. */
export async function asOnlyOwner<T>(closing: Promise<T>): Promise<T> {
  try {
    return await closing
  } catch (error) {
    throw (error as { constraint?: string }).constraint === 'journal_one_owner' ? new TakenByAnother() : error
  }
}

/** A write for the item is on its way or may be: until its fate is known, the item must not be called failed. */
export async function hasOpenWrite(db: Db, itemId: number): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM journal WHERE item_id = ${itemId} AND kind = 'ad' AND state = 'open' LIMIT 1`.execute(db)
  return rows.length === 1
}

/** Takes up an open intent again, to repeat a write that the platform itself recognises as a repeat. */
export async function intendAgain(db: Db, lease: Lease, intent: OpenIntent, lifeMs: number): Promise<OpenIntent> {
  const { rows } = await sql<JournalRow>`
    UPDATE journal SET fence = ${lease.fence}, attempt = attempt + 1, intent_at = clock_timestamp(),
      certain_after = clock_timestamp() + make_interval(secs => ${lifeMs / 1000})
    WHERE id = ${intent.id} AND state = 'open' AND EXISTS (${laneHeld(lease)})
    RETURNING id, state, attempt, first_intent_at, ${untilCertain}, answer, false AS is_certain`.execute(db)
  if (!rows[0]) throw new LaneLost()
  return toIntent(rows[0])
}

/**
 * The write exists: with this, and only with this, it is known to. Not flushed at once: if the database loses it, the
 * write is open again and is found by looking.
 */
export async function closeDone(db: Db, lease: Lease, intent: OpenIntent, result: StepResult): Promise<void> {
  const { numAffectedRows } = await sql`/* prepared: journal-done */
    UPDATE journal SET state = 'done', platform_id = ${result.id}, answer = ${JSON.stringify(result)}, closed_at = clock_timestamp(),
      fence = ${lease.fence}
    WHERE id = ${intent.id} AND state = 'open' AND EXISTS (${laneHeld(lease)}) AND ${notFlushedAtOnce}`.execute(db)
  if (numAffectedRows !== 1n) throw new LaneLost()
}

/** The write does not exist: the platform refused it, or it was looked for in vain. */
export async function closeNotDone(
  db: Db,
  lease: Lease,
  intent: OpenIntent,
  state: 'refused' | 'absent',
): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE journal SET state = ${state}, closed_at = clock_timestamp(), fence = ${lease.fence}
    WHERE id = ${intent.id} AND state = 'open' AND EXISTS (${laneHeld(lease)})`.execute(db)
  if (numAffectedRows !== 1n) throw new LaneLost()
}

/** What a write made cannot be used any more: as if it had never been made, so that the next attempt makes it anew. */
export async function forgetDone(db: Db, lease: Lease, key: string, result: StepResult): Promise<void> {
  await sql`
    UPDATE journal SET state = 'absent', closed_at = clock_timestamp(), fence = ${lease.fence}
    WHERE company_id = ${lease.companyId} AND platform = ${lease.platform} AND account_id = ${lease.accountId} AND key = ${key}
      AND state = 'done' AND platform_id = ${result.id} AND EXISTS (${laneHeld(lease)})`.execute(db)
}

/** The platform has answered, if badly: the request is over, so absence is certain much sooner. */
export async function certainSooner(db: Db, intent: OpenIntent, lagMs: number): Promise<void> {
  await sql`
    UPDATE journal SET certain_after = least(certain_after, clock_timestamp() + make_interval(secs => ${lagMs / 1000}))
    WHERE id = ${intent.id} AND state = 'open'`.execute(db)
}

interface JournalRow {
  id: number
  state: 'open' | 'done' | 'refused' | 'absent'
  attempt: number
  first_intent_at: Date
  certain_in_ms: number
  answer: StepResult | null
  is_certain: boolean
}

function toIntent(row: JournalRow): OpenIntent {
  return {
    id: row.id,
    attempt: row.attempt,
    firstIntentAt: row.first_intent_at,
    certainInMs: row.certain_in_ms,
    isCertain: row.is_certain,
  }
}
