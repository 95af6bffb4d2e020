import { z } from 'zod'
import { words } from '../../../core/media/library-text.ts'
import { changeMedia, deleteMedia, findMedia } from '../../../core/media/library.ts'
import { presentMedia } from '../../../core/media/view.ts'
import { notFound } from '../../../errors.ts'
import { operation } from '../../../call/operation.ts'
import type { Call } from '../../../call/operation.ts'
import type { Services } from '../../../services.ts'
import { demo } from '../../examples.ts'
import { Deleted } from '../../shapes.ts'
import { WasRenamed } from '../../upload/uploaded-file.ts'
import { withData, withDataShape } from './with-data.ts'
import { answerMedia, idField, idOf, MediaItem, Tags } from './media-item.ts'

const path = '/v1/media/{id}'
const section = 'Media and library'
const id = idField('file')

export const mediaById = operation({
  name: 'get_media',
  rest: { method: 'GET', path },
  section,
  summary: 'One stored file with its dimensions.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({ id }),
  example: { id: demo.media },
  reply: withDataShape(MediaItem),
  async handle(deps, call, asked) {
    return withData(await answerMedia(deps, call, { what: 'file', id: asked.id }))
  },
})

/** What the file is before it is changed, for the audit log. */
async function noteMedia(deps: Services, call: Call, ref: { id: number }): Promise<void> {
  const row = await findMedia(deps, call, ref)
  if (row) call.touched({ before: presentMedia(row, deps.media) })
}

const ChangedMedia = MediaItem.extend({ wasRenamed: WasRenamed }).meta({ id: 'ChangedMedia' })

export const patchMedia = operation({
  name: 'update_media',
  rest: { method: 'PATCH', path },
  section,
  summary: 'Rename or tag a stored file.',
  description:
    'filename follows the rules of uploads: it is made safe, ends in what the file is, and gets a suffix where another ' +
    'file has it (wasRenamed). The address of the file stays.',
  scope: 'launch',
  effect: 'changes',
  input: z.object({
    id,
    name: words(200).optional().meta({ description: 'What people call it.' }),
    filename: words(1000).optional().meta({ description: 'What it is called when it is downloaded.' }),
    tags: Tags.optional(),
  }),
  example: { id: demo.media, name: 'Spring banner, square', tags: ['spring', 'square'] },
  reply: withDataShape(ChangedMedia),
  async handle(deps, call, { id: given, ...changes }) {
    const ref = { id: idOf('file', given) }
    await noteMedia(deps, call, ref)
    const changed = await changeMedia(deps, call, { ...ref, ...changes })
    if (!changed) throw notFound('file', given)
    return withData({ ...presentMedia(changed.row, deps.media), wasRenamed: changed.wasRenamed })
  },
})

export const removeMedia = operation({
  name: 'delete_media',
  rest: { method: 'DELETE', path },
  section,
  summary: 'Delete a stored file. 409 while a running batch needs it.',
  scope: 'launch',
  effect: 'destroys',
  input: z.object({ id }),
  example: { id: demo.mediaToDelete },
  reply: Deleted,
  async handle(deps, call, asked) {
    const ref = { id: idOf('file', asked.id) }
    await noteMedia(deps, call, ref)
    if (!(await deleteMedia(deps, call, ref))) throw notFound('file', asked.id)
    return { ...ref, deleted: true as const }
  },
})
