import { z } from 'zod'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { dryRunField, Money, rehearsalReply, Time, timeNote } from '../../../../core/manage/request.ts'
import { updateBudget } from '../../../../core/manage/update.ts'
import { brokenRules } from '../../../../errors.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'
import { openOwnerHere } from './own-platform.ts'
import { section } from './rows.ts'

const Budgets = z.object({ dailyBudget: z.number().nullable(), lifetimeBudget: z.number().nullable() })

export const updatePhotoBudget = defineEndpoint({
  method: 'POST',
  path: '/v1/manage/snapchat/update-budget',
  section,
  summary: 'Set the budget of a campaign or ad squad of the photo-messaging platform.',
  description: 'The lifetimeBudget of a campaign is its cap on all that it spends.',
  scope: 'manage',
  tool: 'update_photo_messaging_budget',
  body: z.object({
    adSquadId: PlatformId.optional(),
    campaignId: PlatformId.optional(),
    accountId: PlatformId.optional(),
    workspaceId: PlatformId.optional(),
    dailyBudget: Money.optional(),
    lifetimeBudget: Money.optional(),
    endTime: Time.optional().meta({
      description: `Goes with a lifetimeBudget, and is required where the ad set has no end yet. ${timeNote}`,
    }),
    ...dryRunField,
  }),
  reply: z.object({
    entityId: z.string(),
    old: Budgets,
    new: Budgets,
    currency: z.string(),
    endTime: z.string().optional(),
    ...rehearsalReply,
  }),
  async handle(call) {
    const { adSquadId, campaignId, accountId, dailyBudget, lifetimeBudget, endTime, dryRun = false } = call.body
    const entityId = adSquadId ?? campaignId
    if (entityId === undefined || (adSquadId !== undefined && campaignId !== undefined)) {
      throw brokenRules([{ path: 'adSquadId', message: 'give adSquadId or campaignId, and not both' }])
    }
    if ((dailyBudget === undefined) === (lifetimeBudget === undefined)) {
      throw brokenRules([{ path: 'dailyBudget', message: 'give dailyBudget or lifetimeBudget, and not both' }])
    }
    const entityType = adSquadId === undefined ? 'campaign' : 'adset'
    const { ref } = await openOwnerHere(call, { type: entityType, id: entityId }, accountId)
    const amounts = { dailyBudget, lifetimeBudget, endTime }
    return updateBudget(call, { entityId, entityType, accountId: ref.id, ...amounts }, dryRun)
  },
})
