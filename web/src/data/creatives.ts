import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { flightdeck } from './client/flightdeck.ts'
import type { Input } from './client/flightdeck.ts'
import { byCursor } from './client/query-client.ts'
import { write } from './client/write.ts'
import { keysOf } from './nouns.ts'

const key = keysOf('creatives')
const pageSize = 48

export type CreativeQuery = Omit<NonNullable<Input<'listCreatives'>>, 'cursor' | 'limit'>
export type Graduation = Input<'graduateCreative'>

/** What ads show, page by page. */
export const useCreatives = (query: CreativeQuery) =>
  useInfiniteQuery({
    queryKey: key(query),
    placeholderData: keepPreviousData,
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      flightdeck.listCreatives({ ...query, limit: pageSize, cursor: pageParam }, { signal }),
    select: ({ pages }) => {
      const [first] = pages
      return { rows: pages.flatMap(({ data }) => data), about: first ?? null }
    },
  })

export const useCreativeSettings = () =>
  useQuery({ queryKey: key('settings'), queryFn: () => flightdeck.getCreativeSettings({}) })

/** What it would make, pause and cost. */
export const usePreview = (wish: Graduation | null) =>
  useQuery({
    queryKey: keysOf('plans')('graduation', wish),
    enabled: wish !== null,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      if (wish === null) return null
      return flightdeck.graduateCreative({ ...wish, dryRun: true })
    },
  })

export const graduate = write(
  (wish: Graduation) => flightdeck.graduateCreative({ ...wish, dryRun: undefined }),
  'creatives',
  'batches',
)

export const updateCreativeSettings = write(flightdeck.updateCreativeSettings, 'creatives')
