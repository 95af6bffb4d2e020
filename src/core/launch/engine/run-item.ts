import { NoPlace } from '../../../async/fair-share.ts'
import type { LaunchItem, Step, StepResult } from '../../../platforms/contract/launch.ts'
import { sendWindowMs } from '../../../platforms/kit/time/deadline.ts'
import { isOutage } from '../../../outage.ts'
import { ItemStopped } from '../../journal/intents.ts'
import type { ItemEntry, ItemRow, Pause } from '../../journal/item-entry.ts'
import { LaneLost } from '../../journal/lanes.ts'
import { failureOf } from './failure.ts'
import { BrokenItem, isAnAnswer, MediaFailure } from './item-errors.ts'
import { Halted } from './lane.ts'
import type { Lane } from './lane.ts'
import { prepareItem } from './restore-item.ts'
import type { UnsurveyedItem } from './restore-item.ts'
import { maxStarts, verdictOn } from './retry.ts'
import type { Verdict } from './retry.ts'
import { runStep, Unsure } from './run-step.ts'
import { reasonFor, tellingProcessing } from './waits.ts'

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
    return settle(item, error)
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
  const write = {
    ...{ lane, step, results },
    entry: entry.write({
      step,
      lifeMs: sendWindowMs + requestLifeMs + readLagMs,
      creativeId: results.creative?.id ?? null,
    }),
    fetchMedia: (url: string) => lane.media.get({ batchId: row.batch_id, companyId: row.company_id }, url),
  }
  const result = lane.made.once(step.key, () => runStep(write))
  return step.settle ? tellingProcessing(entry, result) : result
}

const lookup = { state: 'unsure', reason: 'lookup' } as const

/** Writes down what became of an item that could not be brought to its end. */
async function settle(item: Item, error: unknown): Promise<Verdict | null> {
  const { lane, row, entry, at: step } = item
  const putBack = (pause: Pick<Pause, 'state' | 'waitMs' | 'reason'>) =>
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
    await putBack({ ...lookup, waitMs: error.waitMs })
    return null
  }
  return settleFailure(item, error)
}

async function settleFailure(item: Item, error: unknown): Promise<Verdict> {
  const { lane, row, entry, at: step } = item
  // Whoever lost its lane, frozen for a while, may meet files that are gone: the ad is somebody else's now.
  if (!isAnAnswer(error) && !isOutage(error) && (await lane.journal.isHeld())) {
    lane.log.error({ itemId: row.id, step, err: error }, 'an item failed in an unexpected way')
  }
  const reason = error instanceof MediaFailure ? error.reason : error
  const verdict = await verdictFor(item, reason)
  if (verdict.then === 'wait') {
    // A pause that the platform asks for is no failure of the item.
    const tries = verdict.wholeAccount ? row.tries : row.tries + 1
    await entry.putBack({ state: 'waiting', step, tries, waitMs: verdict.ms, reason: reasonFor(verdict, reason) })
  } else if (verdict.then === 'look-again') {
    await entry.putBack({ ...lookup, step, tries: row.tries, waitMs: verdict.ms })
  } else await entry.fail(failureOf(error, step))
  return verdict
}

const openAdPauseMs = 5_000

/** An item is not called failed while its ad may exist. */
async function verdictFor({ row, entry }: Item, reason: unknown): Promise<Verdict> {
  const verdict = verdictOn(reason, row.tries)
  const isFailed = verdict.then === 'fail' || verdict.then === 'fail-account'
  return isFailed && (await entry.hasOpenAd()) ? { then: 'look-again', ms: openAdPauseMs } : verdict
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
