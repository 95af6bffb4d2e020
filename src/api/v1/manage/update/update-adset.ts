import { z } from 'zod'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import {
  accountField,
  dryRunField,
  Location,
  Money,
  Name,
  rehearsalReply,
  SpecObject,
  Time,
} from '../../../../core/manage/request.ts'
import { updateAdSet as update } from '../../../../core/manage/update.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'

export const updateAdSet = defineEndpoint({
  method: 'POST',
  path: '/v1/manage/update-adset',
  section: 'Primary platform',
  summary: "Change an ad set's name, budget, bid, times or targeting.",
  description: 'Fields of targeting that are left out stay as they are. location replaces all places.',
  scope: 'manage',
  tool: 'update_ad_set',
  body: z.object({
    ...accountField,
    adSetId: PlatformId,
    name: Name.optional(),
    dailyBudget: Money.optional(),
    lifetimeBudget: Money.optional(),
    bidAmount: Money.optional(),
    startTime: Time.optional(),
    endTime: Time.optional(),
    targeting: SpecObject.optional(),
    location: Location.optional(),
    ...dryRunField,
  }),
  reply: z.object({
    adSetId: z.string(),
    updated: z.array(z.string()),
    adSet: z.looseObject({ id: z.string() }).nullable(),
    ...rehearsalReply,
  }),
  handle(call) {
    const { accountId, adSetId, workspaceId: _workspace, dryRun = false, ...change } = call.body
    return update(call, accountId, adSetId, change, dryRun)
  },
})
