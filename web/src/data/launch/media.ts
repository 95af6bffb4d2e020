import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { StoredMedia, UploadOptions } from '../../../../client/src/index.ts'
import { flightdeck } from '../client/flightdeck.ts'
import { keysOf } from '../nouns.ts'
import { age, byCursor } from '../client/query-client.ts'
import { write } from '../client/write.ts'

const key = keysOf('media')

export interface MediaFilter {
  search: string
  type: '' | StoredMedia['type']
  tag: string
  /** null: of every board, and of none. */
  boardId: string | null
}

export function useMedia({ search, type, tag, boardId }: MediaFilter) {
  const asked = { ...(search && { search }), ...(type && { type }), ...(tag && { tag }), ...(boardId && { boardId }) }
  return useInfiniteQuery({
    queryKey: key('pages', asked),
    ...byCursor,
    queryFn: ({ pageParam: cursor, signal }) => flightdeck.listMedia({ ...asked, limit: 100, cursor }, { signal }),
    select: ({ pages }) => ({
      items: pages.flatMap(({ data }) => data),
      total: pages[0]?.pagination.total ?? null,
    }),
  })
}

/** The newest that are called so, to choose from. */
export const useSomeMedia = (word: string) =>
  useQuery({
    queryKey: key('some', word),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => flightdeck.listMedia({ search: word || undefined, limit: 60 }, { signal }),
  })

export const useBoards = () =>
  useQuery({ queryKey: key('boards'), queryFn: () => Array.fromAsync(flightdeck.all.listBoards({ limit: 200 })) })

export const useTags = () => useQuery({ queryKey: key('tags'), queryFn: () => flightdeck.listTags() })

/** Which ads were launched with a file. */
export const useMediaUses = (id: number, limit: number) =>
  useQuery({ queryKey: key('uses', id), queryFn: () => flightdeck.listMediaUses({ id: String(id), limit }) })

/** Puts a file into the library. */
export async function upload(
  file: File,
  options: UploadOptions,
  boardId: string | null = null,
): Promise<StoredMedia['url']> {
  const stored = await flightdeck.upload(file, options)
  if (boardId) await flightdeck.updateBoardAssets({ id: boardId, assetIds: [stored.id] })
  void age('media')
  return stored.url
}

export const takeFromWeb = write(flightdeck.uploadMediaFromUrl, 'media')
export const updateMedia = write(flightdeck.updateMedia, 'media')
export const deleteMedia = write(
  (ids: number[]) => each(ids, (id) => flightdeck.deleteMedia({ id: String(id) })),
  'media',
)
export const addTag = write(
  ({ files, tag }: { files: StoredMedia[]; tag: string }) =>
    each(files, ({ id, tags }) => flightdeck.updateMedia({ id: String(id), tags: [...tags, tag] })),
  'media',
)

/** Without an id: a new one. */
export const saveBoard = write(
  ({ id, name }: { id?: string; name: string }) =>
    id === undefined ? flightdeck.createBoard({ name }) : flightdeck.updateBoard({ id, name }),
  'media',
)
export const deleteBoard = write(flightdeck.deleteBoard, 'media')
export const updateBoardAssets = write(flightdeck.updateBoardAssets, 'media')

/** One after the other; the first that fails ends it, and is told. */
async function each<Item>(items: Item[], run: (item: Item) => Promise<unknown>): Promise<void> {
  for (const item of items) await run(item)
}
