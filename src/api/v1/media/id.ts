import { z } from 'zod'
import { words } from '../../../core/media/library-text.ts'
import { changeMedia, deleteMedia } from '../../../core/media/library.ts'
import { presentMedia } from '../../../core/media/view.ts'
import { notFound } from '../../../errors.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { bothWays, bothWaysOf } from './both-ways.ts'
import { answerMedia, idOf, idParams, MediaItem, Tags } from './media-item.ts'

const reply = bothWaysOf(MediaItem)

export const mediaById = defineEndpoint({
  method: 'GET',
  path: '/v1/media/{id}',
  section: 'Media and library',
  summary: 'One stored file with its dimensions.',
  scope: 'read',
  tool: 'get_media',
  params: idParams('file'),
  reply,
  async handle(call) {
    return bothWays(await answerMedia(call, 'file', call.params.id))
  },
})

export const patchMedia = defineEndpoint({
  method: 'PATCH',
  path: '/v1/media/{id}',
  section: 'Media and library',
  summary: 'Rename or tag a stored file.',
  scope: 'launch',
  params: idParams('file'),
  description:
    'filename follows the rules of uploads: it is made safe, ends in what the file is, and gets a suffix where another ' +
    'file has it (wasRenamed). The address of the file stays.',
  body: z.object({
    name: words(200).optional().meta({ description: 'What people call it.' }),
    filename: words(1000).optional().meta({ description: 'What it is called when it is downloaded.' }),
    tags: Tags.optional(),
  }),
  example: { name: 'Spring banner, square', tags: ['spring', 'square'] },
  reply: bothWaysOf(MediaItem.extend({ wasRenamed: z.boolean() })),
  async handle({ params, body, caller, services }) {
    const changed = await changeMedia(services.db, caller.companyId, idOf('file', params.id), body)
    if (!changed) throw notFound('file', params.id)
    return bothWays({ ...presentMedia(changed.row, services.media), wasRenamed: changed.wasRenamed })
  },
})

export const removeMedia = defineEndpoint({
  method: 'DELETE',
  path: '/v1/media/{id}',
  section: 'Media and library',
  summary: 'Delete a stored file. 409 while a running batch needs it.',
  scope: 'launch',
  params: idParams('file'),
  reply: z.object({ id: z.number().int(), deleted: z.literal(true) }),
  async handle({ params, caller, services }) {
    const id = idOf('file', params.id)
    if (!(await deleteMedia(services, caller.companyId, id))) throw notFound('file', params.id)
    return { id, deleted: true }
  },
})
