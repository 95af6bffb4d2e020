import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { notify } from '../../../db/notify.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { laneRests } from '../often-tried.ts'
import { isOpenItem } from '../states.ts'

/** A lane is an ad account: whoever owns it is the only one who writes to that account. */
export interface LaneName {
  companyId: CompanyId
  platform: string
  accountId: string
}

/** Ownership of a lane. Everything its owner writes down carries the fence, and counts only while the fence is current. */
export interface LaneLease extends LaneName {
  fence: number
}

/** Thrown when the lane was taken over: whatever we were doing is somebody else's now. */
export class LaneLost extends Error {
  constructor() {
    super('This lane has another owner now.')
  }
}

export const leaseSeconds = 9
export const wakeChannel = 'lane_wake'

export const laneIs = ({ companyId, platform, accountId }: LaneName) =>
  sql`company_id = ${companyId} AND platform = ${platform} AND account_id = ${accountId}`

/** The lane is current: for statements that must count only while we own it. */
export const laneHeld = (lease: LaneLease) => sql`
  SELECT 1 FROM lanes WHERE ${laneIs(lease)} AND fence = ${lease.fence} AND lease_until > clock_timestamp() FOR SHARE`

/** What is written down in `work` counts only while we own the lane, and nobody takes it over before that is done. */
export function asOwner<T>(db: Db, lease: LaneLease, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    if (!(await isHeld(trx, lease))) throw new LaneLost()
    return work(trx)
  })
}

/** In a transaction nobody can take the lane until that ends. Of a process that froze in it, or vanished, it ends with the lease. */
export async function isHeld(db: Db, lease: LaneLease): Promise<boolean> {
  const { rows } = await sql`
    SELECT set_config('idle_in_transaction_session_timeout', ${String(leaseSeconds * 1000)}, true)
    FROM (${laneHeld(lease)}) AS held`.execute(db)
  return rows.length === 1
}

/** Makes sure the lanes of these accounts exist and tells the workers, once the caller's transaction commits. */
export async function wakeLanes(trx: Db, companyId: CompanyId, accounts: Omit<LaneName, 'companyId'>[]): Promise<void> {
  const named = new Map(accounts.map((account) => [`${account.platform} ${account.accountId}`, account]))
  const lanes = [...named.values()].map(({ platform, accountId }) => ({ companyId, platform, accountId }))
  const platforms = lanes.map(({ platform }) => platform)
  const ids = lanes.map(({ accountId }) => accountId)
  // All at once, and always in the same order: two launches that make the same lanes never wait for each other in a circle.
  await sql`
    INSERT INTO lanes (company_id, platform, account_id)
    SELECT ${companyId}, platform, id FROM unnest(${platforms}::text[], ${ids}::text[]) AS lane (platform, id) ORDER BY platform, id
    ON CONFLICT DO NOTHING`.execute(trx)
  await notify(
    trx,
    wakeChannel,
    lanes.map((lane) => JSON.stringify(lane)),
  )
}

/** Who takes lanes. */
export interface Owner {
  name: string
  /** Among the living processes for as long as it has its session with the database. null: it has none now, and goes by its leases alone. */
  life: number | null
}

/** Its owner has lost its session with the database: it was killed, or is about to be told. */
const ownerIsGone = sql`life NOT IN (SELECT living_processes())`

/**
 * Takes a lane that nobody holds (any more); `goneFence`: or whose owner under that fence is gone. null: it is held. That an owner is gone is
 * true only when it is seen: where the lane is locked, nobody waits, because by the time it is free its owner may be back.
 */
export async function takeLane(
  db: Db,
  lane: LaneName,
  owner: Owner,
  goneFence: number | null = null,
): Promise<LaneLease | null> {
  const isFree =
    goneFence === null
      ? sql`lease_until < clock_timestamp()`
      : sql`EXISTS (SELECT 1 FROM lanes WHERE ${laneIs(lane)} AND fence = ${goneFence} AND ${ownerIsGone} FOR UPDATE SKIP LOCKED)`
  const { rows } = await sql<{ fence: number }>`
    UPDATE lanes SET fence = fence + 1, owner = ${owner.name}, life = ${owner.life},
      lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    WHERE ${laneIs(lane)} AND ${isFree} AND NOT ${laneRests('lanes')}
    RETURNING fence`.execute(db)
  return rows[0] ? { ...lane, fence: rows[0].fence } : null
}

/** A sign of life, also of one whose session ended: then it says that it goes by its lease. False: too late, the lane has another owner. */
export async function renewLane(db: Db, lease: LaneLease, { life }: Owner): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE lanes SET life = ${life}, lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    WHERE ${laneIs(lease)} AND fence = ${lease.fence} AND lease_until > clock_timestamp()`.execute(db)
  return numAffectedRows === 1n
}

export async function releaseLane(db: Db, lease: LaneLease): Promise<void> {
  await sql`UPDATE lanes SET owner = NULL, lease_until = '-infinity' WHERE ${laneIs(lease)} AND fence = ${lease.fence}`.execute(
    db,
  )
}

/** A lane whose owner is gone although its lease is not over. */
export interface GoneLane {
  lane: LaneName
  fence: number
}

interface IdleLanes {
  /** Nobody holds them. */
  free: LaneName[]
  gone: GoneLane[]
}

/** Lanes with work that is due and no living owner; of every company one before any has a second. */
export async function idleLanesWithWork(db: Db, max: number): Promise<IdleLanes> {
  const { rows } = await sql<Omit<LaneLease, 'companyId'> & { company_id: CompanyId; is_gone: boolean }>`
    SELECT company_id, platform, account_id AS "accountId", fence, lease_until >= clock_timestamp() AS is_gone FROM lanes
    WHERE (lease_until < clock_timestamp() OR ${ownerIsGone}) AND NOT ${laneRests('lanes')} AND EXISTS (
      SELECT 1 FROM batch_items AS item
      WHERE item.company_id = lanes.company_id AND item.platform = lanes.platform AND item.account_id = lanes.account_id
        AND ${isOpenItem('item.state')} AND item.run_after <= clock_timestamp())
    ORDER BY row_number() OVER (PARTITION BY company_id)
    LIMIT ${max}`.execute(everyCompany(db))
  const idle: IdleLanes = { free: [], gone: [] }
  for (const { company_id: companyId, platform, accountId, fence, is_gone: isGone } of rows) {
    const lane = { companyId, platform, accountId }
    if (isGone) idle.gone.push({ lane, fence })
    else idle.free.push(lane)
  }
  return idle
}

/** Lanes that wait for a connection look at it so often; that it changed they hear at once. */
export const connectionPauseMs = 30_000
/** Told by the database when the credentials or the state of a connection change, whoever changes them. */
export const connectionChannel = 'connection_changed'

/** What waits for a connection of the company's looks at it now. */
export async function goOnConnected(
  db: Db,
  { companyId, platform }: Pick<LaneName, 'companyId' | 'platform'>,
): Promise<void> {
  await sql`
    UPDATE batch_items SET run_after = clock_timestamp()
    WHERE company_id = ${companyId} AND platform = ${platform} AND ${isOpenItem()} AND wait_reason = 'connection'
      AND run_after > clock_timestamp()`.execute(db)
}

/** Nothing of the lane can be worked on before somebody mends its connection: looked at now and then, and its ads say why. */
export async function waitForConnection(db: Db, lease: LaneLease): Promise<void> {
  await asOwner(db, lease, (trx) =>
    sql`
      UPDATE batch_items SET run_after = clock_timestamp() + make_interval(secs => ${connectionPauseMs / 1000}),
        wait_reason = 'connection'
      WHERE ${laneIs(lease)} AND ${isOpenItem()} AND run_after <= clock_timestamp()`.execute(trx),
  )
}

/** For a service that is alone on its database: whoever held a lane before is dead. */
export async function freeAllLanes(db: Db): Promise<void> {
  await sql`UPDATE lanes SET owner = NULL, lease_until = '-infinity'`.execute(everyCompany(db))
}
