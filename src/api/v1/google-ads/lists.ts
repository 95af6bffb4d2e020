import type { SearchAdsVerbs, WithinQuery } from '../../../platforms/contract/search-ads.ts'
import type { AccountRef, SwitchState } from '../../../platforms/contract/manage.ts'
import type { Reading } from '../../../core/connections/owner.ts'
import type { AccountDeps } from '../../../core/deps.ts'
import { listEnding, listWithin } from '../../../core/search-ads/lists.ts'
import { sliceOf, windowOf } from '../../pages.ts'
import type { Window } from '../../pages.ts'

interface ListRequest {
  accountId: string
  campaignId?: string
  adGroupId?: string
  status?: SwitchState
  limit: number
  cursor?: string
  page?: number
}

/** As many as the page needs and one more, which tells whether there is another page. */
export function requestedCall(paged: Pick<ListRequest, 'limit' | 'cursor' | 'page'>): {
  window: Window
  limit: number
} {
  const window = windowOf(paged)
  return { window, limit: window.offset + window.limit + 1 }
}

export function listOf<T>({ rows, currency }: { rows: T[]; currency: string }, window: Window) {
  return { ...sliceOf(rows, window), metadata: { currency } }
}

/** Answers with a page of what is in a campaign, an ad group or the whole account. */
export function listing<T>(list: (verbs: SearchAdsVerbs, account: AccountRef, query: WithinQuery) => Promise<T[]>) {
  return async (
    deps: AccountDeps,
    call: Reading,
    { accountId, campaignId, adGroupId, status, ...paged }: ListRequest,
  ) => {
    const { window, limit } = requestedCall(paged)
    return listOf(await listWithin(deps, call, { accountId, campaignId, adGroupId, status, limit }, list), window)
  }
}

/** The same for ad groups and ads, with the ends that are kept of them. */
export function endingList<T extends { id: string }>(
  type: 'ad' | 'adset',
  list: (verbs: SearchAdsVerbs, account: AccountRef, query: WithinQuery) => Promise<T[]>,
) {
  return async (
    deps: AccountDeps,
    call: Reading,
    { accountId, campaignId, adGroupId, status, ...paged }: ListRequest,
  ) => {
    const { window, limit } = requestedCall(paged)
    return listOf(await listEnding(deps, call, { type, accountId, campaignId, adGroupId, status, limit }, list), window)
  }
}
