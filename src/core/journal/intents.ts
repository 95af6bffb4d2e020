import { createHash } from 'node:crypto'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import type { Step, StepResult } from '../../platforms/contract/launch.ts'
import { isHeld, laneHeld, LaneLost } from './lanes.ts'
import type { Lease } from './lanes.ts'

/** A write that was written down before it is sent. */
export interface Intent {
  id: number
}

/** One whose fate is open. */
export interface OpenIntent extends Intent {
  firstIntentAt: Date
  /** How long, by the database's clock, until what cannot be found on the platform surely does not exist there. */
  certainInMs: number
  /** True once that moment has come. */
  isCertain: boolean
  /** How often in a row its answer was lost, and how long ago the last time was. */
  lost: number
  lostMsAgo: number
}

/** What the journal knows of a write: it exists; its fate is open; or it was not sent, and may be now that its intent is on disk. */
export type Standing =
  { state: 'done'; result: StepResult } | { state: 'open'; intent: OpenIntent } | { state: 'may-send'; intent: Intent }

/** Our own clock may be wrong, or jump. */
const untilCertain = sql`(extract(epoch FROM certain_after - clock_timestamp()) * 1000)::float8 AS certain_in_ms`

const sinceLost = sql`coalesce(extract(epoch FROM clock_timestamp() - lost_at) * 1000, 'Infinity')::float8 AS lost_ms_ago`

/** The same for two writes that ask for the same. */
export function digestOf({ asks }: Step): string {
  return createHash('sha256').update(JSON.stringify(asks)).digest('hex')
}

/** What is known of an earlier attempt at a write that cannot be sent now, or why it may not be made. */
export async function standingOf(db: Db, lease: Lease, key: string): Promise<Standing | Error> {
  const { rows } = await sql<JournalRow>`
    SELECT id, state, first_intent_at, ${untilCertain}, lost, ${sinceLost}, answer, certain_after <= clock_timestamp() AS is_certain FROM journal
    WHERE company_id = ${lease.companyId} AND platform = ${lease.platform} AND account_id = ${lease.accountId} AND key = ${key}
      AND EXISTS (${laneHeld(lease)})`.execute(db)
  const row = rows[0]
  if (row?.state === 'done') return { state: 'done', result: row.answer! }
  if (row?.state === 'open') return { state: 'open', intent: toIntent(row) }
  return (await isHeld(db, lease)) ? new ItemStopped() : new LaneLost()
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
      AND digest = decode(${digestOf(step)}, 'hex') AND key <> ${step.key} AND kind = 'ad' AND state = 'open' LIMIT 1`.execute(
    db,
  )
  return rows.length === 1
}

/** A write for the item is on its way or may be: until its fate is known, the item must not be called failed. */
export async function hasOpenWrite(db: Db, itemId: number): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM journal WHERE item_id = ${itemId} AND kind = 'ad' AND state = 'open' LIMIT 1`.execute(
      everyCompany(db),
    )
  return rows.length === 1
}

/** Takes up an open intent again, to repeat a write that the platform itself recognises as a repeat. */
export async function intendAgain(db: Db, lease: Lease, intent: Intent, lifeMs: number): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE journal SET fence = ${lease.fence}, attempt = attempt + 1, intent_at = clock_timestamp(),
      certain_after = clock_timestamp() + make_interval(secs => ${lifeMs / 1000})
    WHERE id = ${intent.id} AND state = 'open' AND EXISTS (${laneHeld(lease)})`.execute(db)
  if (numAffectedRows !== 1n) throw new LaneLost()
}

/** The write does not exist: the platform refused it, or it was looked for in vain. */
export async function closeNotDone(db: Db, lease: Lease, intent: Intent, state: 'refused' | 'absent'): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE journal SET state = ${state}, closed_at = clock_timestamp(), fence = ${lease.fence},
      lost = CASE ${state} WHEN 'refused' THEN 0 ELSE lost END
    WHERE id = ${intent.id} AND state = 'open' AND EXISTS (${laneHeld(lease)})`.execute(db)
  if (numAffectedRows !== 1n) throw new LaneLost()
}

/** Nothing was sent after all, so it was no try. */
export async function takeBack(db: Db, lease: Lease, intent: Intent): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE journal SET state = 'absent', closed_at = clock_timestamp(), fence = ${lease.fence}, attempt = attempt - 1
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

/**
 * Its answer was lost once more. Where the platform did answer, if badly, the request is over: what cannot be found so long after it does not
 * exist.
 */
export async function noteLost(db: Db, intent: Intent, answeredLagMs: number | null): Promise<void> {
  const sooner =
    answeredLagMs === null
      ? sql`certain_after`
      : sql`least(certain_after, clock_timestamp() + make_interval(secs => ${answeredLagMs / 1000}))`
  await sql`
    UPDATE journal SET lost = lost + 1, lost_at = clock_timestamp(), certain_after = ${sooner}
    WHERE id = ${intent.id} AND state = 'open'`.execute(everyCompany(db))
}

interface JournalRow {
  id: number
  state: 'open' | 'done' | 'refused' | 'absent'
  first_intent_at: Date
  certain_in_ms: number
  lost: number
  lost_ms_ago: number
  answer: StepResult | null
  is_certain: boolean
}

function toIntent(row: JournalRow): OpenIntent {
  return {
    id: row.id,
    firstIntentAt: row.first_intent_at,
    certainInMs: row.certain_in_ms,
    isCertain: row.is_certain,
    lost: row.lost,
    lostMsAgo: row.lost_ms_ago,
  }
}
