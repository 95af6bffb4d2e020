import { createHash } from 'node:crypto'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import { required } from '../../lookup.ts'
import type { Step, StepResult } from '../../platforms/contract/launch.ts'
import { isHeld, laneHeld, laneIs, LaneLost } from './lane/lanes.ts'
import type { LaneName, LaneLease } from './lane/lanes.ts'
import { writeMove } from './write/moves.ts'

/** A write that was written down before it is sent. */
export interface Intent {
  id: number
  /** How often it was, over all processes. What is said about an attempt counts only while it is the last one. */
  attempt: number
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

/** What the journal knows of an earlier attempt at a write: it exists, or its fate is open. */
export type EarlierAttempt = { state: 'done'; result: StepResult } | { state: 'open'; intent: OpenIntent }

/** The same; or it was not sent, and may be now that its intent is on disk. */
export type Standing = EarlierAttempt | { state: 'may-send'; intent: Intent }

/** Our own clock may be wrong, or jump. */
const untilCertain = sql`(extract(epoch FROM certain_after - clock_timestamp()) * 1000)::float8 AS certain_in_ms`

const sinceLost = sql`coalesce(extract(epoch FROM clock_timestamp() - lost_at) * 1000, 'Infinity')::float8 AS lost_ms_ago`

/** The same for two writes that ask for the same. */
export function digestOf({ asks }: { asks: unknown }): string {
  return createHash('sha256')
    .update(JSON.stringify(asks) ?? '')
    .digest('hex')
}

/**
 * Who writes something down: the owner of a lane, for whom it counts only while the lane is its own, or whoever works for a caller, without a
 * lane. For both, nothing is said about an attempt after which there was another.
 */
export type Writer = LaneLease | (LaneName & { fence: 0 })

const mayWrite = (writer: Writer) => (writer.fence === 0 ? sql`true` : sql`EXISTS (${laneHeld(writer)})`)

const isLast = ({ id, attempt }: Intent) => sql`id = ${id} AND attempt = ${attempt} AND state = 'open'`

/** What the journal knows of a write that cannot be sent now. null: it could be, or the writer may not write. */
export async function knownOf(
  db: Db,
  writer: Writer,
  key: string,
): Promise<(EarlierAttempt & { digest: string }) | null> {
  const { rows } = await sql<JournalRow>`
    SELECT id, attempt, state, encode(digest, 'hex') AS digest, first_intent_at, ${untilCertain}, lost, ${sinceLost}, answer,
      certain_after <= clock_timestamp() AS is_certain
    FROM journal WHERE ${laneIs(writer)} AND key = ${key} AND ${mayWrite(writer)}`.execute(db)
  const row = rows[0]
  if (row?.state === 'done') return { state: 'done', result: required(row.answer, 'answer'), digest: row.digest }
  return row?.state === 'open' ? { state: 'open', intent: toIntent(row), digest: row.digest } : null
}

/** The same for an item's write, or why it may not be made. */
export async function standingOf(db: Db, lease: LaneLease, key: string): Promise<Standing | Error> {
  const known = await knownOf(db, lease, key)
  return known ?? ((await isHeld(db, lease)) ? new ItemStopped() : new LaneLost())
}

/** The item was cancelled while it was being worked on. */
export class ItemStopped extends Error {
  constructor() {
    super('This item was cancelled.')
  }
}

/** Whether another write is known to have made the ad that the platform calls by this id. */
export async function isCreatedByAnother(db: Db, lease: LaneLease, key: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM journal WHERE company_id = ${lease.companyId} AND platform = ${lease.platform} AND account_id = ${lease.accountId}
      AND platform_id = ${id} AND key <> ${key} AND kind = 'ad' AND state = 'done' LIMIT 1`.execute(db)
  return rows.length === 1
}

/** Whether the fate of another write that asks for exactly the same is open too: what is found may be that one's. */
export async function hasOpenTwin(db: Db, lease: LaneLease, step: Step): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM journal WHERE company_id = ${lease.companyId} AND platform = ${lease.platform} AND account_id = ${lease.accountId}
      AND digest = decode(${digestOf(step)}, 'hex') AND key <> ${step.key} AND kind = 'ad' AND state = 'open' LIMIT 1`.execute(
    db,
  )
  return rows.length === 1
}

/** A write for the item is on its way or may be: until its fate is known, the item must not be called failed. */
export async function hasOpenWrite(db: Db, itemId: number, except: Intent | null): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM journal
    WHERE item_id = ${itemId} AND kind = 'ad' AND state = 'open' AND id <> ${except?.id ?? 0} LIMIT 1`.execute(
    everyCompany(db),
  )
  return rows.length === 1
}

/** From then on what cannot be found does not exist: it can no longer arrive, and would be seen. */
export const certainIn = (lifeMs: number) => sql`clock_timestamp() + make_interval(secs => ${lifeMs / 1000})`

/** Takes up an open intent again, to repeat a write that may be made twice. null: the intent is not the last one any more. */
export async function intendAgain(db: Db, writer: Writer, intent: Intent, lifeMs: number): Promise<Intent | null> {
  const { rows } = await sql<Intent>`
    UPDATE journal SET fence = ${writer.fence}, attempt = attempt + 1, intent_at = clock_timestamp(), certain_after = ${certainIn(lifeMs)}
    WHERE company_id = ${writer.companyId} AND ${isLast(intent)} AND ${mayWrite(writer)} RETURNING id, attempt`.execute(
    db,
  )
  return rows[0] ?? null
}

/** The write does not exist: the platform refused it, or it was looked for in vain. False: the intent is not the last one any more. */
export async function closeNotDone(
  db: Db,
  writer: Writer,
  intent: Intent,
  state: 'refused' | 'absent',
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE journal SET state = ${state}, closed_at = clock_timestamp(), fence = ${writer.fence},
      lost = CASE ${state} WHEN 'refused' THEN 0 ELSE lost END
    WHERE company_id = ${writer.companyId} AND ${isLast(intent)} AND ${mayWrite(writer)}`.execute(db)
  return numAffectedRows === 1n
}

/** Nothing was sent after all, so it was no try. */
export async function takeBack(db: Db, lease: LaneLease, intent: Intent): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE journal SET state = 'absent', closed_at = clock_timestamp(), fence = ${lease.fence}, attempt = attempt - 1
    WHERE company_id = ${lease.companyId} AND ${isLast(intent)} AND ${mayWrite(lease)}`.execute(db)
  if (numAffectedRows !== 1n) throw new LaneLost()
}

/** What a write made cannot be used any more: as if it had never been made, so that the next attempt makes it anew. */
export async function forgetDone(db: Db, lease: LaneLease, key: string, result: StepResult): Promise<void> {
  await sql`
    UPDATE journal SET state = ${writeMove('done', 'unusable').to}, closed_at = clock_timestamp(), fence = ${lease.fence}
    WHERE company_id = ${lease.companyId} AND platform = ${lease.platform} AND account_id = ${lease.accountId} AND key = ${key}
      AND state = 'done' AND platform_id = ${result.id} AND EXISTS (${laneHeld(lease)})`.execute(db)
}

/**
 * Its answer was lost once more. Where the platform did answer, if badly, the request is over: what cannot be found so long after it does not
 * exist.
 */
export async function noteLost(db: Db, writer: Writer, intent: Intent, answeredLagMs: number | null): Promise<void> {
  const sooner = answeredLagMs === null ? sql`certain_after` : sql`least(certain_after, ${certainIn(answeredLagMs)})`
  await sql`
    UPDATE journal SET lost = lost + 1, lost_at = clock_timestamp(), certain_after = ${sooner}
    WHERE company_id = ${writer.companyId} AND ${isLast(intent)}`.execute(db)
}

interface JournalRow {
  id: number
  attempt: number
  digest: string
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
    attempt: row.attempt,
    firstIntentAt: row.first_intent_at,
    certainInMs: row.certain_in_ms,
    isCertain: row.is_certain,
    lost: row.lost,
    lostMsAgo: row.lost_ms_ago,
  }
}
