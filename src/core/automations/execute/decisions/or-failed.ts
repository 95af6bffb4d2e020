import { isOutage } from '../../../../outage.ts'
import { NoLongerHeld } from '../terms.ts'
import type { RunDeps } from '../terms.ts'
import { findDecision, outcomeOf, saveDecision } from './decisions.ts'
import type { StoredDecision } from './decisions.ts'

/** What is said of something that failed because of a mistake of ours. */
export const ownFailure = 'It failed for a reason of our own; the log has it.'

/** Nothing is wrong with the work itself: whoever comes next goes on with it. */
export function isPassing(error: unknown, signal: AbortSignal): boolean {
  return error instanceof NoLongerHeld || isOutage(error) || signal.aborted
}

/** A mistake of ours ends a decision: it would be made again however often somebody tried. What was done before stays told. */
export async function orFailed(
  deps: RunDeps,
  { decision, token, signal }: { decision: StoredDecision; token: string; signal: AbortSignal },
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isPassing(error, signal)) throw error
    deps.log.error({ err: error, decisionId: decision.id }, 'what a rule decided could not be done')
    const known = (await findDecision(deps.db, { id: decision.companyId }, decision.id)) ?? decision
    const actions = known.actions.map((action) =>
      action.outcome === 'planned' ? { ...action, outcome: 'failed' as const, reason: ownFailure } : action,
    )
    await saveDecision(deps.db, { ...known, actions, ...outcomeOf(actions) }, token)
  }
}
