import { only } from '../../../lookup.ts'
import type { ReachQuestion } from '../../../platforms/contract/report.ts'
import { brokenRules } from '../../../errors.ts'
import type { CompanyRef } from '../../company-ref.ts'
import { groupsBy, levelOf } from './dimensions.ts'
import { ensureAnswers, maxAnswerRows } from './answers.ts'
import type { Answers } from './answers.ts'
import type { Question } from './question.ts'
import type { ReportDeps } from '../sync/ensure/readings.ts'
import type { ReportAccount } from '../sync/types.ts'
import { dayCount } from '../../../days.ts'

/** People reached, for exactly the range and the rows asked for: two ads' people may be the same, so nothing is added up. */
export async function ensureReach(
  deps: ReportDeps,
  company: CompanyRef,
  accounts: ReportAccount[],
  { groups, range, namesPeople }: Question,
): Promise<Answers & { asked: string }> {
  const asked = { level: levelOf(groups), range, isDaily: groupsBy(groups, 'day') }
  const tooMany = asked.isDaily ? await whyTooMany(deps, accounts, asked) : null
  if (tooMany === null) return ensureReachOf(deps, company, accounts, asked)
  if (namesPeople)
    throw brokenRules([
      { path: 'metrics', message: `${tooMany}; ${narrower}, or name metrics without reach and frequency` },
    ])
  const reason = `They are left out: ${tooMany}. To have them, ${narrower}.`
  return { asked: nameOf(asked), answered: [], freshAt: null, failed: accounts.map((account) => ({ account, reason })) }
}

const narrower = 'ask for fewer days or accounts, or leave out the day'

/** People of every day are a figure for each thing and each of its days: what would take the platform and us too long is not begun. */
async function whyTooMany(
  { pool }: ReportDeps,
  accounts: ReportAccount[],
  { level, range }: Pick<Wanted, 'level' | 'range'>,
): Promise<string | null> {
  if (level === 'account') return null
  const { rows } = await pool.query<{ count: string }>({
    name: 'report_entities_known',
    text: 'SELECT count(*) FROM report_entities WHERE account_key = ANY ($1) AND level = $2',
    values: [accounts.map(({ key }) => key), level],
  })
  const { count } = only(rows)
  const figures = Number(count) * dayCount(range)
  if (figures <= maxAnswerRows) return null
  const max = maxAnswerRows.toLocaleString('en')
  return `reach and frequency of ${count} ${level}s on ${dayCount(range)} days are more than ${max} figures`
}

type Wanted = Omit<ReachQuestion, 'signal'>

/** The name under which the answer is kept. */
function nameOf({ level, range, isDaily }: Wanted): string {
  return `reach ${level} ${range.from} ${range.to}${isDaily ? ' daily' : ''}`
}

export async function ensureReachOf(
  deps: ReportDeps,
  company: CompanyRef,
  accounts: ReportAccount[],
  { level, range, isDaily }: Wanted,
): Promise<Answers & { asked: string }> {
  const asked = nameOf({ level, range, isDaily })
  const answers = await ensureAnswers(deps, company, accounts, {
    name: asked,
    range,
    ask: ({ reporting }, accountId) => reporting?.reach?.(accountId, { level, range, isDaily }) ?? null,
  })
  return { ...answers, asked }
}
