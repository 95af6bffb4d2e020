import { z } from 'zod'
import { text, words } from '../../../core/media/library-text.ts'
import { findBoard } from '../../../core/media/boards.ts'
import { findMedia, listMedia } from '../../../core/media/library.ts'
import type { MediaFilter } from '../../../core/media/library.ts'
import { presentMedia } from '../../../core/media/view.ts'
import type { Context } from '../../../core/context.ts'
import { notFound } from '../../../errors.ts'
import { mediaKinds } from '../../../platforms/contract/media.ts'
import type { Services } from '../../../services.ts'
import { pageFields, pageWith } from '../../pages.ts'
import { fileFields } from '../../upload/uploaded-file.ts'

const MediaType = z.enum(mediaKinds)

/** A stored file of the library. */
export const MediaItem = z
  .object({
    ...fileFields,
    name: z.string().meta({ description: 'What people call it; free to change.' }),
    type: MediaType.meta({ id: 'MediaType', description: 'Whether it is a picture, a video or a document.' }),
    contentType: z.string().meta({ description: 'What it is served as, such as "image/png".' }),
    tags: z.array(z.string()).meta({ description: 'Words that people find it by.' }),
    boardIds: z.array(z.number().int()).meta({ description: 'Boards that it is on.' }),
    createdAt: z.string().meta({ description: 'When it was uploaded.', format: 'date-time' }),
    updatedAt: z.string().meta({ description: 'When it was changed last.', format: 'date-time' }),
  })
  .meta({ id: 'StoredMedia' })

export const idField = (what: string) => z.string().meta({ description: `Id of the ${what}.` })

/** The number in an address; anything that cannot be one of our ids is an id that nobody has. */
export function idOf(what: string, given: string): number {
  if (!/^[1-9]\d{0,14}$/.test(given)) throw notFound(what, given)
  return Number(given)
}

export const listFilters = {
  search: text(500).optional().meta({ description: 'Part of the name, filename or original name.' }),
  type: MediaType.optional().meta({ description: 'Only pictures, only videos, or only documents.' }),
  tag: text(100).optional().meta({ description: 'Only media with this very tag.' }),
  ...pageFields(200, 50),
}

const maxTags = 50

export const Tags = z
  .array(words(100))
  .max(maxTags)
  .transform((tags) => [...new Set(tags)])
  .meta({ description: `At most ${maxTags}; replaces the tags it has.` })

type Deps = Pick<Services, 'db' | 'media'>
type Within = Pick<Context, 'company'>

export async function answerMedia(deps: Deps, context: Within, { what, id }: { what: string; id: string }) {
  const row = await findMedia(deps, context, { id: idOf(what, id) })
  if (!row) throw notFound(what, id)
  return presentMedia(row, deps.media)
}

/** One page of media; a board that the company does not have is 404, not an empty page. */
export async function answerPage(deps: Deps, context: Within, filter: MediaFilter) {
  const { boardId } = filter
  if (boardId !== undefined && !(await findBoard(deps, context, { id: boardId }))) throw notFound('board', boardId)
  const { rows, total } = await listMedia(deps, context, filter)
  const data = rows.map((row) => presentMedia(row, deps.media))
  return pageWith(data, filter, total)
}
