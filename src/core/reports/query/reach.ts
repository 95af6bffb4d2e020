import type { ReachQuestion } from '../../../platforms/contract/report.ts'
import type { CompanyRef } from '../../company-ref.ts'
import { groupsBy, levelOf } from './dimensions.ts'
import { ensureAnswers } from './answers.ts'
import type { Answers } from './answers.ts'
import type { Question } from './question.ts'
import type { ReportGround } from '../sync/ensure/readings.ts'
import type { ReportAccount } from '../sync/types.ts'

/** People reached, for exactly the range and the rows asked for: two ads' people may be the same, so nothing is added up. */
export async function ensureReach(
  ground: ReportGround,
  company: CompanyRef,
  accounts: ReportAccount[],
  { groups, range }: Question,
): Promise<Answers & { asked: string }> {
  return ensureReachOf(ground, company, accounts, { level: levelOf(groups), range, isDaily: groupsBy(groups, 'day') })
}

export async function ensureReachOf(
  ground: ReportGround,
  company: CompanyRef,
  accounts: ReportAccount[],
  { level, range, isDaily }: Omit<ReachQuestion, 'signal'>,
): Promise<Answers & { asked: string }> {
  const asked = `reach ${level} ${range.from} ${range.to}${isDaily ? ' daily' : ''}`
  const answers = await ensureAnswers(ground, company, accounts, {
    name: asked,
    range,
    ask: ({ reporting }, accountId) => reporting?.reach?.(accountId, { level, range, isDaily }) ?? null,
  })
  return { ...answers, asked }
}
