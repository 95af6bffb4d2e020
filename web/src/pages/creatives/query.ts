import type { CreativesSearch } from '../../app/search.ts'
import type { CreativeQuery } from '../../data/creatives.ts'
import { t } from '../../languages/t.ts'

export type ChangeSearch = (some: Partial<CreativesSearch>) => void

export const stateWords = { new: t('New'), winner: t('Winner'), scaled: t('Scaled'), tired: t('Tired') } as const

export const sorts = {
  spend: t('Most spent'),
  roas: t('Best ROAS'),
  cpa: t('Lowest cost per conversion'),
  results: t('Most results'),
  ctr: t('Best click rate'),
  hookRate: t('Best hook rate'),
  holdRate: t('Best hold rate'),
  firstDay: t('Newest'),
} as const

export const lengths = { 7: t('7 days'), 14: t('14 days'), 30: t('30 days'), 90: t('90 days') } as const
const usualLength = 30
const dayMs = 86_400_000

/** The last day that is over nearly everywhere. */
export function yesterday(now = Date.now()): string {
  return new Date(now - dayMs).toISOString().slice(0, 10)
}

export interface BoardDays {
  startDate: string
  endDate: string
}

export function queryOf(search: CreativesSearch, text: string): CreativeQuery & BoardDays {
  const { by, state, sort = 'spend', platform, accounts, days = usualLength, until = yesterday() } = search
  const startDate = new Date(Date.parse(until) - (days - 1) * dayMs).toISOString().slice(0, 10)
  return {
    ...{ startDate, endDate: until, platform, groupBy: by as CreativeQuery['groupBy'], state, sortBy: sort },
    accountIds: accounts?.split(','),
    search: text.trim() || undefined,
    sortDirection: sort === 'cpa' ? 'ASC' : undefined,
  }
}
