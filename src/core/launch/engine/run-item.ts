import { Unusable } from '../../../platforms/contract/launch.ts'
import type { LaunchItem, Step, StepResult } from '../../../platforms/contract/launch.ts'
import { sendWindowMs } from '../../../platforms/kit/time/deadline.ts'
import { isOutage } from '../../../outage.ts'
import type { ItemEntry, ItemRow } from '../../journal/item-entry.ts'
import { LaneLost } from '../../journal/lane/lanes.ts'
import { failureOf } from './failure.ts'
import { atItsPlace, BrokenItem, isAnAnswer, reasonOf, TriedTooOften, UnreadableFile, Unsure } from './item-errors.ts'
import type { Lane } from './lane.ts'
import { contextOf, makeInLane } from './lane-write.ts'
import type { LaneWrite } from './lane-write.ts'
import { prepareItem } from './restore-item.ts'
import type { UnsurveyedItem } from './restore-item.ts'
import {
  isAboutConnection,
  isFailed,
  isInterruption,
  maxStarts,
  untilConnected,
  verdictOn,
  whileAdMayExist,
} from './retry.ts'
import type { RetryVerdict } from './retry.ts'
import { reasonFor, reportingProcessing, waitReasons } from './waits.ts'

/** An item while it is worked on. */
interface Item {
  lane: Lane
  row: ItemRow
  entry: ItemEntry
  /** How far it came. */
  at: string
}

/**
 * What happens to one ad, from the top down: it is begun, its files are fetched and its surroundings looked at, then its writes are made one
 * after the other, each exactly once; the last makes the ad, and the item is launched with it. Where that does not succeed, what becomes of the
 * item is decided by the first rule of retry.ts that applies, and written down. Answers what that was: it may hold for the whole account.
 */
export async function runItem(lane: Lane, row: ItemRow): Promise<RetryVerdict | null> {
  const entry = lane.journal.item(row)
  if (row.starts >= maxStarts) {
    await giveUp(entry, row)
    return null
  }
  if (!(await entry.begin())) return null
  const item: Item = { lane, row, entry, at: 'media' }
  try {
    await makeAd(item)
    return null
  } catch (error) {
    return settle(item, error).catch(async (own: unknown) => {
      // That its end could not be written down is no death of its worker, and must not be counted as one.
      if (isOutage(own)) await entry.survived().catch(() => undefined)
      throw own
    })
  }
}

/** Step by step; each is made once, whoever made it. */
async function makeAd(item: Item): Promise<void> {
  const { lane, row } = item
  const launch = await survey(item, await prepareItem(lane, row, lane.journal.lease.accountId))
  const results: Record<string, StepResult> = {}
  for (const step of lane.verbs.steps(launch)) {
    item.at = step.kind
    results[step.name] = await makeStep(item, step, results)
  }
}

/** What was found out once is kept: an item that is taken up again goes on with the same steps, whatever changed since. */
async function survey({ lane, row, entry }: Item, item: UnsurveyedItem): Promise<LaunchItem> {
  const { verbs, cut, calls } = lane
  if (!verbs.survey) return { ...item, facts: {} }
  if (row.facts) return { ...item, facts: row.facts }
  const { facts, issues } = await calls.read(() => verbs.survey!(item, cut))
  if (issues.length > 0) throw new BrokenItem(issues)
  if (Object.keys(facts).length > 0) await entry.keepFacts(facts)
  return { ...item, facts }
}

function makeStep({ lane, row, entry }: Item, step: Step, results: Record<string, StepResult>): Promise<StepResult> {
  const { requestLifeMs, readLagMs } = lane.verbs
  const lifeMs = sendWindowMs + requestLifeMs + readLagMs
  const write: LaneWrite = {
    ...{ lane, step, results, tries: row.tries, lookSince: row.look_since ?? null },
    entry: entry.write({ step, lifeMs, readLagMs, creativeId: results.creative?.id ?? null }),
    fetchMedia: (url: string) => lane.media.get({ batchId: row.batch_id, companyId: row.company_id }, url),
  }
  const result = lane.made.once(step.key, () => makeUsable(write))
  return step.settle ? reportingProcessing(entry, result) : result
}

/** The write exactly once (core/writes/make-once.ts), and what it made once it can be used. */
async function makeUsable(write: LaneWrite): Promise<StepResult> {
  const { lane, step, entry } = write
  const result = lane.made.get(step.key) ?? (await makeInLane(write))
  try {
    await step.settle?.(contextOf(write), result)
  } catch (error) {
    lane.made.forget(step.key)
    if (error instanceof Unusable) await entry.forget(result)
    throw error
  }
  if (step.kind !== 'ad') lane.made.remember(step.key, result)
  return result
}

/** Writes down what becomes of an item that could not be brought to its end. */
async function settle(item: Item, error: unknown): Promise<RetryVerdict> {
  const { lane, row, entry, at: step } = item
  // The ad is somebody else's now.
  if (error instanceof LaneLost) throw error
  if (lane.cut.aborted) {
    // We were told to stop: whatever was under way is looked for by whoever comes next.
    await entry.putBack({ state: 'waiting', step, tries: row.tries, waitMs: 0 })
    throw error
  }
  const named = atItsPlace(row.ad, error)
  const reason = reasonOf(named)
  await logUnexpected(item, named, reason)
  const verdict = await verdictFor(item, reason)
  await writeDown(item, verdict, { named, reason })
  // Written down first: who has lost the lane says nothing about its ads.
  await logRepeat(item, verdict, reason)
  return verdict
}

async function verdictFor({ lane, row, entry }: Item, reason: unknown): Promise<RetryVerdict> {
  const waits = isAboutConnection(reason) ? untilConnected(await lane.askConnection()) : null
  if (waits) return waits
  const verdict = verdictOn(reason, row.tries)
  return isFailed(verdict) && (await entry.hasOpenAd(givenUpIn(reason))) ? whileAdMayExist(verdict, row.tries) : verdict
}

/** The write that is closed as the item fails. */
const givenUpIn = (reason: unknown) => (reason instanceof TriedTooOften ? reason.intent : null)

const lookup = { state: 'unsure', reason: 'lookup' } as const

async function writeDown(
  { row, entry, at: step }: Item,
  verdict: RetryVerdict,
  { named, reason }: { named: unknown; reason: unknown },
): Promise<void> {
  if (verdict.then === 'fail' || verdict.then === 'fail-account')
    return entry.fail(failureOf(named, step), givenUpIn(reason))
  if (verdict.then === 'put-back') return entry.putBack({ state: 'waiting', step, tries: row.tries, waitMs: 0 })
  const tries = verdict.isTry ? row.tries + 1 : row.tries
  const why = verdict.then === 'wait' ? ({ state: 'waiting', reason: reasonFor(verdict, reason) } as const) : lookup
  await entry.putBack({ ...why, step, tries, waitMs: verdict.ms })
}

/** Whoever lost its lane, frozen for a while, may meet files that are gone: that is no news. */
async function logUnexpected({ lane, row, at: step }: Item, named: unknown, reason: unknown): Promise<void> {
  if (isAnAnswer(named) || isInterruption(named) || isOutage(reason) || !(await lane.journal.isHeld())) return
  // What is wrong with a file is all in the message.
  const why = named instanceof UnreadableFile ? { why: named.message } : { err: named }
  const requestId = await lane.origins.requestId(row)
  lane.log.error({ itemId: row.id, requestId, step, ...why }, 'an item failed in an unexpected way')
}

async function logRepeat({ lane, row, at: step }: Item, verdict: RetryVerdict, reason: unknown): Promise<void> {
  if (verdict.then !== 'wait' && verdict.then !== 'look-again') return
  // It is only being waited for, and the journal says until when.
  if (reason instanceof Unsure && !reason.isUnclear) return
  const { platform, accountId } = lane.journal.lease
  const why =
    reason instanceof Unsure ? unclear : waitReasons[verdict.then === 'wait' ? reasonFor(verdict, reason) : 'lookup']
  const said = reason instanceof Error ? reason.message : String(reason)
  const requestId = await lane.origins.requestId(row)
  const detail = { requestId, itemId: row.id, batchId: row.batch_id, step, tries: row.tries + 1 }
  lane.repeats.note({ platform, accountId, why }, { ...detail, waitMs: Math.round(verdict.ms), said })
}

const unclear = 'the platform does not show whether a write took effect'

const suspectPauseMs = 10 * 60_000

/** An item whose worker keeps dying is not begun again, and says so. */
async function giveUp(entry: ItemEntry, row: ItemRow): Promise<void> {
  if (await entry.hasOpenAd(null)) {
    // Its ad may exist: calling it failed would be a guess. It is looked for again when things may have changed.
    return entry.putBack({ ...lookup, step: row.step ?? 'ad', waitMs: suspectPauseMs, tries: row.tries })
  }
  const message = `The worker stopped ${row.starts} times while it worked on this ad, so it was given up.`
  const hint = 'The log of the service says more.'
  await entry.fail({ step: 'start', code: 'internal_server_error', message, retryable: false, hint }, null)
}
