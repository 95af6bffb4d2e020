import type { SearchTerm } from '../../platforms/contract/search-ads.ts'
import type { Context } from '../context.ts'
import { requestedDays } from '../days/range.ts'
import { addDays, todayIn } from '../../days.ts'
import type { Reading } from '../connections/owner.ts'
import type { AccountDeps } from '../deps.ts'
import { openPlace } from './lists.ts'
import type { PricedRows } from './lists.ts'

/** How many days are looked at unless the caller says. */
export const usualTermDays = 30

export interface TermsQuery {
  accountId: string
  campaignId?: string
  adGroupId?: string
  startDate?: string
  endDate?: string
  minCost?: number
  maxConversions?: number
  limit: number
}

/** What people typed, the costliest first. */
export async function listTerms(
  deps: AccountDeps,
  context: Reading & Pick<Context, 'now'>,
  { accountId, startDate, endDate, ...query }: TermsQuery,
): Promise<PricedRows<SearchTerm>> {
  const days = requestedDays({ startDate, endDate })
  const { verbs, ref } = await openPlace(deps, context, { accountId, ...query })
  const today = todayIn(ref.timeZone)
  const range = days ?? { from: addDays(today, -(usualTermDays - 1)), to: today }
  return { rows: await verbs.listTerms(ref, { ...query, range }), currency: ref.currency }
}
