import type { RunningSearch } from '../../../app/search.ts'
import { metricTitle } from '../../../data/metric-title.ts'
import { t } from '../../../languages/t.ts'

/** What is known of a row besides its name and its figures, by the names that lists are sorted by. */
const facts = {
  state: t('State'),
  dailyBudget: t('Budget'),
  accountName: t('Ad account'),
  campaignName: t('Campaign'),
  adSetName: t('Ad set'),
  learningPhase: t('Learning'),
  createdTime: t('Made##when it was created'),
} as const

export type Fact = keyof typeof facts

const usualFacts: Fact[] = ['state', 'dailyBudget']
const usualFigures = ['spend', 'impressions', 'ctr', 'results', 'costPerResult', 'roas']
export const usualColumns: string[] = [...usualFacts, ...usualFigures]

export const isFact = (name: string): name is Fact => Object.hasOwn(facts, name)

export const columnTitle = (name: string): string => (isFact(name) ? facts[name] : metricTitle(name))

/** Figures and amounts stand to the right. */
export const isRight = (name: string): boolean => !isFact(name) || name === 'dailyBudget'

/** What stands nowhere on a level: ads have no budget of their own, and nothing stands in itself. */
const lacking: Record<NonNullable<RunningSearch['level']>, readonly string[]> = {
  campaign: ['campaignName', 'adSetName'],
  adset: ['adSetName'],
  ad: ['dailyBudget'],
}

/** The columns that were chosen, in their order. Who chose figures alone has state and budget before them. */
export function chosenColumns({ columns }: RunningSearch): string[] {
  const chosen = columns?.split(',') ?? usualColumns
  return chosen.some(isFact) ? chosen : [...usualFacts, ...chosen]
}

/** Those that there are on the level that is listed. */
export function shownColumns(search: RunningSearch): string[] {
  const lacks = lacking[search.tree ? 'campaign' : (search.level ?? 'ad')]
  return chosenColumns(search).filter((name) => !lacks.includes(name))
}

/** All that can be chosen: facts first, then figures in the order in which reports have them. */
export const allColumns = (figures: readonly string[]): string[] => [...Object.keys(facts), ...figures]

/** The list with one of its columns at another place. */
export function movedTo(columns: readonly string[], name: string, at: number): string[] {
  const rest = columns.filter((each) => each !== name)
  return rest.toSpliced(Math.max(0, at), 0, name)
}

export const columnsText = (columns: readonly string[]): string | undefined =>
  columns.join(',') === usualColumns.join(',') ? undefined : columns.join(',')
