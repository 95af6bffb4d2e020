import { addDays, dayCount, todayIn } from '../../days.ts'
import { didYouMean, sameWord } from '../../closed-words.ts'
import { brokenRules } from '../../errors.ts'
import type { Issue } from '../../errors.ts'
import type { DayRange } from '../../platforms/contract/insights.ts'
import { daysIn, spanOf } from '../automations/rule/compiled/span.ts'
import { requestedDays } from '../days/range.ts'
import type { ReportAccount } from '../reports/sync/types.ts'
import { filterIssues } from './filter/condition.ts'
import type { FilterCondition } from './filter/condition.ts'
import { changeKinds, factColumns, factNames, figureNames, isFigure, usualWindow } from './words.ts'
import type { ChangeKind, ComparedPeriod, FactName, FigureName, ListLevel, ListWindow } from './words.ts'

/** What is listed, as it was asked for or saved; what is left out has its default. */
export interface ListWishes {
  level?: ListLevel
  accountIds?: string[]
  platform?: string
  /** Only what has one of these ids. */
  ids?: string[]
  campaignIds?: string[]
  adSetIds?: string[]
  filter?: FilterCondition[]
  search?: string
  columns?: string[]
  sortBy?: string
  sortDirection?: Direction
  window?: ListWindow
  startDate?: string
  endDate?: string
  compare?: ComparedPeriod
}

type Direction = 'ASC' | 'DESC'

type SortKey = { figure: FigureName; of: 'now' | ChangeKind } | { fact: FactName }

/** A question whose words are known to make sense. */
export interface ListQuestion {
  level: ListLevel
  figures: FigureName[]
  filter: FilterCondition[]
  search: string | null
  ids: string[]
  campaignIds: string[]
  adSetIds: string[]
  sort: { key: SortKey; direction: Direction }
  range: DayRange
  /** The days that figures are held against; null: none. */
  before: DayRange | null
  limit: number
}

const sortWords = [
  ...figureNames,
  ...factNames,
  ...changeKinds.flatMap((kind) => figureNames.map((name) => `${kind}.${name}`)),
]

/** 422 for words that make no sense, before anything is looked up for them. */
export function checkWishes(wishes: ListWishes): void {
  const issues = wishIssues(wishes)
  if (issues.length > 0) throw brokenRules(issues)
  requestedDays(wishes)
}

/** Everything that is wrong with the words, each at its field. */
export function wishIssues(wishes: ListWishes): Issue[] {
  const { level = 'campaign', filter = [], columns = [], window, startDate, endDate } = wishes
  const issues = filterIssues(filter, level)
  for (const word of columns) {
    if (columnOf(word) !== undefined) continue
    const known = [...figureNames, ...factNames]
    issues.push({
      path: 'columns',
      message: `${word} is no column${didYouMean(known, word)}`,
      expected: known.join(', '),
    })
  }
  issues.push(...sortIssues(wishes))
  if (window !== undefined && (startDate !== undefined || endDate !== undefined))
    issues.push({ path: 'window', message: 'give either a window or days of your own' })
  return issues
}

function sortIssues({ sortBy, compare }: ListWishes): Issue[] {
  if (sortBy === undefined) return []
  const word = sameWord(sortWords, sortBy)
  if (word === undefined) {
    const message = `entities cannot be sorted by ${sortBy}${didYouMean(sortWords, sortBy)}`
    const expected = [...figureNames, ...factNames, ...changeKinds.map((kind) => `${kind}.<metric>`)].join(', ')
    return [{ path: 'sortBy', message, expected }]
  }
  return word.includes('.') && compare === undefined
    ? [{ path: 'sortBy', message: `${word} goes with compare: there is no other period` }]
    : []
}

function columnOf(word: string): FigureName | FactName | undefined {
  return sameWord([...figureNames, ...factNames], word)
}

function sortOf({ sortBy, sortDirection }: ListWishes): ListQuestion['sort'] {
  const word = sameWord(sortWords, sortBy ?? 'spend') ?? 'spend'
  const [kind, figure] = word.split('.')
  const direction = sortDirection ?? (isFigure(word) || figure !== undefined ? 'DESC' : 'ASC')
  if (figure !== undefined) return { key: { figure: figure as FigureName, of: kind as ChangeKind }, direction }
  return { key: isFigure(word) ? { figure: word, of: 'now' } : { fact: word as FactName }, direction }
}

export function isSortedByText(wishes: ListWishes): boolean {
  const { key } = sortOf(wishes)
  return 'fact' in key && factColumns[key.fact].type === 'text'
}

/** The question in words that were checked. `range`: the days of the page before, where the list goes on. */
export function questionOf(
  wishes: ListWishes,
  accounts: readonly ReportAccount[],
  { limit, range: kept }: { limit: number; range: DayRange | null },
): ListQuestion {
  const { level = 'campaign', filter = [], search, columns = [], compare } = wishes
  const { ids = [], campaignIds = [], adSetIds = [] } = wishes
  const range = kept ?? requestedDays(wishes) ?? daysOfWindow(wishes.window ?? usualWindow, accounts)
  const figures = columns.length === 0 ? figureNames : columns.map(columnOf).filter(isFigureName)
  return {
    ...{ level, filter, ids, campaignIds, adSetIds, limit, range },
    figures: [...new Set(figures)],
    search: search?.trim() || null,
    sort: sortOf(wishes),
    before: compare === undefined ? null : daysBefore(range),
  }
}

function isFigureName(word: FigureName | FactName | undefined): word is FigureName {
  return word !== undefined && isFigure(word)
}

/** In the calendar that the accounts share, otherwise in UTC: one list is about the same days throughout. */
function daysOfWindow(window: ListWindow, accounts: readonly ReportAccount[]): DayRange {
  const zones = new Set(accounts.map(({ timeZone }) => timeZone))
  const [zone = 'UTC'] = zones
  const { from, to } = daysIn(spanOf(window, 'spend', 0), todayIn(zones.size === 1 ? zone : 'UTC'))
  return { from: from ?? to, to }
}

/** As many days, right before. */
function daysBefore(range: DayRange): DayRange {
  return { from: addDays(range.from, -dayCount(range)), to: addDays(range.from, -1) }
}
