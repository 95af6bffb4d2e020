import { z } from 'zod'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { readAds } from '../../../../core/manage/reading.ts'
import { brokenRules } from '../../../../errors.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'

const mostAds = 50

/** Which ads, 1 to 50 of them. */
export const adIdsField = { adIds: z.array(PlatformId).meta({ description: `1 to ${mostAds} ad ids.` }) }

export function checkAdIds(adIds: string[]): void {
  if (adIds.length > 0 && adIds.length <= mostAds) return
  throw brokenRules([{ path: 'adIds', message: `takes from 1 to ${mostAds} ids` }])
}

const Spec = z.record(z.string(), z.unknown())
const Text = z.string().nullable()

const record = z.object({
  adId: z.string(),
  success: z.boolean(),
  error: z.string().optional(),
  account_id: z.string().optional(),
  created_time: Text.optional(),
  updated_time: Text.optional(),
  campaign: Spec.nullable().optional(),
  adset: Spec.nullable().optional(),
  creative: Spec.nullable().optional(),
  pageMetadata: z
    .object({
      pageId: z.string(),
      pageName: Text,
      secondaryUserId: Text,
      secondaryName: Text,
      profileImageUrl: Text,
      companySlug: z.string(),
    })
    .nullable()
    .optional(),
  videoSource: Text.optional(),
  videoThumbnail: Text.optional(),
  videoCaptions: z.array(Spec).optional(),
})

export const adDebugData = defineEndpoint({
  method: 'POST',
  path: '/v1/manage/ad-debug-data',
  section: 'Primary platform',
  summary: 'Everything the platform stores about up to 50 ads.',
  description: 'An ad that cannot be read has success false and says why; the others are there all the same.',
  scope: 'read',
  tool: 'get_ad_debug_data',
  body: z.object({
    ...adIdsField,
    includeVideoCaptions: z.boolean().default(false),
    workspaceId: PlatformId.optional(),
  }),
  reply: z.object({ data: z.array(record), count: z.number().int() }),
  async handle(call) {
    const { adIds, includeVideoCaptions: withCaptions } = call.body
    checkAdIds(adIds)
    const records = await readAds(call, adIds, (reading, ids) => reading.debugAds(ids, { withCaptions }))
    const companySlug = call.caller.companySlug
    const data = records.map((each) =>
      each.pageMetadata ? { ...each, pageMetadata: { ...each.pageMetadata, companySlug } } : each,
    )
    return { data, count: data.length }
  },
})
