import { AppError, badRequest, brokenRules } from '../../../../errors.ts'
import { required } from '../../../../lookup.ts'
import type { Session } from '../../../../platforms/contract/platform.ts'
import type { Context } from '../../../context.ts'
import { companyCurrency } from '../../../currency/company-currency.ts'
import { accountsOf } from '../../../reports/query/accounts.ts'
import type { ReportDeps } from '../../../reports/sync/ensure/readings.ts'
import type { ReportAccount } from '../../../reports/sync/types.ts'
import { obstacleOf } from '../accounts.ts'
import type { Rule } from '../rule.ts'

/** What is known of a platform that a rule would work on. */
export interface RulePlatform {
  name: string
  session: Session
  historyDays: number
  /** Whether an ad there can show a post that exists already. */
  adOfPost: boolean
}

/** What a rule is held against. */
export interface RuleContext {
  rule: Rule
  accounts: ReportAccount[]
  platforms: RulePlatform[]
  /** Platforms that were named and that rules cannot look at, with why. */
  obstacles: { path: string; reason: string }[]
}

/** The rule with the documented words for its platform and its accounts, and what it would work on; 404 for accounts of others. */
export async function ruleContextOf(
  deps: ReportDeps,
  context: Pick<Context, 'company'>,
  rule: Rule,
): Promise<RuleContext> {
  const platform = platformOf(deps, rule.scope.platform)
  const accountIds = rule.scope.accountIds ?? []
  const named = await accountsOf(deps, context, { accountIds, platform })
  const { currency } = rule.scope
  const found = named.filter((account) => currency === undefined || account.currency === currency)
  // Whoever works in some workspaces means the accounts of those, also when there are more one day.
  const isPinned = accountIds.length > 0 || context.company.workspaces !== undefined
  if (named.length > 0 && found.length === 0) {
    throw brokenRules([{ path: 'scope.currency', message: `no account of this scope is in ${currency}` }])
  }
  if (isPinned && named.length === 0) {
    throw brokenRules([{ path: 'scope.accountIds', message: 'there is no such account in your workspaces' }])
  }
  const isNamed = platform !== null || accountIds.length > 0
  const obstacles = new Map<string, string>()
  if (platform !== null) addObstacle(deps, platform, obstacles)
  for (const account of found) addObstacle(deps, account.platform, obstacles)
  const accounts = found.filter((account) => !obstacles.has(account.platform))
  const scope = {
    ...rule.scope,
    ...(platform === null ? {} : { platform }),
    ...(isPinned ? { accountIds: named.map(({ accountId }) => accountId) } : {}),
  }
  const path = accountIds.length > 0 ? 'scope.accountIds' : 'scope.platform'
  return {
    rule: await inItsCurrency(deps, context, { ...rule, scope }),
    accounts,
    platforms: await platformsOf(deps, context, accounts),
    obstacles: isNamed ? [...obstacles.values()].map((reason) => ({ path, reason })) : [],
  }
}

/** The company's currency may become another one day, and 50 is not 50 then: the rule keeps the one that it was written in. */
async function inItsCurrency(
  { db, connections }: ReportDeps,
  { company }: Pick<Context, 'company'>,
  { currency, ...rule }: Rule,
): Promise<Rule> {
  if (currency === undefined || currency === 'account') return rule
  if (currency !== 'company') return { ...rule, currency }
  const found = await companyCurrency({ db }, { company }, connections.platforms.names)
  if (found !== null) return { ...rule, currency: found }
  const message = 'nobody knows the currency of the company before it has an account: name one, such as EUR'
  throw brokenRules([{ path: 'currency', message }])
}

function platformOf({ connections }: ReportDeps, word: string | undefined): string | null {
  if (word === undefined) return null
  const name = connections.platforms.named(word)
  if (name !== null) return name
  const message = `must be one of ${connections.platforms.names.join(', ')}`
  throw badRequest([{ path: 'scope.platform', message }])
}

function addObstacle({ connections }: ReportDeps, platform: string, found: Map<string, string>): void {
  const reason = obstacleOf(connections, platform)
  if (reason !== null) found.set(platform, reason)
}

/** One account tells what its platform can do. One that cannot be opened now is no reason to refuse a rule. */
async function platformsOf(
  { connections, readings }: ReportDeps,
  { company }: Pick<Context, 'company'>,
  accounts: ReportAccount[],
): Promise<RulePlatform[]> {
  const platforms: RulePlatform[] = []
  for (const [name, group] of Map.groupBy(accounts, ({ platform }) => platform)) {
    const first = required(group[0], 'account of the platform')
    try {
      const { session } = await connections.openFor(company, { platform: name, account_id: first.accountId })
      const { historyDays } = await readings.facts(first)
      const adOfPost = connections.platforms.driver(name)?.adOfPost !== undefined
      platforms.push({ name, session, historyDays, adOfPost })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return platforms
}

/** Names in a sentence. */
export function namesOf(platforms: readonly RulePlatform[]): string {
  return platforms.map(({ name }) => name).join(', ')
}
