import type { z } from 'zod'
import { fillPage, wrongCursor } from '../kit/fill-page.ts'
import type { Paged, PageQuery } from '../contract/manage.ts'
import type { Api, Params } from './client.ts'

/** The most that a page may be asked to hold. */
export const largestPage = 1_000

/** Pages have numbers here, which mean something only together with their size: both are in the cursor. */
export function pageThrough<T>(
  api: Api,
  { schema, path, params }: { schema: z.ZodType<T>; path: string; params: Params & { advertiser_id: string } },
  query: PageQuery,
  isWanted: (item: T) => boolean,
): Promise<Paged<T>> {
  const read = async (cursor: string) => {
    const [number, size] = cursor === '' ? [1, query.limit] : placeIn(cursor)
    const asked = { ...params, page: number, page_size: size }
    const { items, isLast } = await api.page(schema, path, asked, { accountId: params.advertiser_id })
    return { items, next: isLast ? null : `${number + 1}x${size}` }
  }
  return fillPage(read, query, isWanted)
}

function placeIn(cursor: string): [number: number, size: number] {
  const [, number, size] = /^([1-9]\d{0,5})x([1-9]\d{0,3})$/.exec(cursor) ?? []
  if (number === undefined || size === undefined) throw wrongCursor()
  return [Number(number), Number(size)]
}
