import type { MetricName } from '../../../../platforms/contract/metrics.ts'
import type { CompanyRef } from '../../../company-ref.ts'
import { ensureDays } from '../../sync/ensure/days.ts'
import type { Coverage } from '../../sync/ensure/days.ts'
import type { ReportDeps } from '../../sync/ensure/readings.ts'
import type { ReportAccount } from '../../sync/types.ts'
import type { Answers } from '../answers.ts'
import { ensureCountries } from './countries.ts'
import { groupsBy, levelOf } from '../dimensions.ts'
import { isAboutPeople, isMetric, isOfOutcomes } from '../../../../platforms/contract/metrics.ts'
import { describeReport, missingAnswers, missingDays } from '../metadata.ts'
import type { Missing, ReportMetadata } from '../metadata.ts'
import type { Question } from '../question.ts'
import { ensureTermsOf } from './search-terms.ts'
import type { Sources } from '../source.ts'
import { wholeAccounts } from './whole.ts'

export interface Prepared {
  sources: Omit<Sources, 'comparison' | 'conversion'>
  metadata: ReportMetadata
}

export function usedMetrics({ metrics, sort }: Question): MetricName[] {
  return [...new Set([...metrics, ...sort.map(({ by }) => by).filter(isMetric)])]
}

/** Whether the platform is asked day by day: because rows are, or because each day's amounts have a rate of their own. */
interface SplitQuestion extends Question {
  isDaily: boolean
}

type Preparing<Made> = (
  deps: ReportDeps,
  company: CompanyRef,
  accounts: ReportAccount[],
  question: SplitQuestion,
) => Promise<Made>
type Prepare = Preparing<Prepared>
type PrepareParts = Preparing<Prepared & { coverage: Coverage[] }>

/** What only the platform can split, beside what is kept of the accounts as a whole. */
export const prepareSplit: Prepare = async (deps, company, accounts, question) => {
  const prepareIt = groupsBy(question.groups, 'searchTerm') ? prepareTerms : prepareCountries
  const { coverage, sources, metadata } = await prepareIt(deps, company, accounts, question)
  return { sources, metadata: { ...metadata, accounts: await wholeAccounts(deps.pool, question, sources, coverage) } }
}

const prepareCountries: PrepareParts = async (deps, company, accounts, question) => {
  const used = usedMetrics(question)
  const rowLevel = levelOf(question.groups)
  // Only ad by ad do they add up to those of other reports.
  const level = used.some(isOfOutcomes) ? 'ad' : rowLevel
  const people = used.filter(isAboutPeople)
  const [coverage, countries, reach] = await Promise.all([
    namesFor(deps, accounts, question),
    ensureCountries(deps, company, accounts, {
      range: question.range,
      isDaily: question.isDaily,
      level,
      ...(level === rowLevel ? {} : { addedUpTo: rowLevel }),
    }),
    people.length > 0 ? ensurePeople(deps, company, accounts, question) : null,
  ])
  const missing = missingParts(countries, question, 'does not split figures by country')
  if (reach && reach.asked !== countries.asked)
    missing.push(...missingAnswers(reach, question.range, { metrics: people }))
  if (rowLevel !== 'account') missing.push(...missingDays(coverage))
  const sources = {
    accountKeys: countries.answered,
    people: reach && { asked: reach.asked, of: reach.answered },
    split: { by: 'country', asked: countries.asked, level } as const,
  }
  const { freshAt } = countries
  return { coverage, sources, metadata: describeReport(accounts, coverage, { source: 'platform', missing, freshAt }) }
}

/** People of several days are not added up: they are counted for the rows as they are. */
function ensurePeople(deps: ReportDeps, company: CompanyRef, accounts: ReportAccount[], { groups, range }: Question) {
  return ensureCountries(deps, company, accounts, {
    range,
    level: levelOf(groups),
    isDaily: groupsBy(groups, 'day'),
  })
}

const termNotes = ['Platforms do not tell every search: search terms add up to less than what their campaigns spent.']

const prepareTerms: PrepareParts = async (deps, company, accounts, question) => {
  const level = levelOf(question.groups)
  const [coverage, terms] = await Promise.all([
    namesFor(deps, accounts, question),
    ensureTermsOf(deps, company, accounts, { level, range: question.range, isDaily: question.isDaily }),
  ])
  const missing = missingParts(terms, question, 'does not tell what people searched for')
  if (level !== 'account') missing.push(...missingDays(coverage))
  const split = { by: 'searchTerm', asked: terms.asked, level } as const
  const { freshAt } = terms
  const metadata = describeReport(accounts, coverage, { source: 'platform', missing, freshAt, notes: termNotes })
  // Nobody counts the people behind a search.
  return { coverage, sources: { accountKeys: terms.answered, people: null, split }, metadata }
}

/** The days tell what each ad belongs to, and the names. */
function namesFor(deps: ReportDeps, accounts: ReportAccount[], { groups, range }: Question) {
  return ensureDays(deps, accounts, range, levelOf(groups) === 'account' ? 0 : undefined)
}

function missingParts(answers: Answers, { range }: Question, lack: string): Missing[] {
  return missingAnswers(answers, range, { ifUnable: (platform) => `${platform} ${lack}.` })
}
