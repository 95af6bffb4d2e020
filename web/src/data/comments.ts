import { useQueries, useQuery } from '@tanstack/react-query'
import type { AdAccount, Comment, PagePost } from '../../../client/src/index.ts'
import { flightdeck } from './flightdeck.ts'

export type CommentFilter = 'all' | 'visible' | 'hidden'
/** Where people comment, and what is said there. */
export type Place = ({ adId: string } | { postId: string }) & { under: string | null }

/** The newest posts of every page that the account speaks for. */
export function usePosts(account: AdAccount) {
  return useQuery({
    queryKey: ['comments', account.id, 'posts'],
    queryFn: async (): Promise<(PagePost & { pageName: string })[]> => {
      const { data: pages } = await flightdeck.listProfiles({ accountId: account.id })
      const lists = await Promise.all(
        pages.map(async ({ page, primaryName }) => {
          const { data } = await flightdeck.listPosts({ pageId: page, limit: 25 })
          return data.map((post) => ({ ...post, pageName: primaryName }))
        }),
      )
      return lists.flat()
    },
  })
}

/** All of one place; of several the newest of each. */
const mostOfSeveral = 50

export function useInbox(account: AdAccount, places: Place[], filter: CommentFilter) {
  const isAlone = places.length === 1
  const found = useQueries({
    queries: places.map(({ under, ...place }) => ({
      queryKey: ['comments', account.id, 'under', place, filter, isAlone],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const asked = { accountId: account.id, ...place, filter }
        if (isAlone) {
          const all = await Array.fromAsync(flightdeck.all.listComments({ ...asked, limit: 100 }, { signal }))
          return { data: all, hasMore: false, under }
        }
        const { data, pagination } = await flightdeck.listComments({ ...asked, limit: mostOfSeveral }, { signal })
        return { data, hasMore: pagination.hasMore, under }
      },
    })),
  })
  const isPending = found.some((each) => each.isPending)
  // A list that grows in its middle moves under the hand, and the wrong comment is hidden.
  const comments: (Comment & { under: string | null })[] = (isPending ? [] : found).flatMap(
    ({ data }) => data?.data.map((comment) => ({ ...comment, under: data.under })) ?? [],
  )
  return {
    comments: comments.sort((one, other) => Date.parse(other.createdTime) - Date.parse(one.createdTime)),
    errors: found.flatMap(({ error }) => (error ? [error] : [])),
    isPending,
    more: found.filter(({ data }) => data?.hasMore).length,
  }
}
