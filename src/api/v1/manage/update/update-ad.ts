import { z } from 'zod'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { accountField, dryRunField, Name, rehearsalReply, Word } from '../../../../core/manage/request.ts'
import { updateAd as update } from '../../../../core/manage/update.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'

export const updateAd = defineEndpoint({
  method: 'POST',
  path: '/v1/manage/update-ad',
  section: 'Primary platform',
  summary: "Change an ad's name, texts, button or link.",
  description: 'What an ad shows cannot be edited on the platform: a new creative is made from the old and swapped in.',
  scope: 'manage',
  tool: 'update_ad',
  body: z.object({
    ...accountField,
    adId: PlatformId,
    name: Name.optional(),
    title: z.string().max(2000).optional(),
    description: z.string().max(10_000).optional().meta({ description: 'Primary text.' }),
    cta: Word.optional(),
    link: z.string().max(4000).optional(),
    urlTags: z.string().max(4000).optional(),
    ...dryRunField,
  }),
  reply: z.object({
    adId: z.string(),
    creativeId: z.string(),
    updated: z.array(z.string()),
    ...rehearsalReply,
  }),
  handle(call) {
    const { accountId, adId, workspaceId: _workspace, dryRun = false, ...change } = call.body
    return update(call, accountId, adId, change, dryRun)
  },
})
