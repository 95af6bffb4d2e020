import type { RuleAction } from './action.ts'
import { wantedBudget } from './budget.ts'
import { isHarmless } from '../execute/terms.ts'
import type { ActionTaken, SpendEffect } from '../execute/terms.ts'

/** What is known of an entity that an action is about. */
interface CourseState {
  /** null: it has none of its own, or nobody knows. */
  budget: number | null
  numbers: Record<string, number | null>
  mostPercent: number
  at: Date
}

/** What an action makes of what an entity may spend. What cannot be told counts as raising: it must not win as a lowering would. */
export function effectOf(wanted: RuleAction, known: CourseState): SpendEffect {
  switch (wanted.action) {
    case 'pause':
      return 'lowers'
    case 'resume':
    case 'launchDraft':
      return 'raises'
    case 'setBudget':
    case 'changeBudget': {
      if (known.budget === null) return bySign(wanted)
      // The days that are left of a month differ by one between time zones at most; the plan of the write is exact.
      const amount = wantedBudget(wanted, known.budget, { ...known, timeZone: 'UTC' })
      return typeof amount === 'string' || amount === known.budget ? null : effectOfBudget(known.budget, amount)
    }
    default:
      return null
  }
}

export function effectOfBudget(from: number, to: number): SpendEffect {
  return to < from ? 'lowers' : 'raises'
}

function bySign(wanted: Extract<RuleAction, { action: 'setBudget' | 'changeBudget' }>): SpendEffect {
  return wanted.action === 'changeBudget' && (wanted.percent ?? wanted.amount ?? 0) < 0 ? 'lowers' : 'raises'
}

type Acting = Pick<ActionTaken, 'action' | 'effect'>

/** What several actions come to: whether it runs in the end says more than its budget. */
export function courseOf(actions: readonly Acting[]): SpendEffect {
  const effects = (some: readonly Acting[]) => some.map(({ effect }) => effect)
  const switched = actions.findLast(({ action }) => action === 'pause' || action === 'resume')
  if (switched) return switched.effect ?? null
  if (effects(actions).includes('raises')) return 'raises'
  return effects(actions).includes('lowers') ? 'lowers' : null
}

/** What of a decision is done or may still be, and changes something on a platform: what failed or was taken back does not count. */
export function standing(actions: readonly ActionTaken[]): ActionTaken[] {
  return actions.filter(
    ({ action, outcome, undo }) =>
      !isHarmless(action) && outcome !== 'failed' && outcome !== 'skipped' && undo?.outcome !== 'done',
  )
}
