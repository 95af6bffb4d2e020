import { AppError } from '../../../errors.ts'
import { askForDecision } from './people/ask.ts'
import { carryOut } from './actions/carry-out.ts'
import type { Hand } from './actions/carry-out.ts'
import { courseOf } from '../rule/effect.ts'
import { outcomeOf, saveDecision } from './decisions/decisions.ts'
import type { StoredDecision } from './decisions/decisions.ts'
import { othersEnded, overruledBy, rivalWords } from './decisions/rivals.ts'
import { patiently } from './actions/order.ts'
import { prepare } from './actions/prepare.ts'
import { uncheckedMinutes } from './limits.ts'
import { suggest } from './people/suggestions.ts'
import { obstacleTo } from './switch.ts'
import { actorOf } from './terms.ts'
import type { ActionTaken, HeldExecution, RunDeps } from './terms.ts'

/** Brings one decision to where its rule's mode lets it come: done, suggested, or asked for. */
export async function settle(
  deps: RunDeps,
  execution: HeldExecution,
  given: StoredDecision,
  signal: AbortSignal,
): Promise<void> {
  const { company, rule, name, automationId, token, kind } = execution
  const needsEnabled = kind === 'scheduled'
  const caller = { company, actor: actorOf({ id: automationId, name }) }
  const hand: Hand = { caller, name, signal, token, needsEnabled, slot: execution.slot, isResumed: isBegun(given) }
  const stopped = await obstacleTo(deps.db, { companyId: company.id, automationId, needsEnabled })
  const obstacle = stopped ?? (isBegun(given) ? null : tooLate(execution))
  if (obstacle !== null) return saveDecision(deps.db, { ...given, ...skippedFor(given, obstacle) }, token)
  const rival = isBegun(given) ? null : await overruledBy(deps.db, execution, given)
  if (rival) {
    const skipped = skippedFor(given, rivalWords(null, rival))
    return saveDecision(deps.db, { ...given, ...skipped, met: rival.id }, token)
  }
  if (rule.mode === 'act' && courseOf(given.actions) === 'lowers') await othersEnded(deps.db, given, { token, signal })
  const prepared = await withPlans(deps, execution, given, signal)
  if (rule.mode === 'act') return void (await carryOut(deps, prepared, hand))
  // Words change nothing, so they wait for nobody; those after another action may be about it.
  const firstWrite = prepared.actions.findIndex(({ action }) => action !== 'notify')
  const upTo = firstWrite === -1 ? prepared.actions.length : firstWrite
  const taken = await carryOut(deps, prepared, { ...hand, upTo })
  if (!isOpen(taken)) return
  await (rule.mode === 'suggest' ? suggest(deps, execution, taken) : askForDecision(deps, execution, taken))
}

function isOpen({ actions }: StoredDecision): boolean {
  return actions.some(({ outcome }) => outcome === 'planned')
}

/** Somebody was about to do it, or did some of it. */
function isBegun({ actions }: StoredDecision): boolean {
  return actions.some(({ before, operation, outcome }) => before ?? operation ?? outcome !== 'planned')
}

/** What was done stays told; of what was about to be sent when somebody died, nobody can tell. */
function skippedFor(decision: StoredDecision, reason: string): Pick<StoredDecision, 'outcome' | 'reason' | 'actions'> {
  if (!isBegun(decision)) return { outcome: 'skipped', reason, actions: [] }
  const first = decision.actions.findIndex(({ outcome }) => outcome === 'planned')
  const actions = decision.actions.map((action, place): ActionTaken => {
    if (action.outcome !== 'planned') return action
    const maybe = place === first && action.operation !== null ? ` ${maybeDone}` : ''
    return { ...action, outcome: 'skipped', reason: `${reason}${maybe}` }
  })
  return { actions, ...outcomeOf(actions) }
}

const maybeDone = 'Whoever worked on it died: it may have been done all the same.'

/** Why the numbers behind a decision are too old to act on; null: they are not. */
function tooLate({ at, rule }: HeldExecution): string | null {
  const max = rule.protections.figuresMaxAgeMinutes
  const minutes = Math.floor((Date.now() - at.getTime()) / 60_000)
  if (minutes <= Math.max(max, uncheckedMinutes)) return null
  return `It was decided for ${at.toISOString()}, which is ${minutes} minutes ago, and the rule allows ${max} (figuresMaxAgeMinutes).`
}

/** Once only: what was to be written is what is written, however often the execution is taken up. */
async function withPlans(
  deps: RunDeps,
  { company, rule, at, token }: HeldExecution,
  decision: StoredDecision,
  signal: AbortSignal,
): Promise<StoredDecision> {
  if (isBegun(decision)) return decision
  const actions = await plansFor()
  const isOver = actions.every(({ outcome }) => outcome !== 'planned')
  const prepared = { ...decision, actions, ...(isOver ? outcomeOf(actions) : {}) }
  await saveDecision(deps.db, prepared, token)
  return prepared

  async function plansFor(): Promise<ActionTaken[]> {
    try {
      return await patiently(signal, () => prepare(deps, { company, decision, rule, at }))
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      return decision.actions.map((action) => ({ ...action, outcome: 'failed', reason: thrown.message }))
    }
  }
}
