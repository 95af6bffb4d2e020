import { z } from 'zod'
import { listTags } from '../../../core/media/tags.ts'
import { operation } from '../../../call/operation.ts'
import { pageFields, pageOf, pageWith, windowOf } from '../../pages.ts'

const LibraryTag = z
  .object({
    tag: z.string().meta({ description: 'The tag itself.' }),
    count: z.number().int().meta({ description: 'How many assets carry it.' }),
  })
  .meta({ id: 'LibraryTag' })

const maxTags = 1000

export const libraryTags = operation({
  name: 'list_tags',
  rest: { method: 'GET', path: '/v1/library/tags' },
  section: 'Media and library',
  summary: 'Tags of the library, the most used first.',
  scope: 'read',
  effect: 'reads',
  input: z.object(pageFields(maxTags, maxTags)),
  example: {},
  reply: pageOf(LibraryTag),
  async handle(deps, call, paged) {
    const window = windowOf(paged)
    const { tags, total } = await listTags(deps, call, window)
    return pageWith(tags, window, total)
  },
})
