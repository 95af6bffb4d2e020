import { z } from 'zod'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { readAds } from '../../../../core/manage/reading.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'
import { adIdsField, checkAdIds } from './ad-debug-data.ts'

const Spec = z.record(z.string(), z.unknown()).nullable()

export const adCreativeSpecs = defineEndpoint({
  method: 'POST',
  path: '/v1/manage/ad-creative-specs',
  section: 'Primary platform',
  summary: 'What up to 50 ads show: the specs of their creatives.',
  scope: 'read',
  tool: 'get_ad_creative_specs',
  body: z.object({ ...adIdsField, workspaceId: PlatformId.optional() }),
  reply: z.object({
    data: z.array(
      z.object({
        adId: z.string(),
        success: z.boolean(),
        creative: z
          .object({
            id: z.string(),
            name: z.string().nullable(),
            object_story_spec: Spec,
            asset_feed_spec: Spec,
            url_tags: z.string().nullable(),
            effective_object_story_id: z.string().nullable(),
          })
          .optional(),
        error: z.string().optional(),
      }),
    ),
    count: z.number().int(),
  }),
  async handle(call) {
    checkAdIds(call.body.adIds)
    const data = await readAds(call, call.body.adIds, (reading, ids) => reading.creativeSpecs(ids))
    return { data, count: data.length }
  },
})
