import { z } from 'zod'
import { mediaUses, searchedBatches } from '../../../core/launch/batch/media-uses.ts'
import { BatchAd } from '../../../core/launch/batch/shapes.ts'
import { adFields } from '../../../core/events/catalogue/launching.ts'
import { findMedia } from '../../../core/media/library.ts'
import { notFound } from '../../../errors.ts'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { pageFields, pageOf, pageWith, windowOf } from '../../pages.ts'
import { idField, idOf } from './media-item.ts'

const MediaUse = z
  .object({
    adBatchId: z.number().int().meta({ description: 'Id of the batch that launched it.' }),
    adBatchSlug: z.string().meta({ description: 'Name of that batch.' }),
    launchedAt: z.string().meta({ description: 'When the batch was asked for.', format: 'date-time' }),
    ...adFields,
    platform: BatchAd.shape.platform,
    adAccountId: BatchAd.shape.adAccountId,
    status: BatchAd.shape.status,
    adId: BatchAd.shape.adId,
  })
  .meta({ id: 'MediaUse', description: 'An ad that was launched with a file.' })

export const usesOfMedia = operation({
  name: 'list_media_uses',
  rest: { method: 'GET', path: '/v1/media/{id}/uses' },
  section: 'Media and library',
  summary: 'Where a stored file is used: the ads that were launched with it, newest batch first.',
  description: `As a picture, a video or the thumbnail of one. The latest ${searchedBatches} batches are looked through.`,
  scope: 'read',
  effect: 'reads',
  input: z.object({ id: idField('file'), ...pageFields(200, 50) }),
  example: { id: demo.media },
  reply: pageOf(MediaUse),
  async handle(deps, call, { id, ...paged }) {
    const file = await findMedia(deps, call, { id: idOf('file', id) })
    if (!file) throw notFound('file', id)
    const window = windowOf(paged)
    const { uses, total } = await mediaUses(deps, call, { objectKey: file.object_key, ...window })
    return pageWith(uses, window, total)
  },
})
