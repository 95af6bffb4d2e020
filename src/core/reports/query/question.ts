import { z } from 'zod'
import { dayRule, isDay, maxRangeYears, rangeIssues } from '../../days.ts'
import { brokenRules } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import { platformNamed, platformWords } from '../../../platforms/index.ts'
import { metricNames } from '../../../platforms/contract/insights.ts'
import type { DayRange, MetricName } from '../../../platforms/contract/insights.ts'
import { groupOf, groupsBy, groupWords, sameWord, shownFields } from './dimensions.ts'
import type { Group } from './dimensions.ts'
import { isAboutPeople } from './measures.ts'

/** A question about figures, with everything in it known to make sense. */
export interface Question {
  range: DayRange
  groups: Group[]
  metrics: MetricName[]
  sort: Sort[]
  minSpend: number | null
  search: string | null
  /** null: all of them. */
  limit: number | null
  offset: number
}

export interface Sort {
  by: string
  direction: 'ASC' | 'DESC'
}

const mostAccounts = 1000

/** `a,b` or `?x=a&x=b`. */
const Words = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => {
    const words = [value ?? []].flat().flatMap((text) => text.split(','))
    return [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))]
  })

const ReportDay = z.string().meta({ format: 'date', examples: ['2026-01-31'] })

/** Which accounts and days: shared by everything that is asked about figures. */
export const scopeParams = {
  accountIds: Words.meta({
    description: 'Ad account ids, separated by commas (on the primary platform with the prefix act_). Left out: all.',
  }),
  startDate: ReportDay.meta({ description: 'The first day, like 2026-01-31.' }),
  endDate: ReportDay.meta({ description: `The last day, included. At most ${maxRangeYears} years after the first.` }),
  platform: z.string().optional().meta({ description: 'Only accounts of this platform.' }),
}

export const minSpendAbout =
  "Only what spent at least this much: in the accounts' currency, or in the company's where they have several."

export const questionParams = {
  ...scopeParams,
  metrics: Words.meta({ description: `Which figures, separated by commas: ${metricNames.join(', ')}.` }),
  groupBy: Words.meta({
    description: `What each row is for, several by comma (default account): ${groupWords.join(', ')}.`,
  }),
  sortBy: z.string().optional().meta({
    description:
      "Any metric, or a field of the rows. Default: spend. Amounts in several currencies are compared in the company's.",
  }),
  sortDirection: z.string().optional().meta({ description: 'ASC or DESC (default for metrics: DESC).' }),
  minSpend: z.coerce.number().optional().meta({ description: minSpendAbout }),
  search: z.string().max(200).optional().meta({ description: 'Only rows with this in a name or an id.' }),
  offset: z.coerce.number().int().optional().meta({ description: 'How many rows to skip.' }),
}

export interface RawScope {
  accountIds: string[]
  startDate: string
  endDate: string
  platform?: string
}

export interface RawQuestion extends RawScope {
  metrics: string[]
  groupBy: string[]
  sortBy?: string
  sortDirection?: string
  minSpend?: number
  search?: string
  limit?: number
  offset?: number
}

export interface Scope {
  range: DayRange
  accountIds: string[]
  platform: string | null
}

export interface QuestionRules {
  /** null: without a limit unless the caller sets one. */
  usualLimit: number | null
  mostRows: number
  /** Asking the platform for people takes its time: whoever wants them without being asked says so. */
  peopleByDefault: boolean
}

/** Throws every complaint at once. */
export function checkQuestion(
  raw: RawQuestion,
  rules: QuestionRules,
  more: Issue[] = [],
): { scope: Scope; question: Question } {
  const issues: Issue[] = [...more]
  const scope = checkScope(raw, issues)
  const metrics = checkMetrics(raw.metrics, rules, issues)
  const groups = checkGroups(raw.groupBy, issues)
  const sort = checkSort(raw, groups, issues)
  const { limit, offset } = checkPage(raw, rules, issues)
  const { minSpend = null } = raw
  if (minSpend !== null && minSpend < 0) issues.push({ path: 'minSpend', message: 'must not be negative' })
  const search = raw.search?.trim() ?? ''
  refuse(issues)
  const question = { range: scope.range, groups, metrics, sort, minSpend, search: search || null, limit, offset }
  return { scope, question }
}

/** For questions that are about accounts and days alone. */
export function checkScopeOnly(raw: RawScope, more: Issue[] = []): Scope {
  const issues: Issue[] = []
  const scope = checkScope(raw, issues)
  refuse([...issues, ...more])
  return scope
}

function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw brokenRules(issues)
}

function checkScope(raw: RawScope, issues: Issue[]): Scope {
  const platform = raw.platform ? platformNamed(raw.platform) : null
  if (raw.platform && !platform) {
    issues.push({
      path: 'platform',
      message: `there is no platform ${raw.platform}`,
      expected: platformWords.join(', '),
    })
  }
  if (raw.accountIds.length > mostAccounts) {
    issues.push({ path: 'accountIds', message: `must be at most ${mostAccounts} accounts` })
  }
  const range = { from: raw.startDate, to: raw.endDate }
  const wrong = (['startDate', 'endDate'] as const).filter((path) => !isDay(raw[path]))
  for (const path of wrong) {
    issues.push({ path, message: dayRule, expected: 'YYYY-MM-DD' })
  }
  if (wrong.length === 0) issues.push(...rangeIssues(new Date(range.from), new Date(range.to)))
  return { range, accountIds: raw.accountIds, platform }
}

function checkMetrics(words: string[], { peopleByDefault }: QuestionRules, issues: Issue[]): MetricName[] {
  if (words.length === 0) return metricNames.filter((name) => peopleByDefault || !isAboutPeople(name))
  const found = words.map((word) => {
    const name = sameWord(metricNames, word)
    if (!name) issues.push({ path: 'metrics', message: `${word} is no metric`, expected: metricNames.join(', ') })
    return name
  })
  return [...new Set(found.filter((name) => name !== null))]
}

function checkGroups(words: string[], issues: Issue[]): Group[] {
  if (words.length === 0) return [{ name: 'account', field: 'accountId' }]
  return words.flatMap((word) => {
    const group = groupOf(word)
    if (!group) {
      issues.push({ path: 'groupBy', message: `rows cannot be made for ${word}`, expected: groupWords.join(', ') })
    }
    return group ?? []
  })
}

function checkSort({ sortBy, sortDirection }: RawQuestion, groups: Group[], issues: Issue[]): Sort[] {
  const direction = sortDirection ? sameWord(['ASC', 'DESC'] as const, sortDirection) : null
  if (sortDirection && !direction) {
    issues.push({ path: 'sortDirection', message: `${sortDirection} is no direction`, expected: 'ASC, DESC' })
  }
  if (!sortBy) {
    const bySpend: Sort = { by: 'spend', direction: direction ?? 'DESC' }
    return groupsBy(groups, 'day') ? [{ by: 'date', direction: 'ASC' }, bySpend] : [bySpend]
  }
  const metric = sameWord(metricNames, sortBy)
  const by = metric ?? sameWord(shownFields(groups), sortBy)
  if (!by) {
    const allowed = [...metricNames, ...shownFields(groups)].join(', ')
    issues.push({ path: 'sortBy', message: `rows cannot be sorted by ${sortBy}`, expected: allowed })
    return []
  }
  return [{ by, direction: direction ?? (metric ? 'DESC' : 'ASC') }]
}

function checkPage({ limit, offset = 0 }: RawQuestion, rules: QuestionRules, issues: Issue[]) {
  const { usualLimit, mostRows } = rules
  if (limit !== undefined && (limit < 1 || limit > mostRows)) {
    issues.push({ path: 'limit', message: `must be between 1 and ${mostRows}` })
  }
  if (offset < 0 || offset > Number.MAX_SAFE_INTEGER) issues.push({ path: 'offset', message: 'must not be negative' })
  return { limit: limit ?? usualLimit, offset }
}
