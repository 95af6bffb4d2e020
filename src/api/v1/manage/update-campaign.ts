import { z } from 'zod'
import { PlatformId } from '../../../core/launch/request.ts'
import { accountField, dryRunField, Money, Name, rehearsalReply, Time, Word } from '../../../core/manage/request.ts'
import { updateCampaign as update } from '../../../core/manage/update.ts'
import { defineEndpoint } from '../../../http/endpoint.ts'

export const updateCampaign = defineEndpoint({
  method: 'POST',
  path: '/v1/manage/update-campaign',
  section: 'Primary platform',
  summary: "Change a campaign's name, budget, bid strategy, spend cap or end.",
  description: 'endTime is set on all ad sets of the campaign: a campaign has no end of its own.',
  scope: 'manage',
  tool: 'update_campaign',
  body: z.object({
    ...accountField,
    campaignId: PlatformId,
    name: Name.optional(),
    dailyBudget: Money.optional(),
    lifetimeBudget: Money.optional(),
    bidStrategy: Word.optional(),
    spendCap: Money.optional(),
    endTime: Time.optional(),
    ...dryRunField,
  }),
  reply: z.object({
    campaignId: z.string(),
    updated: z.array(z.string()),
    campaign: z.looseObject({ id: z.string() }).nullable(),
    ...rehearsalReply,
  }),
  handle(call) {
    const { accountId, campaignId, workspaceId: _workspace, dryRun = false, ...change } = call.body
    return update(call, accountId, campaignId, change, dryRun)
  },
})
