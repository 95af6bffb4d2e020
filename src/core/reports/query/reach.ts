import type { ReachQuestion } from '../../../platforms/contract/report.ts'
import { brokenRules } from '../../../errors.ts'
import type { CompanyRef } from '../../company-ref.ts'
import { groupsBy, levelOf } from './dimensions.ts'
import { ensureAnswers, maxAnswerRows } from './answers.ts'
import type { Answers } from './answers.ts'
import type { Question } from './question.ts'
import type { ReportGround } from '../sync/ensure/readings.ts'
import type { ReportAccount } from '../sync/types.ts'
import { dayCount } from '../sync/windows.ts'

/** People reached, for exactly the range and the rows asked for: two ads' people may be the same, so nothing is added up. */
export async function ensureReach(
  ground: ReportGround,
  company: CompanyRef,
  accounts: ReportAccount[],
  { groups, range }: Question,
): Promise<Answers & { asked: string }> {
  const asked = { level: levelOf(groups), range, isDaily: groupsBy(groups, 'day') }
  if (asked.isDaily) await requireFew(ground, accounts, asked)
  return ensureReachOf(ground, company, accounts, asked)
}

/** People of every day are a figure for each thing and each of its days: what would take the platform and us too long is not begun. */
async function requireFew({ pool }: ReportGround, accounts: ReportAccount[], { level, range }: Daily): Promise<void> {
  if (level === 'account') return
  const { rows } = await pool.query<{ count: string }>({
    name: 'report_entities_known',
    text: 'SELECT count(*) FROM report_entities WHERE account_key = ANY ($1) AND level = $2',
    values: [accounts.map(({ key }) => key), level],
  })
  const figures = Number(rows[0]!.count) * dayCount(range)
  if (figures <= maxAnswerRows) return
  const most = maxAnswerRows.toLocaleString('en')
  const message =
    `reach and frequency of ${rows[0]!.count} ${level}s on ${dayCount(range)} days are more than ${most} figures; ` +
    'ask for fewer days or accounts, leave out the day, or name metrics without reach and frequency'
  throw brokenRules([{ path: 'metrics', message }])
}

type Daily = Pick<ReachQuestion, 'level' | 'range'>

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
