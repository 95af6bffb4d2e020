import { z } from 'zod'
import { Answer, fileReply, operation } from '../../../call/operation.ts'
import { readPicture } from '../../../core/pictures/keep.ts'
import { CachedTag, cachedTagHeader } from '../../cached-tag.ts'
import { demo } from '../../examples.ts'

const largestId = 2 ** 53 - 1

export const getPicture = operation({
  name: 'get_picture',
  rest: { method: 'GET', path: '/v1/pictures/{id}', headers: cachedTagHeader },
  section: 'Reporting',
  summary: 'A small picture of an ad, as WebP, read from where its platform shows it.',
  description: '204: it cannot be had there now.',
  scope: 'read',
  effect: 'reads',
  input: z.object({
    id: z.coerce.number().int().min(1).max(largestId).meta({ description: 'Id of the picture.' }),
    knownTag: CachedTag,
  }),
  example: { id: demo.picture },
  reply: fileReply('image/webp'),
  async handle(deps, call, { id, knownTag }) {
    const picture = await readPicture(deps, call, id)
    if (!picture) return new Answer(204, '', { 'cache-control': 'private, max-age=600' })
    const etag = `"${picture.tag}"`
    const headers = {
      ...{ etag, 'cache-control': 'private, max-age=86400' },
      ...{ 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" },
    }
    if (knownTag?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)) return new Answer(304, '', headers)
    return new Answer(200, picture.content, {
      ...headers,
      'content-type': 'image/webp',
      'content-length': String(picture.content.length),
    })
  },
})
