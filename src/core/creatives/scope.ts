import { addDays, todayIn } from '../../days.ts'
import type { Platforms } from '../../platforms/registry.ts'
import { checkScope } from '../reports/query/question.ts'
import type { QuestionScope, RawScope } from '../reports/query/question.ts'

/** Creatives are looked at over so many days where nobody says otherwise. */
const usualRange = 30

/** Accounts and days: without a last day, yesterday, which is over nearly everywhere. */
export function readScope(
  platforms: Platforms,
  { startDate, endDate, ...raw }: Omit<RawScope, 'startDate' | 'endDate'> & Partial<RawScope>,
): QuestionScope {
  const last = endDate ?? addDays(todayIn('UTC'), -1)
  return checkScope(platforms, { ...raw, startDate: startDate ?? addDays(last, 1 - usualRange), endDate: last })
}
