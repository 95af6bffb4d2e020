import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../../db/connect.ts'
import { notFlushedAtOnce } from '../../db/not-flushed.ts'
import { AppError, PlatformError } from '../../errors.ts'
import type { Facts, LaunchAd, LaunchItem, LaunchVerbs, Step, StepResult } from '../../platforms/launch.ts'
import { closeLaunched } from './close-launched.ts'
import { hasOpenWrite, ItemStopped } from './journal.ts'
import { LaneLost } from './lanes.ts'
import type { Lease } from './lanes.ts'
import type { MediaCache } from './media-cache.ts'
import { addEvent, BrokenItem, failureOf, markFailed, markLaunched, MediaFailure } from './outcome.ts'
import type { ItemRef } from './outcome.ts'
import type { Permits } from './permits.ts'
import { prepareItem } from './restore-item.ts'
import type { UnsurveyedItem } from './restore-item.ts'
import { mostStarts, verdictOn } from './retry.ts'
import type { Verdict } from './retry.ts'
import { runStep, Unsure } from './run-step.ts'
import type { Ending } from './run-step.ts'

export interface ItemRow {
  id: number
  company_id: number
  batch_id: number
  batch_slug: string
  ad_index: number
  ad_set_id: string
  ad_name: string
  ad: LaunchAd
  step: string | null
  tries: number
  starts: number
  /** What `survey` found out when the item was first begun. */
  facts: Facts | null
}

export interface ItemGround {
  db: Db
  lease: Lease
  verbs: LaunchVerbs
  media: MediaCache
  signal: AbortSignal
  log: Logger
  permits: Permits
  made: Map<string, StepResult>
  /** One call at a time per write: items that share a creative or an image wait for the one that makes it. */
  once(key: string, make: () => Promise<StepResult>): Promise<StepResult>
}

/** Brings one item as far as it can be brought now. Answers what that means for the rest of its account, if anything. */
export async function runItem(ground: ItemGround, row: ItemRow): Promise<Verdict | null> {
  const item: ItemRef = { id: row.id, companyId: row.company_id, batchId: row.batch_id }
  let step = 'media'
  try {
    const launch = await surveyed(ground, row, await prepareItem(ground.media, row, ground.lease.accountId))
    const results: Record<string, StepResult> = {}
    for (const each of ground.verbs.steps(launch)) {
      step = each.kind
      results[each.name] = await perform(ground, each, item, launch, results)
    }
    return null
  } catch (error) {
    if (error instanceof LaneLost) throw error
    if (error instanceof ItemStopped) return null
    if (ground.signal.aborted) {
      // We were told to stop: whatever was in the air is looked for by whoever comes next.
      await putBack(ground.db, item, 'waiting', step, 0, row.tries)
      throw error
    }
    return settle(ground, row, item, step, error)
  }
}

/** What was found out once is kept: an item that is taken up again goes on with the same steps, whatever changed since. */
async function surveyed({ db, verbs, signal }: ItemGround, row: ItemRow, item: UnsurveyedItem): Promise<LaunchItem> {
  if (!verbs.survey) return { ...item, facts: {} }
  if (row.facts) return { ...item, facts: row.facts }
  const { facts, issues } = await verbs.survey(item, signal)
  if (issues.length > 0) throw new BrokenItem(issues)
  if (Object.keys(facts).length > 0) {
    await sql`UPDATE batch_items SET facts = ${JSON.stringify(facts)} WHERE id = ${row.id}`.execute(db)
  }
  return { ...item, facts }
}

function perform(
  ground: ItemGround,
  step: Step,
  item: ItemRef,
  launch: LaunchItem,
  results: Record<string, StepResult>,
): Promise<StepResult> {
  const { db, lease, verbs, signal, permits, made } = ground
  const fetchMedia = (url: string) => ground.media.get(item.batchId, url)
  const creativeId = results.creative?.id ?? null
  const ending: Ending = {
    close: (intent, result) => closeLaunched(db, lease, intent, item, result, creativeId),
    confirm: (result) => db.transaction().execute((trx) => markLaunched(trx, item, result.id, creativeId)),
  }
  const write = { batchId: item.batchId, itemId: item.id, marker: launch.itemToken }
  const stepGround = { db, lease, verbs, signal, permits, made, fetchMedia, ...(step.kind === 'ad' ? { ending } : {}) }
  return ground.once(step.key, () => runStep(stepGround, step, write, results))
}

const suspectPauseMs = 10 * 60_000

const expectedFailures = [PlatformError, MediaFailure, BrokenItem, AppError]

async function settle(
  ground: ItemGround,
  row: ItemRow,
  item: ItemRef,
  step: string,
  error: unknown,
): Promise<Verdict | null> {
  if (error instanceof Unsure) {
    await putBack(ground.db, item, 'unsure', step, error.waitMs, row.tries)
    return null
  }
  if (!expectedFailures.some((kind) => error instanceof kind)) {
    ground.log.error({ itemId: row.id, step, err: error }, 'an item failed in an unexpected way')
  }
  const reason = error instanceof MediaFailure ? error.reason : error
  const judged = verdictOn(reason, row.tries)
  const isOver = judged.then === 'fail' || judged.then === 'fail-account'
  const verdict: Verdict =
    isOver && (await hasOpenWrite(ground.db, item.id)) ? { then: 'look-again', ms: 5_000 } : judged
  // A pause that the platform asks for is no failure of the item.
  const tries = verdict.then === 'wait' && verdict.wholeAccount ? row.tries : row.tries + 1
  if (verdict.then === 'wait') await putBack(ground.db, item, 'waiting', step, verdict.ms, tries)
  else if (verdict.then === 'look-again') await putBack(ground.db, item, 'unsure', step, verdict.ms, row.tries)
  else await ground.db.transaction().execute((trx) => markFailed(trx, item, failureOf(error, step)))
  return verdict
}

/** The wait is counted by the database's clock: ours may differ from that of whoever goes on. */
async function putBack(
  db: Db,
  item: ItemRef,
  state: 'waiting' | 'unsure',
  step: string,
  waitMs: number,
  tries: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ run_after: Date }>`
      UPDATE batch_items SET state = ${state}, step = ${step}, tries = ${tries}, starts = 0,
        run_after = clock_timestamp() + make_interval(secs => ${waitMs / 1000})
      WHERE id = ${item.id} AND state IN ('waiting', 'running', 'unsure') RETURNING run_after`.execute(trx)
    if (!rows[0]) return
    const until = rows[0].run_after.toISOString()
    await addEvent(trx, item, state === 'unsure' ? 'ad.unsure' : 'ad.waiting', { step, until })
  })
}

/** Marks an item as begun. An item whose worker keeps dying is given up instead, and said to be. */
export async function beginItem(db: Db, row: ItemRow): Promise<boolean> {
  if (row.starts >= mostStarts) {
    await giveUp(db, row)
    return false
  }
  const { numAffectedRows } = await sql`/* prepared: begin-item */
    WITH begun AS (UPDATE batches SET state = 'processing', started_at = clock_timestamp() WHERE id = ${row.batch_id} AND state = 'queued')
    UPDATE batch_items SET state = 'running', starts = starts + 1
    WHERE id = ${row.id} AND state IN ('waiting', 'running', 'unsure') AND ${notFlushedAtOnce}`.execute(db)
  return numAffectedRows === 1n
}

async function giveUp(db: Db, row: ItemRow): Promise<void> {
  const item: ItemRef = { id: row.id, companyId: row.company_id, batchId: row.batch_id }
  if (await hasOpenWrite(db, row.id)) {
    // Its ad may exist: calling it failed would be a guess. It is looked for again when things may have changed.
    return putBack(db, item, 'unsure', row.step ?? 'ad', suspectPauseMs, row.tries)
  }
  const message = `The worker stopped ${row.starts} times while it worked on this ad, so it was given up.`
  const hint = 'The log of the service says more.'
  const failure = { step: 'start', code: 'internal_server_error', message, retryable: false, hint }
  await db.transaction().execute((trx) => markFailed(trx, item, failure))
}
