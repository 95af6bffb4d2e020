import type { Entity } from '../../../../client/src/index.ts'
import type { RunningSearch } from '../../app/search.ts'
import type { EntityQuery } from '../../data/running/entities.ts'
import { chosenColumns } from './columns/columns.ts'
import { t } from '../../languages/t.ts'

export const windows = {
  today: t('Today'),
  yesterday: t('Yesterday'),
  last_3_days: t('Last 3 days'),
  last_7_days: t('Last 7 days'),
  last_14_days: t('Last 14 days'),
  last_30_days: t('Last 30 days'),
  this_month: t('This month'),
} as const

export const levels = { campaign: t('Campaigns'), adset: t('Ad sets'), ad: t('Ads') } as const

/** A tree begins with campaigns. */
export const levelOf = ({ tree, level }: RunningSearch): 'campaign' | 'adset' | 'ad' =>
  tree ? 'campaign' : (level ?? 'ad')

/** What is decided by, whether it is shown or not. */
const alwaysRead = ['spend', 'results', 'costPerResult']

/** The question that an address asks. What is typed to search stays on the page: an address has no sentences. */
export function queryOf(search: RunningSearch, text = ''): EntityQuery {
  const { platform, accounts, window, from, to, sort, up, view } = search
  const filter = conditionsOf(search)
  return {
    level: levelOf(search),
    columns: [...new Set([...chosenColumns(search), ...alwaysRead])],
    compare: 'previous_period',
    ...(from && to ? { startDate: from, endDate: to } : { window: window ?? 'last_7_days' }),
    sortBy: sort ?? 'spend',
    sortDirection: up ? 'ASC' : 'DESC',
    ...(view === undefined ? {} : { view }),
    ...(platform === undefined ? {} : { platform }),
    ...(accounts === undefined ? {} : { accountIds: accounts.split(',') }),
    ...(text === '' ? {} : { search: text }),
    ...(filter.length > 0 ? { filter: JSON.stringify(filter) } : {}),
  }
}

/** What is asked of each row besides what it is called, in the words of rules. */
export function conditionsOf({ state, metric, than, amount }: RunningSearch) {
  const bound = { metric: metric ?? 'spend', operator: than ?? 'gt', value: amount }
  return [
    ...(state === undefined ? [] : [{ field: 'status' as const, operator: 'eq' as const, value: state }]),
    ...(amount === undefined ? [] : [bound]),
  ]
}

/** A row, as an address names it. */
export const rowWord = ({ accountId, id }: Pick<Entity, 'accountId' | 'id'>): string => `${accountId}:${id}`

export function rowIn(word: string | undefined): { accountId: string; id: string } | null {
  const at = word?.indexOf(':') ?? -1
  return word === undefined || at < 1 ? null : { accountId: word.slice(0, at), id: word.slice(at + 1) }
}

export type ChangeSearch = (change: Partial<RunningSearch>) => void
