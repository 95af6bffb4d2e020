import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { StoredMedia } from '../../../client/src/index.ts'
import { flightdeck } from './flightdeck.ts'

export interface MediaFilter {
  search: string
  type: '' | StoredMedia['type']
  tag: string
  /** null: of every board, and of none. */
  boardId: string | null
}

const pageSize = 100

export function useMedia({ search, type, tag, boardId }: MediaFilter) {
  const asked = { ...(search && { search }), ...(type && { type }), ...(tag && { tag }), ...(boardId && { boardId }) }
  return useInfiniteQuery({
    queryKey: ['library', 'media', asked],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      flightdeck.listMedia({ ...asked, limit: pageSize, cursor: pageParam }, { signal }),
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
    select: ({ pages }) => ({
      items: pages.flatMap(({ data }) => data),
      total: pages[0]?.pagination.total ?? null,
    }),
  })
}

export function useBoards() {
  return useQuery({
    queryKey: ['library', 'boards'],
    queryFn: () => Array.fromAsync(flightdeck.all.listBoards({ limit: 200 })),
  })
}

export function useTags() {
  return useQuery({ queryKey: ['library', 'tags'], queryFn: () => flightdeck.listTags() })
}

/** Width by height, length, pages: what is known of a file. */
export function measuresOf({ dimensions, sizeFormatted }: StoredMedia): string {
  const { width, height } = dimensions
  const length = 'duration' in dimensions && dimensions.duration ? `${dimensions.duration.toFixed(1)} s` : null
  const pages = 'pages' in dimensions ? `${dimensions.pages} pages` : null
  return [width && height ? `${width} × ${height}` : null, length, pages, sizeFormatted].filter(Boolean).join(' · ')
}
