import { z } from 'zod'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { accountField, dryRunField, Money, Name, rehearsalReply, Time, Word } from '../../../../core/manage/request.ts'
import { updateCampaign as update } from '../../../../core/manage/update.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'
import { adSetEnds } from '../entity-list.ts'

export const updateCampaign = defineEndpoint({
  method: 'POST',
  path: '/v1/manage/update-campaign',
  section: 'Primary platform',
  summary: "Change a campaign's name, budget, bid strategy, spend cap or end.",
  description:
    'A campaign has no end of its own: endTime is set on its ad sets, but for those that end earlier, which go on ' +
    'ending then. adSets tells which were changed.',
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
    adSets: adSetEnds,
    ...rehearsalReply,
  }),
  handle(call) {
    const { accountId, campaignId, workspaceId: _workspace, dryRun = false, ...change } = call.body
    return update(call, accountId, campaignId, change, dryRun)
  },
})
