import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ResearchAd, ResearchSort } from '../../../client/src/index.ts'
import { required } from '../../../client/src/required.ts'
import { flightdeck } from './client/flightdeck.ts'
import { keysOf } from './nouns.ts'
import { write } from './client/write.ts'

const key = keysOf('research')

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
    queryKey: key('ads', asked),
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
export const useBoardOfAds = (boardId: string) =>
  useQuery({
    queryKey: key('board', boardId),
    enabled: boardId !== '',
    queryFn: async (): Promise<{ ads: ResearchAd[]; total: number }> => {
      const { result } = await flightdeck.queryResearch({ procedure: 'boards.get', input: JSON.stringify({ boardId }) })
      const { ads } = result.data as { ads?: unknown }
      const list = Array.isArray(ads) ? (ads as ResearchAd[]) : []
      return { ads: list, total: list.length }
    },
  })

export const useResearchBoards = () =>
  useQuery({
    queryKey: key('boards'),
    queryFn: async () => (await flightdeck.listResearchBoards({ limit: 100 })).result.data.items,
  })

export const useFollowed = () =>
  useQuery({
    queryKey: key('followed'),
    queryFn: async () => (await flightdeck.listFollowedBrands({ limit: 100 })).result.data.items,
  })

export const useResearchAd = (adId: string) =>
  useQuery({ queryKey: key('ad', adId), queryFn: async () => (await flightdeck.getResearchAd({ adId })).result.data })

export const follow = write(
  ({ brandId, isWanted }: { brandId: string; isWanted: boolean }) =>
    flightdeck.mutateResearch({
      procedure: isWanted ? 'companies.follow' : 'companies.unfollow',
      json: { brandId },
    }),
  'research',
)

/** Onto a board, or onto a new one of that name. */
export const keepAd = write(async ({ adId, board }: { adId: string; board: { id: string } | { name: string } }) => {
  const boardId = 'id' in board ? board.id : (await flightdeck.createResearchBoard(board)).result.data.id
  return flightdeck.mutateResearch({ procedure: 'boards.addAd', json: { boardId, adId } })
}, 'research')

const pollMs = 15_000
/** Most pages are read by then: one look, before the slow ones. */
const firstLookMs = 3000

/** How far the reading of a page of the web is; null: none was asked for. */
export const useReadPage = (jobId: number | null) =>
  useQuery({
    queryKey: key('page', jobId),
    enabled: jobId !== null,
    queryFn: () => flightdeck.getScrape({ jobId: required(jobId, 'job id') }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.finishedAt ? false : dataUpdateCount < 2 ? firstLookMs : pollMs,
  })

export const readPage = write(flightdeck.scrapePage)
