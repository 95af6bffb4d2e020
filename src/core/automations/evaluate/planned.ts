import type { Session } from '../../../platforms/contract/platform.ts'
import { todayIn } from '../../../days.ts'
import type { RuleAction } from '../rule/action.ts'
import { casesOf } from '../rule/rule.ts'
import type { Rule } from '../rule/rule.ts'
import { budgetInSteps, stepsOf } from '../rule/budget.ts'
import type { BudgetAction } from '../rule/budget.ts'
import type { Checked, Entity } from './checked.ts'

/** What would be done with something that matched. */
export interface PlannedAction {
  action: RuleAction['action']
  /** In plain words. */
  what: string
  /** What a budget would become, rounded as the platform does; null: no budget is changed. */
  budget: { from: number; to: number; currency: string } | null
  /** Why nothing would come of it; null: something would. */
  nothing: string | null
}

export interface Deps {
  rule: Rule
  at: Date
  timeZone: string
  /** Rounds budgets as the account's platform does; absent: it cannot be asked now. */
  session?: Pick<Session, 'roundBudget' | 'checkBudget'>
}

export function plannedActions({ entity, numbers, case: place }: Checked, deps: Deps): PlannedAction[] {
  const actions = casesOf(deps.rule)[place ?? 0]?.then ?? []
  return actions.map((wanted) => {
    if (wanted.action === 'setBudget' || wanted.action === 'changeBudget')
      return budgetAction(wanted, entity, numbers, deps)
    const nothing = nothingComesOf(wanted, entity, deps)
    return { action: wanted.action, what: wordsFor(wanted, entity, deps), budget: null, nothing }
  })
}

function budgetAction(
  wanted: BudgetAction,
  entity: Entity,
  numbers: Checked['numbers'],
  { rule, at, timeZone, session }: Deps,
): PlannedAction {
  const { action } = wanted
  const from = entity.dailyBudget ?? entity.lifetimeBudget
  if (from === null)
    return { action, what: 'Change its budget.', budget: null, nothing: 'It has no budget of its own.' }
  const maxPercent = rule.protections.maxBudgetChangePercent
  const { currency } = entity
  const kind = entity.dailyBudget === null ? 'lifetime' : 'daily'
  const steps = session ? stepsOf(session, { id: entity.accountId, currency, timeZone }, `${kind}Budget`) : {}
  const to = budgetInSteps(wanted, from, { numbers: { ...numbers }, maxPercent: maxPercent, at, timeZone, ...steps })
  if (typeof to === 'string') return { action, what: 'Change its budget.', budget: null, nothing: to }
  return {
    action,
    what: `Change its ${kind} budget from ${from} to ${to} ${currency}.`,
    budget: { from, to, currency },
    nothing: to === from ? `Its budget is ${from} already, as far as the rule's bounds allow.` : null,
  }
}

function nothingComesOf(wanted: RuleAction, { state, name }: Entity, deps: Deps): string | null {
  if (wanted.action === 'rename')
    return name !== null && newName(wanted, name, deps) === name ? 'It is called that already.' : null
  if (wanted.action === 'pause' && state === 'paused') return 'It is paused already.'
  return wanted.action === 'resume' && state === 'active' ? 'It is active already.' : null
}

function newName(wanted: { name: string }, name: string, { at, timeZone }: Deps): string {
  return wanted.name.replaceAll('{name}', name).replaceAll('{date}', todayIn(timeZone, at))
}

function wordsFor(wanted: Exclude<RuleAction, BudgetAction>, { name, id }: Entity, deps: Deps): string {
  switch (wanted.action) {
    case 'pause':
      return 'Pause it.'
    case 'resume':
      return 'Switch it on.'
    case 'duplicate':
      return wanted.copies === 1 ? 'Copy it.' : `Copy it ${wanted.copies} times.`
    case 'rename':
      return `Call it "${newName(wanted, name ?? id, deps)}".`
    case 'label':
      return `Label it "${wanted.label}".`
    case 'notify':
      return 'Say so.'
    case 'launchDraft':
      return `Launch the draft ${wanted.draftId}.`
    case 'graduate':
      return `Show its post in ${wanted.adSetIds.length === 1 ? 'another ad set' : `${wanted.adSetIds.length} further ad sets`}${wanted.pauseOthers ? ', and pause its other ads' : ''}.`
    case 'addNegative':
      return `Add "${name ?? id}" as a negative keyword (${wanted.matchType}).`
  }
}
