import { z } from 'zod'
import { text, words } from '../../../core/media/library-text.ts'
import { findBoard } from '../../../core/media/boards.ts'
import { findMedia, listMedia } from '../../../core/media/library.ts'
import type { MediaFilter } from '../../../core/media/library.ts'
import { presentMedia } from '../../../core/media/view.ts'
import { notFound } from '../../../errors.ts'
import type { OldCaller as Caller } from '../../../call/endpoint.ts'
import type { Services } from '../../../services.ts'
import { pageQuery, paginate } from '../../shapes.ts'
import { Dimensions } from '../../upload/uploaded-file.ts'

/** A stored file of the library. */
export const MediaItem = z.object({
  id: z.number().int(),
  name: z.string().meta({ description: 'What people call it; free to change.' }),
  url: z.string().meta({ description: 'Address of the stored file; use it as media[].url of a launch.' }),
  filename: z.string().meta({ description: 'Unique within the company.' }),
  originalName: z.string().meta({ description: 'Name that the file was uploaded with.' }),
  type: z.enum(['image', 'video']),
  contentType: z.string(),
  dimensions: Dimensions,
  size: z.number().int().meta({ description: 'Bytes.' }),
  sizeFormatted: z.string(),
  tags: z.array(z.string()),
  boardIds: z.array(z.number().int()).meta({ description: 'Boards that it is on.' }),
  createdAt: z.string(),
  updatedAt: z.string(),
})

export const idParams = (what: string) => z.object({ id: z.string().meta({ description: `Id of the ${what}.` }) })

/** The number in an address; anything that cannot be one of our ids is an id that nobody has. */
export function idOf(what: string, given: string): number {
  if (!/^[1-9]\d{0,14}$/.test(given)) throw notFound(what, given)
  return Number(given)
}

export const listFilters = {
  search: text(500).optional().meta({ description: 'Part of the name, filename or original name.' }),
  type: z.enum(['image', 'video']).optional(),
  tag: text(100).optional().meta({ description: 'Only media with this very tag.' }),
  ...pageQuery(200, 50),
}

export const Tags = z
  .array(words(100))
  .max(50)
  .transform((tags) => [...new Set(tags)])
  .meta({ description: 'At most 50; replaces the tags it has.' })

interface Ground {
  caller: Caller
  services: Services
}

export async function answerMedia({ caller, services }: Ground, what: string, given: string) {
  const row = await findMedia(services.db, caller.companyId, idOf(what, given))
  if (!row) throw notFound(what, given)
  return presentMedia(row, services.media)
}

/** One page of media; a board that the company does not have is 404, not an empty page. */
export async function answerPage({ caller, services }: Ground, filter: MediaFilter) {
  const { db, media } = services
  if (filter.boardId !== undefined && !(await findBoard(db, caller.companyId, filter.boardId))) {
    throw notFound('board', filter.boardId)
  }
  const { rows, total } = await listMedia(db, caller.companyId, filter)
  const data = rows.map((row) => presentMedia(row, media))
  return { data, count: data.length, pagination: paginate(filter.page, filter.limit, total) }
}
