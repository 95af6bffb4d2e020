import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../../../db/connect.ts'
import type { LaunchVerbs, StepResult } from '../../../platforms/contract/launch.ts'
import type { TurnJournal } from '../../journal/open.ts'
import { asOwner } from '../../journal/lanes.ts'
import type { Lease } from '../../journal/lanes.ts'
import { openItemStates } from '../../journal/states.ts'
import type { MediaCache } from '../media/media-cache.ts'
import { markFailed } from '../../journal/item-ends.ts'
import { failureOf } from './failure.ts'
import { createPermits } from '../../../async/permits.ts'
import { isOfAccount } from './retry.ts'
import type { AccountVerdict, Verdict } from './retry.ts'
import { beginItem, runItem } from './run-item.ts'
import type { ItemGround, ItemRow } from './run-item.ts'

export interface LaneGround {
  db: Db
  lease: Lease
  journal: TurnJournal
  verbs: LaunchVerbs
  media: MediaCache
  log: Logger
  /** One at a time in the whole process, for items in which workers died again and again: only the guilty one dies then. */
  alone<T>(work: () => Promise<T>): Promise<T>
  /** Stops handing out items; what is in the air comes to its end. */
  stopping: AbortSignal
  /** Cuts what is in the air. */
  cut: AbortSignal
}

const handful = 50
/**
 * Items beyond what the platform takes at once: while some are being written down, others have their calls in the air. So
 * many, because what is written down together costs little more than one alone.
 */
const itemsAhead = 24
/** Of those, the ones whose next intent may be written down before there is a place in the air for it. */
const intentsAhead = 8
/** Few, because an ad that is about to be sent can no longer be cancelled. */
const adsAhead = 2

/** Works off everything that is due in one account, oldest first, with as many items at once as the platform takes. */
export async function runLane(ground: LaneGround): Promise<void> {
  const running = new Map<number, Promise<void>>()
  const making = new Map<string, Promise<StepResult>>()
  const halt = new AbortController()
  let due: ItemRow[] = []
  let failure: unknown = null
  let halting: { verdict: AccountVerdict; itemId: number } | null = null

  const once: ItemGround['once'] = (key, make) => {
    const found = making.get(key)
    if (found) return found
    const made = make().finally(() => making.delete(key))
    making.set(key, made)
    return made
  }
  const { concurrency } = ground.verbs
  const itemGround: ItemGround = {
    ...ground,
    signal: ground.cut,
    halt,
    inTheAir: createPermits(concurrency),
    atTheDesk: createPermits(concurrency + intentsAhead),
    adsAtTheDesk: createPermits(concurrency + adsAhead),
    // Not known before the first answer.
    calls: { lastMs: Infinity },
    made: new Map(),
    once,
  }

  const start = (row: ItemRow) => {
    const work = (row.starts > 1 ? ground.alone(() => runOne(itemGround, row)) : runOne(itemGround, row))
      .then((verdict) => {
        if (!verdict || !isOfAccount(verdict)) return
        halting ??= { verdict, itemId: row.id }
        halt.abort()
      })
      .catch((error: unknown) => {
        failure ??= error
      })
      .finally(() => running.delete(row.id))
    running.set(row.id, work)
  }

  while (failure === null && !halt.signal.aborted && !ground.stopping.aborted) {
    if (due.length === 0) due = (await dueItems(ground.db, ground.lease)).filter((row) => !running.has(row.id))
    if (due.length === 0 && running.size === 0) break
    while (running.size < concurrency + itemsAhead && due.length > 0) start(due.shift()!)
    await Promise.race(running.values())
  }
  await Promise.all(running.values())
  if (halting) await applyToAccount(ground, halting)
  if (failure !== null) throw failure as Error
}

async function runOne(ground: ItemGround, row: ItemRow): Promise<Verdict | null> {
  return (await beginItem(ground, row)) ? runItem(ground, row) : null
}

/** Once all items are back: those that were about to be sent wait as well. */
function applyToAccount(
  { db, lease }: LaneGround,
  { verdict, itemId }: { verdict: AccountVerdict; itemId: number },
): Promise<void> {
  return verdict.then === 'wait' ? pauseAccount(db, lease, verdict.ms) : failAccount(db, lease, itemId)
}

async function dueItems(db: Db, { companyId, platform, accountId }: Lease): Promise<ItemRow[]> {
  const rows = await db
    .selectFrom('batch_items as item')
    .innerJoin('batches', 'batches.id', 'item.batch_id')
    .select([
      'item.id',
      'item.company_id',
      'item.batch_id',
      'item.ad_index',
      'item.ad_set_id',
      'item.ad_name',
      'item.ad',
    ])
    .select(['item.step', 'item.tries', 'item.starts', 'item.facts', 'batches.slug as batch_slug'])
    .where('item.company_id', '=', companyId)
    .where('item.platform', '=', platform)
    .where('item.account_id', '=', accountId)
    .where('item.state', 'in', openItemStates)
    .where('item.run_after', '<=', sql<Date>`clock_timestamp()`)
    // Those in which workers died again and again come last: they hold up nobody, and whoever kills us from outside does not always meet the same one.
    .orderBy(sql`greatest(item.starts - 1, 0)`)
    .orderBy('item.id')
    .limit(handful)
    .execute()
  return rows as unknown as ItemRow[]
}

async function pauseAccount(db: Db, { companyId, platform, accountId }: Lease, ms: number): Promise<void> {
  await sql`
    UPDATE batch_items SET run_after = greatest(run_after, clock_timestamp() + make_interval(secs => ${ms / 1000})),
      wait_reason = CASE state WHEN 'waiting' THEN 'throttled' ELSE wait_reason END
    WHERE company_id = ${companyId} AND platform = ${platform} AND account_id = ${accountId} AND state IN ('waiting', 'unsure')`.execute(
    db,
  )
}

/** What failed one item for want of a valid token fails every waiting one, with the same words, in one go. */
async function failAccount(db: Db, lease: Lease, failedItem: number): Promise<void> {
  const { companyId, platform, accountId } = lease
  await asOwner(db, lease, async (trx) => {
    const first = await trx
      .selectFrom('batch_items')
      .select('failure')
      .where('id', '=', failedItem)
      .executeTakeFirstOrThrow()
    const waiting = await trx
      .selectFrom('batch_items')
      .select(['id', 'batch_id'])
      .where('company_id', '=', companyId)
      .where('platform', '=', platform)
      .where('account_id', '=', accountId)
      .where('state', '=', 'waiting')
      // One whose ad may exist comes to its own end.
      .where(
        sql<boolean>`NOT EXISTS (SELECT 1 FROM journal WHERE item_id = batch_items.id AND kind = 'ad' AND journal.state = 'open')`,
      )
      .orderBy('id')
      .forUpdate()
      .execute()
    const failure = (first.failure as ReturnType<typeof failureOf> | null) ?? failureOf(null, 'start')
    for (const row of waiting) await markFailed(trx, { id: row.id, companyId, batchId: row.batch_id }, failure)
  })
}
