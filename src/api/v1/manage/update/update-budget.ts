import { z } from 'zod'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { dryRunField, EntityTypeWord, Money, rehearsalReply, Time, timeNote } from '../../../../core/manage/request.ts'
import { updateBudget as update } from '../../../../core/manage/update.ts'
import { badRequest } from '../../../../errors.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'

const Budgets = z.object({ dailyBudget: z.number().nullable(), lifetimeBudget: z.number().nullable() })

export const updateBudget = defineEndpoint({
  method: 'POST',
  path: '/v1/manage/update-budget',
  section: 'Primary platform',
  summary: 'Set the budget of a campaign or ad set, or change it by a percentage.',
  description: 'Every platform that has budgets. The account tells which; without it the entity is looked for.',
  scope: 'manage',
  tool: 'update_budget',
  body: z.object({
    entityId: PlatformId,
    entityType: EntityTypeWord.meta({ description: 'campaign or adset.' }),
    accountId: PlatformId.optional(),
    workspaceId: PlatformId.optional(),
    dailyBudget: Money.optional(),
    lifetimeBudget: Money.optional(),
    endTime: Time.optional().meta({
      description: `Goes with a lifetimeBudget, and is required where the ad set has no end yet. ${timeNote}`,
    }),
    changePercent: z.number().optional().meta({ description: '20 raises the budget by a fifth, -50 halves it.' }),
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
    const { entityType, workspaceId: _workspace, dryRun = false, ...request } = call.body
    if (entityType === 'ad') throw badRequest([{ path: 'entityType', message: 'must be campaign or adset' }])
    return update(call, { ...request, entityType }, dryRun)
  },
})
