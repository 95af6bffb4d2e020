import { AppError, brokenRules } from '../../../errors.ts'
import { findWholeDraft } from '../../launch/batch/drafts.ts'
import type { Context } from '../../context.ts'
import { accountsOf } from '../../reports/query/accounts.ts'
import type { ReportDeps } from '../../reports/sync/ensure/readings.ts'
import type { ActionName } from './action.ts'
import { budgetIssues } from './amounts.ts'
import { casesOf } from './rule.ts'
import type { Rule } from './rule.ts'
import { actionIssues } from './valid/actions.ts'
import { ruleContextOf } from './valid/rule-context.ts'
import { minimumIssues } from './valid/minimum.ts'
import { scheduleIssues } from './valid/schedule.ts'
import { treeIssues } from './valid/tree.ts'

type Asking = Pick<Context, 'company' | 'actor' | 'now'>

/**
 * The rule as it is kept, if it keeps every rule that needs knowledge: all problems at once, each at its path. What names
 * something of another company is not found.
 */
export async function validateRule(deps: ReportDeps, context: Asking, given: Rule): Promise<Rule> {
  refuseBeyondScopes(context, given)
  const ruleContext = await ruleContextOf(deps, context, given)
  for (const { then } of casesOf(given)) {
    for (const action of then) {
      if (action.action === 'launchDraft') await findWholeDraft(deps, context, { draftId: action.draftId })
    }
  }
  const { rule, obstacles } = ruleContext
  const issues = [
    ...obstacles.map(({ path, reason }) => ({ path, message: reason })),
    ...termIssues(ruleContext),
    ...treeIssues(ruleContext),
    ...actionIssues(ruleContext),
    ...budgetIssues(rule),
    ...scheduleIssues(rule.schedule, context.now),
  ]
  if (issues.length === 0) issues.push(...minimumIssues(rule))
  if (issues.length > 0) throw brokenRules(issues)
  return rule
}

function termIssues({ rule, platforms }: Awaited<ReturnType<typeof ruleContextOf>>) {
  if (rule.scope.level !== 'searchTerm') return []
  const without = platforms.filter(({ session }) => session.termFigures === undefined).map(({ name }) => name)
  if (without.length === 0) return []
  const message = `${without.join(', ')} does not tell what people searched for: name other platforms or accounts in the scope`
  return [{ path: 'scope.level', message }]
}

/** Whoever works in some workspaces changes and runs rules on the accounts of those alone: 404 for others, as everywhere. */
export async function refuseBeyondWorkspaces(
  deps: ReportDeps,
  context: Pick<Context, 'company'>,
  { scope }: Rule,
): Promise<void> {
  if (context.company.workspaces === undefined) return
  if (!scope.accountIds?.length) {
    throw new AppError('forbidden', 'This rule looks at accounts outside of your workspaces, too.', {
      reason: 'workspaces',
    })
  }
  await accountsOf(deps, context, { accountIds: scope.accountIds, platform: scope.platform ?? null })
}

const launching: readonly ActionName[] = ['launchDraft', 'graduate']

/** Nobody has a rule do what they may not do themselves. */
function refuseBeyondScopes({ actor }: Asking, rule: Rule): void {
  const launches = casesOf(rule).some(({ then }) => then.some(({ action }) => launching.includes(action)))
  if (launches && !actor.scopes.some((scope) => scope === 'launch' || scope === 'admin')) {
    throw new AppError('forbidden', 'A rule that launches is made by a key with the scope launch.')
  }
}
