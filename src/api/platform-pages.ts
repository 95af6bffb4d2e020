import { z } from 'zod'
import type { Paged } from '../platforms/contract/manage.ts'
import { limitField, pageOf } from './pages.ts'

/** Lists that a platform cuts into pages: only its own cursor says where to go on, and nobody knows how many there are. */
export function cursorFields(max: number, usual: number) {
  return {
    limit: limitField(max, usual),
    cursor: z
      .string()
      .min(1)
      .max(2000)
      .optional()
      .meta({ description: 'The nextCursor of the page before. Left out: from the beginning.' }),
  }
}

const Cursor = z.string().nullable()

const Cursors = z
  .object({
    before: Cursor.meta({ description: 'Where this page begins; null where the platform does not tell.' }),
    after: Cursor.meta({ description: 'Where the next page begins; null at the end.' }),
  })
  .meta({ id: 'Cursors' })

const Paging = z.object({ cursors: Cursors.meta({ description: "The platform's own places." }) }).meta({ id: 'Paging' })

export function cursorPageOf<T extends z.ZodType>(item: T) {
  return pageOf(item).extend({ paging: Paging.meta({ description: 'The same as pagination, in cursors.' }) })
}

export function cursorPage<T>({ items, before, after }: Paged<T>, limit: number) {
  return {
    data: items,
    count: items.length,
    pagination: { limit, hasMore: after !== null, nextCursor: after },
    paging: { cursors: { before, after } },
  }
}
