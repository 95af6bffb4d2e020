import { z } from 'zod'

/** One way to page through every list: ask again with `cursor` until `hasMore` is false. */
export const Pagination = z
  .object({
    limit: z.number().int().meta({ description: 'How many entries a page has at most.' }),
    hasMore: z.boolean().meta({ description: 'Whether there are entries after these.' }),
    nextCursor: z.string().nullable().meta({ description: 'Send it as cursor to get the next page; null at the end.' }),
    total: z.number().int().optional().meta({ description: 'How many entries there are in all, where that is known.' }),
    page: z.number().int().optional().meta({ description: 'Which page this is, counted from 1.' }),
  })
  .meta({ id: 'Pagination' })

/** What a list says that is answered whole: it ends here. */
function paginationOf(count: number): z.output<typeof Pagination> {
  return { limit: Math.max(count, 1), hasMore: false, nextCursor: null, total: count }
}

/** Whether a reply is a list that says nothing of pages. */
function isBareList(reply: z.ZodType): reply is z.ZodObject {
  return reply instanceof z.ZodObject && reply.shape.data instanceof z.ZodArray && !('pagination' in reply.shape)
}

/** Every list ends in the same words: one that is answered whole need not say so itself. null: the reply is none, or says it. */
export function asWholeList(reply: z.ZodType): { reply: z.ZodType; complete: (value: object) => object } | null {
  if (!isBareList(reply)) return null
  const pagination = Pagination.meta({ description: 'It is whole: there is no further page.' })
  return {
    reply: reply.extend({ pagination }),
    complete: (value) => ({ ...value, pagination: paginationOf((value as { data: unknown[] }).data.length) }),
  }
}
