import { brokenRules } from '../../../../errors.ts'
import type { DayRange } from '../../../../platforms/contract/insights.ts'
import type { EntityLevel } from '../../../../platforms/contract/report.ts'
import type { Platforms } from '../../../../platforms/registry.ts'
import type { CompanyRef } from '../../../company-ref.ts'
import type { ReportDeps } from '../../sync/ensure/readings.ts'
import type { ReportAccount } from '../../sync/types.ts'
import { ensureAnswers } from '../answers.ts'
import type { Answers } from '../answers.ts'
import { groupsBy } from '../dimensions.ts'
import type { Question, QuestionScope } from '../question.ts'

interface TermsQuery {
  level: 'account' | EntityLevel
  range: DayRange
  isDaily: boolean
}

/** What people searched for is not kept day by day: the platform is asked for exactly the range and the rows. */
export async function ensureTermsOf(
  deps: ReportDeps,
  company: CompanyRef,
  accounts: ReportAccount[],
  { level, range, isDaily }: TermsQuery,
): Promise<Answers & { asked: string }> {
  const asked = `search term ${level} ${range.from} ${range.to}${isDaily ? ' daily' : ''}`
  const answers = await ensureAnswers(deps, company, accounts, {
    name: asked,
    range,
    // A question about searches for single ads is refused before.
    ask: ({ termFigures }, accountId) =>
      level === 'ad' ? null : (termFigures?.(accountId, { level, range, isDaily }) ?? null),
  })
  return { ...answers, asked }
}

/** Whoever names an account, or a platform, that tells no searches is told which platforms do. */
export function refuseTermsElsewhere(
  platforms: Platforms,
  { groups }: Question,
  { accountIds, platform }: Pick<QuestionScope, 'accountIds' | 'platform'>,
  accounts: ReportAccount[],
): void {
  if (!groupsBy(groups, 'searchTerm')) return
  const able = platforms.able('termFigures')
  const isNamed = accountIds.length > 0
  const asked = isNamed ? accounts.map((account) => account.platform) : platform === null ? [] : [platform]
  const without = asked.find((name) => !able.includes(name))
  if (without === undefined) return
  const message = `${without} does not tell what people searched for; it is told on ${able.join(', ') || 'no platform'}`
  throw brokenRules([{ path: 'groupBy', message, expected: able.join(', ') }])
}
