import type { CompanyRef } from '../../../company-ref.ts'
import type { CountryQuestion } from '../../../../platforms/contract/report.ts'
import { ensureAnswers } from '../answers.ts'
import type { Answers } from '../answers.ts'
import type { ReportDeps } from '../../sync/ensure/readings.ts'
import type { ReportAccount } from '../../sync/types.ts'

/** The split by country is not kept day by day: the platform is asked for exactly the range and the rows. */
export async function ensureCountries(
  deps: ReportDeps,
  company: CompanyRef,
  accounts: ReportAccount[],
  { range, level, addedUpTo, isDaily }: Pick<CountryQuestion, 'range' | 'level' | 'addedUpTo' | 'isDaily'>,
): Promise<Answers & { asked: string }> {
  const sums = addedUpTo === undefined ? '' : ` for ${addedUpTo}`
  const asked = `country ${level}${sums} ${range.from} ${range.to}${isDaily ? ' daily' : ''}`
  const answers = await ensureAnswers(deps, company, accounts, {
    name: asked,
    range,
    ask: ({ reporting }, accountId) => reporting?.countries?.(accountId, { level, addedUpTo, range, isDaily }) ?? null,
  })
  return { ...answers, asked }
}
