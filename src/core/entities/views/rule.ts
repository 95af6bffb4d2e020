import { brokenRules } from '../../../errors.ts'
import type { Context } from '../../context.ts'
import type { RuleCondition } from '../../automations/rule/condition.ts'
import type { SomeRule } from '../../automations/rule/make.ts'
import type { RuleWindow } from '../../automations/rule/window.ts'
import { accountsOf } from '../../reports/query/accounts.ts'
import { platformMeant } from '../../reports/query/question.ts'
import type { ReportDeps } from '../../reports/sync/ensure/readings.ts'
import { leavesOf } from '../filter/condition.ts'
import type { FilterCondition, FilterLeaf } from '../filter/condition.ts'
import { looksAtMoney } from '../filter/conditions-sql.ts'
import { usualWindow } from '../words.ts'
import type { SavedView } from './view.ts'

/**
 * What a rule begins with that looks at what a view shows: conditions on facts alone become its filter, those on figures
 * when it acts. It is a copy: what becomes of the view changes no rule.
 */
export async function ruleFromView(
  deps: ReportDeps,
  context: Pick<Context, 'company'>,
  { view, ...inOne }: { view: SavedView } & Currencies,
): Promise<SomeRule> {
  const { level = 'campaign', window = usualWindow, filter = [], ...wishes } = view.wishes
  if (level === 'all')
    throw brokenRules([{ path: 'view', message: 'this view lists every level, and a rule looks at one' }])
  await refuseMixedMoney(deps, context, view, inOne)
  const [onFacts, onFigures] = [filter.filter(isOnFacts), filter.filter((condition) => !isOnFacts(condition))]
  const { platform, accountIds, campaignIds, adSetIds } = wishes
  const chosen = {
    ...(campaignIds ? { campaignIds } : {}),
    ...(adSetIds ? { adSetIds } : {}),
    ...(onFacts.length > 0 ? { when: { all: onFacts.map((condition) => copied(condition, window)) } } : {}),
  }
  return {
    name: view.name,
    scope: {
      level,
      ...(platform ? { platform } : {}),
      ...(accountIds ? { accountIds } : {}),
      ...(Object.keys(chosen).length > 0 ? { filter: chosen } : {}),
    },
    ...(onFigures.length > 0 ? { when: { all: onFigures.map((condition) => copied(condition, window)) } } : {}),
  }
}

/** What a rule's amounts are in, and the accounts in one currency that it keeps to. */
interface Currencies {
  currency: string | undefined
  only: string | undefined
}

/** A list compares amounts in the company's currency; a rule holds each account's own. */
async function refuseMixedMoney(
  deps: ReportDeps,
  context: Pick<Context, 'company'>,
  { wishes }: SavedView,
  { currency, only }: Currencies,
): Promise<void> {
  const isInOne = only !== undefined || (currency !== undefined && currency !== 'account')
  if (isInOne || !leavesOf(wishes.filter ?? []).some(({ leaf }) => looksAtMoney(leaf))) return
  const platform = wishes.platform === undefined ? null : platformMeant(deps.connections.platforms, wishes.platform)
  const accounts = await accountsOf(deps, context, { accountIds: wishes.accountIds ?? [], platform })
  const currencies = [...new Set(accounts.map((account) => account.currency))]
  if (currencies.length < 2) return
  const message = `the view's amounts are compared over ${currencies.join(', ')}, and a rule's are in the currency of each account: say company, or which`
  throw brokenRules([{ path: 'currency', message, expected: ['company', ...currencies].join(', ') }])
}

function isOnFacts(condition: FilterCondition): boolean {
  return leavesOf([condition]).every(({ leaf }) => leaf.field !== undefined)
}

function copied({ any, not, ...leaf }: FilterCondition, window: RuleWindow): RuleCondition {
  const inner = (leaves: FilterLeaf[]) => leaves.map((each) => leafOf(each, window))
  return any ? { any: inner(any) } : not ? { not: inner(not) } : leafOf(leaf, window)
}

function leafOf({ metric, field, operator, value }: FilterLeaf, window: RuleWindow): RuleCondition {
  return metric === undefined ? { field, operator, value } : { metric, window, operator, value }
}
