import type { CreativesSearch } from '../../app/search.ts'
import type { CreativeQuery } from '../../data/creatives.ts'

export type ChangeSearch = (some: Partial<CreativesSearch>) => void

export const stateWords = { new: 'New', winner: 'Winner', scaled: 'Scaled', tired: 'Tired' } as const

export const sorts = {
  spend: 'Most spent',
  roas: 'Best ROAS',
  cpa: 'Lowest cost per conversion',
  results: 'Most results',
  ctr: 'Best click rate',
  hookRate: 'Best hook rate',
  holdRate: 'Best hold rate',
  firstDay: 'Newest',
} as const

export const lengths = { 7: '7 days', 14: '14 days', 30: '30 days', 90: '90 days' } as const
const usualLength = 30
const dayMs = 86_400_000

/** The last day that is over nearly everywhere. */
export function yesterday(now = Date.now()): string {
  return new Date(now - dayMs).toISOString().slice(0, 10)
}

export function queryOf(search: CreativesSearch, text: string): CreativeQuery {
  const { by, state, sort = 'spend', platform, accounts, days = usualLength, until = yesterday() } = search
  const startDate = new Date(Date.parse(until) - (days - 1) * dayMs).toISOString().slice(0, 10)
  return {
    ...{ startDate, endDate: until, platform, groupBy: by as CreativeQuery['groupBy'], state, sortBy: sort },
    accountIds: accounts?.split(','),
    search: text.trim() || undefined,
    sortDirection: sort === 'cpa' ? 'ASC' : undefined,
  }
}
