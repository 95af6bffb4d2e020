import type { Issue } from '../../../../errors.ts'
import type { Verb } from '../../../../platforms/contract/platform.ts'
import type { ReportAccount } from '../../../reports/sync/types.ts'
import type { ActionName, RuleAction } from '../action.ts'
import { casesOf } from '../rule.ts'
import type { Rule } from '../rule.ts'
import { namesOf } from './rule-context.ts'
import type { RuleContext, RulePlatform } from './rule-context.ts'

type Level = Rule['scope']['level']

const entities: readonly Level[] = ['ad', 'adset', 'campaign']
const everything: readonly Level[] = [...entities, 'account', 'searchTerm']

/** Where an action can be done, and what a platform must be able to do for it. */
const terms: Record<
  ActionName,
  { levels: readonly Level[]; can: (platform: RulePlatform) => boolean; verb: Verb | null }
> = {
  pause: { levels: entities, can: ({ session }) => session.setStatus !== undefined, verb: 'setStatus' },
  resume: { levels: entities, can: ({ session }) => session.setStatus !== undefined, verb: 'setStatus' },
  setBudget: {
    levels: ['adset', 'campaign'],
    can: ({ session }) => session.setBudget !== undefined,
    verb: 'setBudget',
  },
  changeBudget: {
    levels: ['adset', 'campaign'],
    can: ({ session }) => session.setBudget !== undefined,
    verb: 'setBudget',
  },
  duplicate: { levels: entities, can: ({ session }) => session.duplicate !== undefined, verb: 'duplicate' },
  rename: { levels: entities, can: ({ session }) => session.build !== undefined, verb: 'build' },
  label: { levels: everything, can: () => true, verb: null },
  notify: { levels: everything, can: () => true, verb: null },
  graduate: { levels: ['ad'], can: ({ adOfPost }) => adOfPost, verb: null },
  launchDraft: { levels: everything, can: () => true, verb: null },
  addNegative: { levels: ['searchTerm'], can: ({ session }) => session.searchAds !== undefined, verb: 'searchAds' },
}

/** Actions of which a case can have only one. */
const exclusive: [ActionName, ActionName][] = [
  ['pause', 'resume'],
  ['setBudget', 'changeBudget'],
  ['pause', 'setBudget'],
  ['pause', 'changeBudget'],
]

/** What is wrong with the actions of a rule, each at its path. */
export function actionIssues(deps: RuleContext): Issue[] {
  const { level } = deps.rule.scope
  return casesOf(deps.rule).flatMap(({ then, path }) => {
    const place = path === '' ? 'then' : `${path}.then`
    const each = then.flatMap((action, index) => [
      ...placeIssues(action, level, `${place}.${index}`, deps),
      ...boundIssues(action, `${place}.${index}`),
      ...amountIssues(action, `${place}.${index}`, deps),
    ])
    return [...each, ...contradictions(then, place)]
  })
}

function contradictions(actions: RuleAction[], place: string): Issue[] {
  const names = actions.map(({ action }) => action)
  const repeated = names.flatMap((name, index) => {
    const first = names.indexOf(name)
    const message = `does again what ${place}.${first} does`
    return first === index || name === 'label' || name === 'launchDraft' ? [] : [{ path: `${place}.${index}`, message }]
  })
  const against = exclusive.flatMap(([one, other]) => {
    const [first, second] = [names.indexOf(one), names.indexOf(other)]
    if (first < 0 || second < 0) return []
    return [{ path: `${place}.${Math.max(first, second)}`, message: `${one} and ${other} contradict each other` }]
  })
  return [...repeated, ...against]
}

function placeIssues({ action }: RuleAction, level: Level, path: string, { platforms }: RuleContext): Issue[] {
  const { levels, can } = terms[action]
  if (!levels.includes(level)) {
    const message = `${action} is not there at the level ${level}; it is at ${levels.join(', ')}`
    return [{ path: `${path}.action`, message, expected: levels.join(', ') }]
  }
  const without = platforms.filter((platform) => !can(platform))
  if (without.length === 0) return []
  const message = `${namesOf(without)} cannot do ${action}: name other platforms or accounts in the scope`
  return [{ path: `${path}.action`, message }]
}

function boundIssues(action: RuleAction, path: string): Issue[] {
  if (action.action !== 'setBudget' && action.action !== 'changeBudget') return []
  const { min = 0, max = Infinity, amount } = action
  if (min > max) return [{ path: `${path}.min`, message: 'is above max' }]
  if (action.action === 'changeBudget') {
    const isNothing = action.percent === 0 || amount === 0
    return isNothing ? [{ path: `${path}.${amount === 0 ? 'amount' : 'percent'}`, message: 'changes nothing' }] : []
  }
  if (amount === undefined || (amount >= min && amount <= max)) return []
  return [{ path: `${path}.amount`, message: `lies outside of its bounds` }]
}

/** What the platforms say of the amounts: one account of each platform and currency is enough to ask. */
function amountIssues(action: RuleAction, path: string, { accounts, platforms }: RuleContext): Issue[] {
  if (action.action !== 'setBudget' && action.action !== 'changeBudget') return []
  const amounts = {
    ...(action.action === 'setBudget' ? { amount: action.amount } : {}),
    min: action.min,
    max: action.max,
  }
  const kinds = new Map(accounts.map((account) => [`${account.platform} ${account.currency}`, account]))
  return Object.entries(amounts).flatMap(([field, dailyBudget]) => {
    if (dailyBudget === undefined) return []
    return [...kinds.values()].flatMap((account) => {
      const session = platforms.find(({ name }) => name === account.platform)?.session
      const found = session?.checkBudget?.(refOf(account), { dailyBudget }) ?? []
      return found.map(({ message }) => ({ path: `${path}.${field}`, message: `${account.platform}: ${message}` }))
    })
  })
}

function refOf({ accountId, currency, timeZone }: ReportAccount) {
  return { id: accountId, currency, timeZone }
}
