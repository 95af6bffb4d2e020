import { retentionKinds } from '../../config/retention.ts'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import type { Piece } from '../../db/sql.ts'
import type { StepResult } from '../../platforms/contract/launch.ts'
import { digestOf } from './intents.ts'
import { laneIs } from './lane/lanes.ts'
import type { LaneName } from './lane/lanes.ts'

/** What the platform answered to each of these writes, by the names of its makers: those that were not made are left out. */
export async function answersTo(
  db: Db,
  lane: LaneName,
  writes: { name: string; key: string }[],
): Promise<Record<string, StepResult>> {
  const { rows } = await sql<{ key: string; answer: StepResult }>`
    SELECT key, answer FROM journal
    WHERE ${laneIs(lane)} AND key = ANY(${writes.map((write) => write.key)}) AND state = 'done'`.execute(db)
  const byKey = new Map(rows.map((row) => [row.key, row.answer]))
  return Object.fromEntries(
    writes.flatMap(({ name, key }) => {
      const past = byKey.get(key)
      return past ? [[name, past] as const] : []
    }),
  )
}

/** A write that one call made, or began. */
export interface CallWrite {
  kind: string
  state: string
  platformId: string | null
}

/** What the journal has of one call, by the key that names its writes; none: it began nothing. */
export async function writesOf(db: Db, companyId: CompanyId, operationKey: string): Promise<CallWrite[]> {
  const { rows } = await sql<CallWrite>`
    SELECT kind, state, platform_id AS "platformId" FROM journal
    WHERE company_id = ${companyId} AND (starts_with(key, ${`${operationKey} `}) OR right(key, ${operationKey.length + 1}) = ${` ${operationKey}`})
    ORDER BY id`.execute(db)
  return rows
}

/** The platform's answer when it made what it calls by this id, if it was made through us. */
export async function answerAbout(
  db: Db,
  lane: LaneName,
  { kind, id }: { kind: string; id: string },
): Promise<Partial<StepResult>> {
  const { rows } = await sql<{ answer: StepResult }>`
    SELECT answer FROM journal WHERE ${laneIs(lane)} AND kind = ${kind} AND state = 'done' AND platform_id = ${id} LIMIT 1`.execute(
    db,
  )
  return rows[0]?.answer ?? {}
}

/** The platform's ids of what the latest writes of a kind were about, newest first. */
export async function latestIds(db: Db, lane: LaneName, kind: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ platform_id: string | null }>`
    SELECT platform_id FROM journal WHERE ${laneIs(lane)} AND kind = ${kind} AND state = 'done'
    ORDER BY id DESC LIMIT ${limit}`.execute(db)
  return [...new Set(rows.flatMap(({ platform_id: id }) => id ?? []))]
}

/** Whether a call with this key has begun to write in one of the accounts since then, in an earlier life of ours perhaps. */
export async function hasBegun(
  db: Db,
  lanes: LaneName[],
  { operationKey, since }: { operationKey: string; since: Date },
): Promise<boolean> {
  for (const lane of lanes) {
    const { rows } = await sql`
      SELECT 1 FROM journal WHERE ${laneIs(lane)} AND starts_with(key, ${`${operationKey} `})
        AND state IN ('open', 'done') AND first_intent_at >= ${since} LIMIT 1`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}

/** How the keys of copies begin and end, and what one of them asks for. */
export interface CopyNames {
  ofSource: string
  ofNumber: string
  ofCall: string
  asks: unknown
}

interface CopyRow {
  key: string
  state: string
  platform_id: string | null
  /** It asks for exactly the same: what it makes looks just like it. */
  isTwin: boolean
}

/** How copies are called in the journal. */
export const copyKind = 'copy'

/** The writes that copied the same while a call may be repeated, but for those of this call with this number. */
export async function otherCopies(db: Db, lane: LaneName, names: CopyNames): Promise<CopyRow[]> {
  const { rows } = await sql<CopyRow>`
    SELECT key, state, platform_id, digest = decode(${digestOf(names)}, 'hex') AS "isTwin" FROM journal
    WHERE ${laneIs(lane)} AND kind = ${copyKind}
      AND first_intent_at > clock_timestamp() - make_interval(hours => ${retentionKinds.keys.max}) AND starts_with(key, ${names.ofSource})
      AND NOT (starts_with(key, ${names.ofNumber}) AND right(key, ${names.ofCall.length}) = ${names.ofCall})`.execute(
    db,
  )
  return rows
}

/** The numbers of a call's copies that were made, or may be. */
export async function numbersBegun(
  db: Db,
  companyId: CompanyId,
  { ofSource, ofCall }: Pick<CopyNames, 'ofSource' | 'ofCall'>,
): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    SELECT DISTINCT substring(substr(key, ${ofSource.length + 1}) FROM '^#([0-9]{1,3}) ')::int AS number FROM journal
    WHERE company_id = ${companyId} AND kind = ${copyKind} AND state NOT IN ('refused', 'absent')
      AND starts_with(key, ${`${ofSource}#`}) AND right(key, ${ofCall.length}) = ${ofCall}`.execute(db)
  return rows.flatMap(({ number }) => number ?? [])
}

/** Whether anything was written in the account since then, or may still be on its way: a condition for a statement. */
export function wroteSince(lane: LaneName, time: Piece<unknown>): Piece<boolean> {
  return sql`EXISTS (SELECT 1 FROM journal WHERE ${laneIs(lane)}
    AND greatest(intent_at, closed_at, CASE state WHEN 'open' THEN certain_after END) >= ${time})`
}

/** How one write went, as far as the journal still knows. */
export interface WriteStory {
  key: string
  kind: string
  state: 'open' | 'done' | 'refused' | 'absent'
  /** How often it was written down to be sent. */
  attempt: number
  first_intent_at: Date
  /** The last time. */
  intent_at: Date
  closed_at: Date | null
  platform_id: string | null
  /** For whom it was made; others may share it. */
  item_id: number | null
}

const storyColumns = sql.raw('key, kind, state, attempt, first_intent_at, intent_at, closed_at, platform_id, item_id')

/** How these writes in one account went, by their keys. */
export async function storiesOf(db: Db, lane: LaneName, keys: string[]): Promise<Map<string, WriteStory>> {
  const { rows } = await sql<WriteStory>`
    SELECT ${storyColumns} FROM journal WHERE ${laneIs(lane)} AND key = ANY(${keys})`.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}

/** How the ad itself of an item went; null: it was never about to be sent, or that was long ago. */
export async function adStoryOf(db: Db, companyId: CompanyId, itemId: number): Promise<WriteStory | null> {
  const { rows } = await sql<WriteStory>`
    SELECT ${storyColumns} FROM journal WHERE company_id = ${companyId} AND item_id = ${itemId} AND kind = 'ad'
    ORDER BY id DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}
