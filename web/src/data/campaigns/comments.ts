import { useQueries, useQuery } from '@tanstack/react-query'
import { FlightdeckError } from '../../../../client/src/index.ts'
import type { AdAccount, PagePost } from '../../../../client/src/index.ts'
import { flightdeck } from '../client/flightdeck.ts'
import { keysOf } from '../nouns.ts'
import { write } from '../client/write.ts'

const key = keysOf('comments')

export type CommentFilter = 'all' | 'visible' | 'hidden'
/** Where people comment, and what is said there. */
export type CommentThread = ({ adId: string } | { postId: string }) & { under: string | null }

/** The newest posts of every page that the account speaks for. */
export const usePosts = (account: AdAccount) =>
  useQuery({
    queryKey: key(account.id, 'posts'),
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

/** All of one place; of several the newest of each. */
const maxOfSeveral = 50

export function useInbox(account: AdAccount, places: CommentThread[], filter: CommentFilter) {
  const isAlone = places.length === 1
  const found = useQueries({
    queries: places.map(({ under, ...place }) => ({
      queryKey: key(account.id, 'under', place, filter, isAlone),
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const asked = { accountId: account.id, ...place, filter }
        if (isAlone) {
          const all = await Array.fromAsync(flightdeck.all.listComments({ ...asked, limit: 100 }, { signal }))
          return { data: all, hasMore: false, under }
        }
        const { data, pagination } = await flightdeck.listComments({ ...asked, limit: maxOfSeveral }, { signal })
        return { data, hasMore: pagination.hasMore, under }
      },
    })),
  })
  // A list that grows in its middle moves under the hand, and the wrong comment is hidden.
  const isWhole = found.every(({ isPending }) => !isPending)
  const failed = found.filter(({ isError }) => isError)
  const comments = found.flatMap(({ data }) => data?.data.map((comment) => ({ ...comment, under: data.under })) ?? [])
  return {
    data: isWhole
      ? comments.sort((one, other) => Date.parse(other.createdTime) - Date.parse(one.createdTime))
      : undefined,
    error: failed[0]?.error ?? null,
    refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
    more: found.filter(({ data }) => data?.hasMore).length,
  }
}

export const hideComment = write(flightdeck.hideComment, 'comments')
export const unhideComment = write(flightdeck.unhideComment, 'comments')
/** One after the other: what is refused stays, and holds nothing up. */
export const hideComments = write(async ({ accountId, ids, hidden }: HideWish) => {
  const failed: { id: string; problem: string }[] = []
  for (const commentId of ids) {
    try {
      await flightdeck[hidden ? 'hideComment' : 'unhideComment']({ accountId, commentId })
    } catch (error) {
      if (!(error instanceof FlightdeckError)) throw error
      failed.push({ id: commentId, problem: error.message })
    }
  }
  return { done: ids.length - failed.length, failed, hidden }
}, 'comments')

interface HideWish {
  accountId: string
  ids: string[]
  hidden: boolean
}

export const deleteComment = write(flightdeck.deleteComment, 'comments')
export const replyToComment = write(flightdeck.replyToComment, 'comments')
