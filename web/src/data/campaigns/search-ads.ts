import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { MatchType } from '../../../../client/src/index.ts'
import { flightdeck } from '../client/flightdeck.ts'
import type { Input } from '../client/flightdeck.ts'
import { byCursor } from '../client/query-client.ts'
import { write } from '../client/write.ts'
import { keysOf } from '../nouns.ts'

const key = keysOf('campaigns')
const pageSize = 100
const maxChoices = 1000

/** What of an account is looked at. */
export interface Within {
  accountId: string
  campaignId?: string
  adGroupId?: string
}

export type TermsQuery = Within &
  Pick<NonNullable<Input<'listSearchTerms'>>, 'startDate' | 'endDate' | 'minCost' | 'maxConversions'>

/** What people typed before they saw an ad, the costliest first. */
export const useSearchTerms = (query: TermsQuery) =>
  useInfiniteQuery({
    queryKey: key('search terms', query),
    placeholderData: keepPreviousData,
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      flightdeck.listSearchTerms({ ...query, limit: pageSize, cursor: pageParam }, { signal }),
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  })

export const useKeywords = (query: Within) =>
  useInfiniteQuery({
    queryKey: key('keywords', query),
    placeholderData: keepPreviousData,
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      flightdeck.listSearchKeywords({ ...query, limit: pageSize, cursor: pageParam }, { signal }),
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  })

export const useNegatives = (query: Within) =>
  useInfiniteQuery({
    queryKey: key('negatives', query),
    placeholderData: keepPreviousData,
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      flightdeck.listSearchNegatives({ ...query, limit: pageSize, cursor: pageParam }, { signal }),
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  })

/** The ad groups of an account, to choose from. */
export const useAdGroups = (accountId: string) =>
  useQuery({
    queryKey: key('ad groups', accountId),
    staleTime: 60_000,
    queryFn: ({ signal }) => flightdeck.listSearchAdGroups({ accountId, limit: maxChoices }, { signal }),
    select: ({ data }) => data,
  })

/** Where words are added: keywords go into ad groups, negatives hold for one or for a whole campaign. */
export interface Adding {
  accountId: string
  kind: 'keyword' | 'negative'
  words: { text: string; matchType: MatchType; bid?: number | string }[]
  place: { adGroupId: string } | { campaignId: string }
  dryRun?: boolean
}

const send = ({ accountId, kind, words, place, dryRun }: Adding) =>
  kind === 'keyword' && 'adGroupId' in place
    ? flightdeck.addSearchKeywords({ accountId, ...place, keywords: words, dryRun })
    : flightdeck.addSearchNegatives({
        accountId,
        negatives: words.map(({ text, matchType }) => ({ text, matchType, ...place })),
        dryRun,
      })

export type Added = Awaited<ReturnType<typeof send>>

export const addWords = write(send, 'campaigns')

/** What the platform would say to each of them; null: nothing is asked yet. */
export const useWordsPreview = (wish: Adding | null) =>
  useQuery({
    queryKey: keysOf('plans')('search words', wish),
    enabled: wish !== null,
    staleTime: 30_000,
    queryFn: async () => (wish ? send({ ...wish, dryRun: true }) : null),
  })

export const switchKeywords = write(
  (wish: { accountId: string; ids: string[]; status: 'ENABLED' | 'PAUSED' }) =>
    flightdeck.updateSearchStatus({
      accountId: wish.accountId,
      entityType: 'keyword',
      entityIds: wish.ids,
      status: wish.status,
    }),
  'campaigns',
)

export const removeNegatives = write(flightdeck.removeSearchNegatives, 'campaigns')
