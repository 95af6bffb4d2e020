import { z } from 'zod'

/** after is null on the last page. */
export const Cursors = z.object({
  cursors: z.object({ before: z.string().nullable(), after: z.string().nullable() }),
})

export const afterParam = z.string().min(1).max(2000).optional().meta({ description: 'Cursor from the page before.' })
