import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ResearchAd, ResearchSort } from '../../../client/src/index.ts'
import { flightdeck } from './flightdeck.ts'

export interface ResearchFilter {
  search: string
  brandId: string
  boardId: string
  format: string
  running: '' | 'true' | 'false'
  sort: ResearchSort
}

const pageSize = 40

/** Competitors' ads as asked for, page by page. */
export function useResearchAds({ search, brandId, format, running, sort }: ResearchFilter, isEnabled: boolean) {
  const asked = {
    ...(search && { search }),
    ...(brandId && { brandId }),
    ...(format && { format }),
    ...(running && { isActive: running }),
    sort,
  }
  return useInfiniteQuery({
    queryKey: ['research', 'ads', asked],
    enabled: isEnabled,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      flightdeck.listResearchAds({ ...asked, limit: pageSize, cursor: pageParam }, { signal }),
    getNextPageParam: ({ result }) => result.data.nextCursor ?? undefined,
    select: ({ pages }) => ({
      ads: pages.flatMap(({ result }) => result.data.items),
      total: pages[0]?.result.data.total ?? 0,
    }),
  })
}

/** What lies on one board of the research tool. */
export function useBoardOfAds(boardId: string) {
  return useQuery({
    queryKey: ['research', 'board', boardId],
    enabled: boardId !== '',
    queryFn: async (): Promise<ResearchAd[]> => {
      const { result } = await flightdeck.queryResearch({ procedure: 'boards.get', input: JSON.stringify({ boardId }) })
      const { ads } = result.data as { ads?: unknown }
      return Array.isArray(ads) ? (ads as ResearchAd[]) : []
    },
  })
}

export function useResearchBoards() {
  return useQuery({
    queryKey: ['research', 'boards'],
    queryFn: async () => (await flightdeck.listResearchBoards({ limit: 100 })).result.data.items,
  })
}

export function useFollowed() {
  return useQuery({
    queryKey: ['research', 'followed'],
    queryFn: async () => (await flightdeck.listFollowedBrands({ limit: 100 })).result.data.items,
  })
}
