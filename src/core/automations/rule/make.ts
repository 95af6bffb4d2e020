import { brokenRules } from '../../../errors.ts'
import { required } from '../../../lookup.ts'
import type { Context } from '../../context.ts'
import { accountsOf } from '../../reports/query/accounts.ts'
import type { ReportDeps } from '../../reports/sync/ensure/readings.ts'
import { obstacleOf } from './accounts.ts'
import { fillTemplate, findTemplate } from '../templates/templates.ts'
import type { RuleTemplate, TemplateValues } from '../templates/templates.ts'

/** Any fields of a rule, as far as they are given. */
export type SomeRule = Record<string, unknown> & {
  scope?: Record<string, unknown>
  protections?: Record<string, unknown>
}

/** A rule with some of its fields replaced. Protections, and a scope without a level, change what they name alone. */
export function withChanges(before: SomeRule, changes: SomeRule): SomeRule {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as SomeRule
  const base = { ...before }
  if (given['cases'] !== undefined) {
    delete base['when']
    delete base['then']
  } else if (given['when'] !== undefined || given['then'] !== undefined) delete base['cases']
  const { scope, protections } = given
  return {
    ...base,
    ...given,
    ...(scope ? { scope: scope['level'] === undefined ? { ...before.scope, ...scope } : scope } : {}),
    ...(protections ? { protections: { ...before.protections, ...protections } } : {}),
  }
}

interface Wanted {
  template: string
  values: TemplateValues
  changes: SomeRule
}

/** What a ready-made rule becomes with these values and changes; it is still to be parsed. */
export async function ruleFromTemplate(
  deps: ReportDeps,
  context: Pick<Context, 'company'>,
  { template: id, values, changes }: Wanted,
): Promise<SomeRule> {
  const template = await findTemplate(id)
  const rule = withChanges(fillTemplate(template, values), changes)
  const { scope = {} } = rule
  const isNamed = scope['platform'] !== undefined || scope['accountIds'] !== undefined
  if (template.needs === undefined || isNamed) return rule
  return { ...rule, scope: { ...scope, accountIds: await ableAccounts(deps, context, template.needs) } }
}

/** The accounts of platforms that tell what a template needs. */
async function ableAccounts(
  deps: ReportDeps,
  context: Pick<Context, 'company'>,
  needs: NonNullable<RuleTemplate['needs']>,
): Promise<string[]> {
  const { connections } = deps
  const able: string[] = []
  const accounts = await accountsOf(deps, context, { accountIds: [], platform: null })
  for (const [platform, group] of Map.groupBy(accounts, (account) => account.platform)) {
    if (obstacleOf(connections, platform) !== null) continue
    const first = { platform, account_id: required(group[0], 'account of the group').accountId }
    const { session } = await connections.openFor(context.company, first)
    const isAble = needs === 'reach' ? session.reporting?.reach !== undefined : session.termFigures !== undefined
    if (isAble) able.push(...group.map(({ accountId }) => accountId))
  }
  if (able.length > 0) return able
  const what = needs === 'reach' ? 'counts people' : 'tells what people searched for'
  throw brokenRules([{ path: 'template', message: `no account of the company is on a platform that ${what}` }])
}
