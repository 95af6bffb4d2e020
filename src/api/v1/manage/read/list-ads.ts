import { z } from 'zod'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { listAds as list } from '../../../../core/manage/entities.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'
import { afterParam, Cursors } from '../paging.ts'
import { effectiveStatusNote, ownStatusNote } from '../structure-row.ts'

export const listAds = defineEndpoint({
  method: 'GET',
  path: '/v1/manage/list-ads',
  section: 'Primary platform',
  summary: 'Ads of an ad set or an account.',
  description: 'DELETED lists ads that were deleted through this service: the platform keeps no list of them.',
  scope: 'read',
  tool: 'list_ads',
  query: z.object({
    adSetId: PlatformId.optional(),
    accountId: PlatformId.optional(),
    status: z.enum(['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED']).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    after: afterParam,
    workspaceId: PlatformId.optional(),
  }),
  reply: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        status: z.string().meta({ description: ownStatusNote }),
        effectiveStatus: z.string().meta({ description: effectiveStatusNote }),
        createdTime: z.string(),
        thumbnailUrl: z.string().nullable(),
      }),
    ),
    count: z.number().int(),
    paging: Cursors,
  }),
  async handle(call) {
    const { workspaceId: _workspace, ...query } = call.query
    const { items, before, after } = await list(call, query)
    return { data: items, count: items.length, paging: { cursors: { before, after } } }
  },
})
