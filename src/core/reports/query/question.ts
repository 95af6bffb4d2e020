import { z } from 'zod'
import { plainId } from '../../../platforms/contract/launch-fields.ts'
import { Day, maxRangeYears, rangeIssues } from '../../days/range.ts'
import { isCurrency } from '../../currency/codes.ts'
import { badRequest, brokenRules } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import type { Platforms } from '../../../platforms/registry.ts'
import { isAboutPeople, metricNames } from '../../../platforms/contract/metrics.ts'
import type { DayRange } from '../../../platforms/contract/insights.ts'
import type { MetricName } from '../../../platforms/contract/metrics.ts'
import { groupOf, groupsBy, groupWords, shownFields } from './dimensions.ts'
import { didYouMean, sameWord } from '../../../closed-words.ts'
import type { Group } from './dimensions.ts'

/** A question about figures, with everything in it known to make sense. */
export interface Question {
  range: DayRange
  groups: Group[]
  metrics: MetricName[]
  /** Somebody wants to know about people: otherwise their figures are left out where they cannot be told. */
  namesPeople: boolean
  sort: Sort[]
  minSpend: number | null
  search: string | null
  /** In which amounts are told, or `company`; absent: each in its account's. */
  currency?: string
  /** null: all of them. */
  limit: number | null
  offset: number
}

interface Sort {
  by: string
  direction: 'ASC' | 'DESC'
}

const maxAccounts = 1000

/** `a,b` or `?x=a&x=b`. */
export const Words = z
  .union([z.string(), z.array(z.string()).max(maxAccounts)])
  .optional()
  .transform((value) => {
    const words = [value ?? []].flat().flatMap((text) => text.split(','))
    return [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))]
  })

/** A word that stands for something; one that does not is told what would have. */
function known<T extends object | string>(
  find: (word: string) => T | null | undefined,
  refusal: (word: string) => string,
  expected: readonly string[],
) {
  return (word: string, context: z.RefinementCtx): T => {
    const found = find(word)
    if (found !== null && found !== undefined) return found
    const message = refusal(word) + didYouMean(expected, word)
    context.addIssue({ code: 'custom', message, params: { expected: expected.join(', ') } })
    return z.NEVER
  }
}

const ReportDay = Day.meta({ format: 'date', examples: ['2026-01-31'] })

/** Which accounts and days: shared by everything that is asked about figures. */
export const scopeFields = {
  accountIds: Words.transform((ids) => ids.map(plainId))
    .refine((ids) => ids.length <= maxAccounts, `takes at most ${maxAccounts} accounts`)
    .meta({
      description: 'Ad account ids, separated by commas (on the primary platform with the prefix act_). Left out: all.',
    }),
  startDate: ReportDay.meta({ description: 'The first day, like 2026-01-31.' }),
  endDate: ReportDay.meta({ description: `The last day, included. At most ${maxRangeYears} years after the first.` }),
  platform: z.string().optional().meta({ description: 'Only accounts of this platform.' }),
}

const metricOf = known(
  (word) => sameWord(metricNames, word),
  (word) => `${word} is no metric`,
  metricNames,
)

export const Metric = z
  .string()
  .transform(metricOf)
  .meta({ description: `One of ${metricNames.join(', ')}.` })

const groupFor = known(groupOf, (word) => `rows cannot be made for ${word}`, groupWords)

export const MinSpend = z.coerce.number().min(0, 'must not be negative').optional().meta({
  description:
    "Only what spent at least this much: in the accounts' currency, or in the company's where they have several.",
})

/** In which currency amounts are told. */
export const InCurrency = z
  .string()
  .trim()
  .default('account')
  .transform((word, context) => {
    const known = sameWord(['account', 'company'] as const, word)
    if (known) return known === 'account' ? undefined : known
    const code = word.toUpperCase()
    if (isCurrency(code)) return code
    const expected = 'account, company, or a currency such as EUR'
    context.addIssue({ code: 'custom', message: `${word} is no currency`, params: { expected } })
    return z.NEVER
  })
  .meta({
    description:
      'In which currency: account (default: each in its own, never added up), company, or a code such as EUR: each day by its rate.',
  })

export const questionFields = {
  ...scopeFields,
  currency: InCurrency,
  metrics: Words.transform((words, context) => words.map((word) => metricOf(word, context))).meta({
    description: `Which figures, separated by commas: ${metricNames.join(', ')}. Left out: all.`,
  }),
  groupBy: Words.transform((words, context) => words.map((word) => groupFor(word, context))).meta({
    description: `What each row is for, several by comma (default account): ${groupWords.join(', ')}.`,
  }),
  sortBy: z.string().optional().meta({
    description:
      "Any metric, or a field of the rows. Default: spend. Amounts in several currencies are compared in the company's.",
  }),
  sortDirection: z
    .string()
    .transform(
      known(
        (word) => sameWord(['ASC', 'DESC'] as const, word),
        (word) => `${word} is no direction`,
        ['ASC', 'DESC'],
      ),
    )
    .optional()
    .meta({ description: 'ASC or DESC (default for metrics: DESC).' }),
  minSpend: MinSpend,
  search: z.string().trim().max(200).optional().meta({ description: 'Only rows with this in a name or an id.' }),
  offset: z.coerce
    .number()
    .int()
    .min(0, 'must not be negative')
    .default(0)
    .meta({ description: 'How many rows to skip. A cursor wins.' }),
}

export interface RawScope {
  accountIds: string[]
  startDate: string
  endDate: string
  platform?: string
}

export interface RawQuestion extends RawScope {
  metrics: MetricName[]
  groupBy: Group[]
  sortBy?: string
  sortDirection?: 'ASC' | 'DESC'
  minSpend?: number
  search?: string
  currency?: string | undefined
  /** null: all of them. */
  limit: number | null
  offset: number
}

export interface QuestionScope {
  range: DayRange
  accountIds: string[]
  platform: string | null
}

/** Asking the platform for people takes its time: whoever wants them without being asked says so. */
export interface QuestionRules {
  peopleByDefault: boolean
}

/** What no field tells alone, every complaint at once. */
export function checkQuestion(
  platforms: Platforms,
  raw: RawQuestion,
  rules: QuestionRules,
): { scope: QuestionScope; question: Question } {
  const { scope, issues } = readScope(platforms, raw)
  const groups: Group[] = raw.groupBy.length > 0 ? raw.groupBy : [{ name: 'account', field: 'accountId' }]
  const sort = checkSort(raw, groups, issues)
  checkSplit(groups, issues)
  refuse(issues)
  const { limit, offset, minSpend = null, search } = raw
  const metrics = raw.metrics.length > 0 ? [...new Set(raw.metrics)] : usualMetrics(rules)
  const namesPeople = [...raw.metrics, ...sort.map(({ by }) => by)].some((name) => isAboutPeople(name))
  const currency = raw.currency ? { currency: raw.currency } : {}
  const shown = { minSpend, search: search || null, limit, offset, ...currency }
  return { scope, question: { range: scope.range, groups, metrics, namesPeople, sort, ...shown } }
}

/** For questions that are about accounts and days alone. */
export function checkScope(platforms: Platforms, raw: RawScope): QuestionScope {
  const { scope, issues } = readScope(platforms, raw)
  refuse(issues)
  return scope
}

function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw brokenRules(issues)
}

function readScope(platforms: Platforms, { accountIds, startDate, endDate, ...raw }: RawScope) {
  const issues = rangeIssues(new Date(startDate), new Date(endDate))
  const platform = raw.platform ? platformMeant(platforms, raw.platform) : null
  return { scope: { range: { from: startDate, to: endDate }, accountIds, platform }, issues }
}

export function platformMeant(platforms: Platforms, word: string): string {
  const name = platforms.named(word)
  if (name !== null) return name
  throw badRequest([
    { path: 'platform', message: `there is no platform ${word}`, expected: platforms.words.join(', ') },
  ])
}

function usualMetrics({ peopleByDefault }: QuestionRules): MetricName[] {
  return metricNames.filter((name) => peopleByDefault || !isAboutPeople(name))
}

/** No platform splits twice at once, and what was searched for belongs to no single ad. */
function checkSplit(groups: Group[], issues: Issue[]): void {
  if (!groupsBy(groups, 'searchTerm')) return
  const others = (['country', 'ad'] as const).filter((name) => groupsBy(groups, name))
  for (const other of others)
    issues.push({ path: 'groupBy', message: `rows cannot be made for searchTerm and ${other} together` })
}

function checkSort({ sortBy, sortDirection }: RawQuestion, groups: Group[], issues: Issue[]): Sort[] {
  if (!sortBy) {
    const bySpend: Sort = { by: 'spend', direction: sortDirection ?? 'DESC' }
    return groupsBy(groups, 'day') ? [{ by: 'date', direction: 'ASC' }, bySpend] : [bySpend]
  }
  const metric = sameWord(metricNames, sortBy)
  const by = metric ?? sameWord(shownFields(groups), sortBy)
  if (!by) {
    const allowed = [...metricNames, ...shownFields(groups)].join(', ')
    issues.push({ path: 'sortBy', message: `rows cannot be sorted by ${sortBy}`, expected: allowed })
    return []
  }
  return [{ by, direction: sortDirection ?? (metric ? 'DESC' : 'ASC') }]
}
