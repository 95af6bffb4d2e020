import { sql } from 'kysely'
import type { Logger } from 'pino'
import { NoPlace } from '../../../async/fair-share.ts'
import type { Db } from '../../../db/connect.ts'
import type { Facts, LaunchAd, LaunchItem, LaunchVerbs, Step, StepResult } from '../../../platforms/contract/launch.ts'
import { isOutage } from '../../../outage.ts'
import { reached } from '../../journal/moments.ts'
import { hasOpenWrite, ItemStopped } from '../../journal/intents.ts'
import type { Intent } from '../../journal/intents.ts'
import type { TurnJournal } from '../../journal/open.ts'
import { asOwner, isHeld, LaneLost } from '../../journal/lanes.ts'
import type { Lease } from '../../journal/lanes.ts'
import { isOpenItem } from '../../journal/states.ts'
import type { MediaCache } from '../media/media-cache.ts'
import { BrokenItem, isAnAnswer, MediaFailure } from './item-errors.ts'
import { addEvent } from '../../journal/events.ts'
import { markCancelled, markFailed, markLaunched } from '../../journal/item-ends.ts'
import type { ItemRef } from '../../journal/item-ends.ts'
import { failureOf } from './failure.ts'
import { withPermit } from '../../../async/permits.ts'
import type { Permits } from '../../../async/permits.ts'
import { prepareItem } from './restore-item.ts'
import type { UnsurveyedItem } from './restore-item.ts'
import { mostStarts, verdictOn } from './retry.ts'
import type { Verdict } from './retry.ts'
import { Halted, runStep, Unsure } from './run-step.ts'
import type { StepGround } from './run-step.ts'
import { reasonFor, tellingProcessing } from './waits.ts'
import type { WaitReason } from './waits.ts'

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
  journal: TurnJournal
  verbs: LaunchVerbs
  media: MediaCache
  signal: AbortSignal
  log: Logger
  halt: AbortController
  inTheAir: Permits
  atTheDesk: Permits
  adsAtTheDesk: Permits
  calls: StepGround['calls']
  made: Map<string, StepResult>
  /** One call at a time per write: items that share a creative or an image wait for the one that makes it. */
  once(key: string, make: () => Promise<StepResult>): Promise<StepResult>
}

/** Brings one item as far as it can be brought now. Answers what that means for the rest of its account, if anything. */
export async function runItem(ground: ItemGround, row: ItemRow): Promise<Verdict | null> {
  const item = refOf(row)
  let step = 'media'
  try {
    const launch = await surveyed(ground, row, await prepareItem(ground.media, row, ground.lease.accountId))
    const results: Record<string, StepResult> = {}
    const carried: Promise<void>[] = []
    for (const each of ground.verbs.steps(launch)) {
      step = each.kind
      results[each.name] = await perform(ground, each, row, results, carried)
    }
    return null
  } catch (error) {
    if (error instanceof LaneLost) throw error
    if (ground.signal.aborted) {
      // We were told to stop: whatever was in the air is looked for by whoever comes next.
      await putBack(ground, item, { state: 'waiting', step, waitMs: 0, tries: row.tries })
      throw error
    }
    // Stopped may be another item, which was to make what both need. Without a place nothing of this one was begun.
    if (error instanceof ItemStopped || error instanceof Halted || error instanceof NoPlace) {
      await putBack(ground, item, { state: 'waiting', step, waitMs: 0, tries: row.tries })
      return null
    }
    return settle(ground, row, item, step, error)
  }
}

/** What was found out once is kept: an item that is taken up again goes on with the same steps, whatever changed since. */
async function surveyed(
  { db, lease, verbs, signal, inTheAir }: ItemGround,
  row: ItemRow,
  item: UnsurveyedItem,
): Promise<LaunchItem> {
  if (!verbs.survey) return { ...item, facts: {} }
  if (row.facts) return { ...item, facts: row.facts }
  const { facts, issues } = await withPermit(inTheAir, () => verbs.survey!(item, signal))
  if (issues.length > 0) throw new BrokenItem(issues)
  if (Object.keys(facts).length > 0) {
    const keep = sql`UPDATE batch_items SET facts = ${JSON.stringify(facts)}, starts = 1 WHERE id = ${row.id}`
    await asOwner(db, lease, (trx) => keep.execute(trx))
  }
  return { ...item, facts }
}

/** `carried`: closings of the item's earlier writes, on their way to be written down together with its next intent. */
function perform(
  ground: ItemGround,
  step: Step,
  row: ItemRow,
  results: Record<string, StepResult>,
  carried: Promise<void>[],
): Promise<StepResult> {
  const { db, lease, journal, verbs, signal, halt, inTheAir, calls, made } = ground
  const item = refOf(row)
  const creativeId = results.creative?.id ?? null
  const closing = async (intent: Intent, result: StepResult) => {
    await journal.close({ lease, item, intent, result, ...(step.kind === 'ad' ? { ad: { creativeId } } : {}) })
    reached('after-close', step.key)
    if (row.starts > 0 && step.kind !== 'ad') await absolve(db, item)
  }
  const stepGround: StepGround = {
    ...{ db, lease, verbs, signal, halt, inTheAir, calls, made },
    atTheDesk: step.kind === 'ad' ? ground.adsAtTheDesk : ground.atTheDesk,
    fetchMedia: (url) => ground.media.get(item, url),
    async intend(write) {
      const [standing] = await Promise.all([journal.intend(write), ...carried.splice(0)])
      return standing
    },
    async close(intent, result) {
      const closed = closing(intent, result)
      if (step.kind === 'ad' || step.settle) return closed
      closed.catch(() => undefined)
      carried.push(closed)
    },
    ...(step.kind === 'ad'
      ? { confirm: (result) => asOwner(db, lease, (trx) => markLaunched(trx, item, result.id, creativeId)) }
      : {}),
  }
  const result = ground.once(step.key, () => runStep(stepGround, step, item, results))
  return step.settle ? tellingProcessing(db, item.id, result) : result
}

/** An item that got on was not what its workers died of before. */
async function absolve(db: Db, item: ItemRef): Promise<void> {
  await sql`UPDATE batch_items SET starts = 1 WHERE id = ${item.id} AND state = 'running'`.execute(db)
}

const suspectPauseMs = 10 * 60_000

/** How an item is put back: as what, how far it came, and when and why it goes on. */
interface Pause {
  state: 'waiting' | 'unsure'
  step: string
  waitMs: number
  tries: number
  reason?: WaitReason
}

const lookup = { state: 'unsure', reason: 'lookup' } as const

async function settle(
  ground: ItemGround,
  row: ItemRow,
  item: ItemRef,
  step: string,
  error: unknown,
): Promise<Verdict | null> {
  if (error instanceof Unsure) {
    await putBack(ground, item, { ...lookup, step, waitMs: error.waitMs, tries: row.tries })
    return null
  }
  // Whoever lost its lane, frozen for a while, may meet files that are gone: the ad is somebody else's now.
  if (!isAnAnswer(error) && !isOutage(error) && (await isHeld(ground.db, ground.lease))) {
    ground.log.error({ itemId: row.id, step, err: error }, 'an item failed in an unexpected way')
  }
  const reason = error instanceof MediaFailure ? error.reason : error
  const judged = verdictOn(reason, row.tries)
  const isOver = judged.then === 'fail' || judged.then === 'fail-account'
  const verdict: Verdict =
    isOver && (await hasOpenWrite(ground.db, item.id)) ? { then: 'look-again', ms: 5_000 } : judged
  // A pause that the platform asks for is no failure of the item.
  const tries = verdict.then === 'wait' && verdict.wholeAccount ? row.tries : row.tries + 1
  if (verdict.then === 'wait')
    await putBack(ground, item, {
      state: 'waiting',
      step,
      waitMs: verdict.ms,
      tries,
      reason: reasonFor(verdict, reason),
    })
  else if (verdict.then === 'look-again')
    await putBack(ground, item, { ...lookup, step, waitMs: verdict.ms, tries: row.tries })
  else await asOwner(ground.db, ground.lease, (trx) => markFailed(trx, item, failureOf(error, step)))
  return verdict
}

/**
 * The item goes on later, unless its batch was cancelled and nothing of its ad was sent. The wait is counted by the database's
 * clock: ours may differ from that of whoever goes on.
 */
async function putBack({ db, lease }: ItemGround, item: ItemRef, pause: Pause): Promise<void> {
  const { state, step, waitMs, tries, reason = null } = pause
  await asOwner(db, lease, async (trx) => {
    if (state === 'waiting' && (await markCancelled(trx, item))) return
    const { rows } = await sql<{ run_after: Date }>`
      UPDATE batch_items SET state = ${state}, step = ${step}, tries = ${tries}, starts = 0, wait_reason = ${reason},
        run_after = clock_timestamp() + make_interval(secs => ${waitMs / 1000})
      WHERE id = ${item.id} AND ${isOpenItem()} RETURNING run_after`.execute(trx)
    if (!rows[0]) return
    const until = rows[0].run_after.toISOString()
    await addEvent(trx, item, state === 'unsure' ? 'ad.unsure' : 'ad.waiting', { step, until })
  })
}

/** Marks an item as begun. An item whose worker keeps dying is given up instead, and said to be. */
export async function beginItem(ground: ItemGround, row: ItemRow): Promise<boolean> {
  const { journal, lease } = ground
  if (row.starts < mostStarts) return journal.begin({ lease, item: refOf(row) })
  await giveUp(ground, row)
  return false
}

function refOf(row: ItemRow): ItemRef {
  return { id: row.id, companyId: row.company_id, batchId: row.batch_id }
}

async function giveUp(ground: ItemGround, row: ItemRow): Promise<void> {
  const { db, lease } = ground
  const item = refOf(row)
  if (await hasOpenWrite(db, row.id)) {
    // Its ad may exist: calling it failed would be a guess. It is looked for again when things may have changed.
    return putBack(ground, item, { ...lookup, step: row.step ?? 'ad', waitMs: suspectPauseMs, tries: row.tries })
  }
  const message = `The worker stopped ${row.starts} times while it worked on this ad, so it was given up.`
  const hint = 'The log of the service says more.'
  const failure = { step: 'start', code: 'internal_server_error', message, retryable: false, hint }
  await asOwner(db, lease, (trx) => markFailed(trx, item, failure))
}
