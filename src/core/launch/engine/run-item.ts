import { growing } from '../../../async/growing-pauses.ts'
import { NoPlace } from '../../../async/fair-share.ts'
import { UnreadableMedia } from '../../../errors.ts'
import { MediaError } from '../../../files/media-error.ts'
import { Unusable } from '../../../platforms/contract/launch.ts'
import type { LaunchItem, Step, StepResult } from '../../../platforms/contract/launch.ts'
import { sendWindowMs } from '../../../platforms/kit/time/deadline.ts'
import { isOutage } from '../../../outage.ts'
import { ItemStopped } from '../../journal/intents.ts'
import type { ItemEntry, ItemRow, Pause } from '../../journal/item-entry.ts'
import { LaneLost } from '../../journal/lanes.ts'
import { failureOf } from './failure.ts'
import { BrokenItem, isAnAnswer, reasonOf, UnreadableFile, withPlace } from './item-errors.ts'
import type { MediaPlace } from './item-errors.ts'
import { Halted } from './lane.ts'
import type { Lane } from './lane.ts'
import { contextOf, makeInLane, Unsure } from './lane-write.ts'
import type { LaneWrite } from './lane-write.ts'
import { prepareItem } from './restore-item.ts'
import type { UnsurveyedItem } from './restore-item.ts'
import { maxStarts, verdictOn } from './retry.ts'
import type { Verdict } from './retry.ts'
import { reasonFor, tellingProcessing, waitReasons } from './waits.ts'

/** An item while it is worked on. */
interface Item {
  lane: Lane
  row: ItemRow
  entry: ItemEntry
  /** How far it came. */
  at: string
}

/** Brings one item as far as it can be brought now. Answers what that means for the rest of its account, if anything. */
export async function runItem(lane: Lane, row: ItemRow): Promise<Verdict | null> {
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
    ...{ lane, step, results, tries: row.tries },
    entry: entry.write({ step, lifeMs, readLagMs, creativeId: results.creative?.id ?? null }),
    fetchMedia: (url: string) => lane.media.get({ batchId: row.batch_id, companyId: row.company_id }, url),
  }
  const result = lane.made.once(step.key, () => makeUsable(write))
  return step.settle ? tellingProcessing(entry, result) : result
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

const lookup = { state: 'unsure', reason: 'lookup' } as const
/** What may never be found out is looked for less and less often, and never given up: the ad may exist. */
const longestLookMs = 10 * 60_000

/** Writes down what became of an item that could not be brought to its end. */
async function settle(item: Item, error: unknown): Promise<Verdict | null> {
  const { lane, row, entry, at: step } = item
  const putBack = (pause: Omit<Pause, 'step' | 'tries'> & { tries?: number }) =>
    entry.putBack({ step, tries: row.tries, ...pause })
  if (error instanceof LaneLost) throw error
  if (lane.cut.aborted) {
    // We were told to stop: whatever was under way is looked for by whoever comes next.
    await putBack({ state: 'waiting', waitMs: 0 })
    throw error
  }
  // Stopped may be another item, which was to make what both need. Without a place nothing of this one was begun.
  if (error instanceof ItemStopped || error instanceof Halted || error instanceof NoPlace) {
    await putBack({ state: 'waiting', waitMs: 0 })
    return null
  }
  if (error instanceof Unsure) {
    if (!error.isUnclear) await putBack({ ...lookup, waitMs: error.waitMs })
    else {
      const waitMs = growing(row.tries + 1, { firstMs: error.waitMs, longestMs: longestLookMs })
      await putBack({ ...lookup, waitMs, tries: row.tries + 1 })
      noteRepeat(item, 'the platform does not show whether a write took effect', { waitMs })
    }
    return null
  }
  return settleFailure(item, atItsPlace(row, error))
}

/** Steps know the addresses of their files, not where in the ad they stand. */
function atItsPlace({ ad }: ItemRow, error: unknown): unknown {
  if (!(error instanceof UnreadableMedia) && !(error instanceof MediaError)) return error
  const url = error instanceof UnreadableMedia ? error.url : error.details.url
  const places = ad.media.flatMap((media, index): MediaPlace[] => [
    ...(media.url === url ? [{ index, field: 'url' as const }] : []),
    ...(media.thumbnail === url ? [{ index, field: 'thumbnail' as const }] : []),
  ])
  return places[0] ? withPlace(places[0], error) : error
}

function noteRepeat({ lane, row, at: step }: Item, why: string, detail: object): void {
  const { platform, accountId } = lane.journal.lease
  lane.repeats.note({ platform, accountId, why }, { itemId: row.id, batchId: row.batch_id, step, ...detail })
}

async function settleFailure(item: Item, error: unknown): Promise<Verdict> {
  const { lane, row, entry, at: step } = item
  // Whoever lost its lane, frozen for a while, may meet files that are gone: the ad is somebody else's now.
  const reason = reasonOf(error)
  if (!isAnAnswer(error) && !isOutage(reason) && (await lane.journal.isHeld())) {
    // What is wrong with a file is all in the message.
    const why = error instanceof UnreadableFile ? { why: error.message } : { err: error }
    lane.log.error({ itemId: row.id, step, ...why }, 'an item failed in an unexpected way')
  }
  const verdict = await verdictFor(item, reason)
  if (verdict.then === 'wait') {
    // Neither a pause that the platform asks for nor an outage of ours is a failure of the item.
    const tries = verdict.wholeAccount || isOutage(reason) ? row.tries : row.tries + 1
    await entry.putBack({ state: 'waiting', step, tries, waitMs: verdict.ms, reason: reasonFor(verdict, reason) })
  } else if (verdict.then === 'look-again') {
    await entry.putBack({ ...lookup, step, tries: row.tries + 1, waitMs: verdict.ms })
  } else await entry.fail(failureOf(error, step))
  // Written down first: who has lost the lane says nothing about its ads.
  if (verdict.then === 'wait' || verdict.then === 'look-again') {
    const why = verdict.then === 'wait' ? reasonFor(verdict, reason) : lookup.reason
    noteRepeat(item, waitReasons[why], { tries: row.tries + 1, waitMs: Math.round(verdict.ms), said: saidBy(reason) })
  }
  return verdict
}

const openAdPauseMs = 5_000

function saidBy(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** An item is not called failed while its ad may exist. */
async function verdictFor({ row, entry }: Item, reason: unknown): Promise<Verdict> {
  const verdict = verdictOn(reason, row.tries)
  const isFailed = verdict.then === 'fail' || verdict.then === 'fail-account'
  if (!isFailed || !(await entry.hasOpenAd())) return verdict
  return { then: 'look-again', ms: growing(row.tries + 1, { firstMs: openAdPauseMs, longestMs: longestLookMs }) }
}

const suspectPauseMs = 10 * 60_000

/** An item whose worker keeps dying is not begun again, and says so. */
async function giveUp(entry: ItemEntry, row: ItemRow): Promise<void> {
  if (await entry.hasOpenAd()) {
    // Its ad may exist: calling it failed would be a guess. It is looked for again when things may have changed.
    return entry.putBack({ ...lookup, step: row.step ?? 'ad', waitMs: suspectPauseMs, tries: row.tries })
  }
  const message = `The worker stopped ${row.starts} times while it worked on this ad, so it was given up.`
  const hint = 'The log of the service says more.'
  await entry.fail({ step: 'start', code: 'internal_server_error', message, retryable: false, hint })
}
