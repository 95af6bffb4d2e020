import { z } from 'zod'
import { createKindedAdSet } from '../../../core/manage/create-kinded.ts'
import { PlatformId } from '../../../core/launch/plan/request.ts'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { guardFailures } from '../../guard-failures.ts'
import { firstStatusField } from '../manage/create/first-status.ts'
import { accountField, dryRunField, money, Name, rehearsalReply, Time, timeNote, Word } from '../manage/fields.ts'

const maxLocations = 3_000

export const createShortVideoAdSet = operation({
  name: 'create_short_video_ad_set',
  rest: { method: 'POST', path: '/v1/tiktok/create-adset' },
  section: 'Other platforms',
  summary: 'Create an ad set in a campaign, of the kind of that campaign.',
  description: "Paused unless status says otherwise. Words in capitals are the platform's own.",
  scope: 'manage',
  effect: ({ dryRun, status }) => (dryRun ? 'reads' : status === 'ACTIVE' ? 'spends' : 'changes'),
  plannable: true,
  failures: [...guardFailures, 'unsupported_operation', 'not_found'],
  input: z.object({
    ...accountField,
    campaignId: PlatformId.meta({ description: 'The campaign.' }),
    name: Name.meta({ description: 'Its name.' }),
    ...firstStatusField,
    locationIds: z
      .array(PlatformId)
      .min(1)
      .max(maxLocations)
      .meta({ description: "The platform's ids of places, such as 6252001 for the United States." }),
    promotionType: Word.default('WEBSITE').meta({ description: 'What is promoted.' }),
    optimizationGoal: Word.default('CLICK').meta({ description: 'CONVERT, for example.' }),
    billingEvent: z
      .enum(['CPC', 'OCPM', 'CPM', 'CPV'])
      .default('CPC')
      .meta({ description: 'What is paid for; follows from the goal: OCPM with CONVERT.' }),
    optimizationEvent: Word.optional().meta({ description: 'What the pixel is to count, with CONVERT or VALUE.' }),
    pixelId: PlatformId.optional().meta({ description: 'The pixel that counts it.' }),
    appId: PlatformId.optional().meta({ description: 'The app that is promoted.' }),
    placements: z
      .array(z.enum(['PLACEMENT_TIKTOK', 'PLACEMENT_PANGLE', 'PLACEMENT_GLOBAL_APP_BUNDLE']))
      .min(1)
      .max(3)
      .optional()
      .meta({ description: 'Where ads are shown; left to the platform unless given.' }),
    dailyBudget: money('What may be spent in a day, unless the campaign holds the budget.'),
    lifetimeBudget: money('What may be spent in all.'),
    startTime: Time.optional().meta({ description: `When it begins; now unless given. ${timeNote}` }),
    endTime: Time.optional().meta({ description: 'When it ends.' }),
    ...dryRunField,
  }),
  example: {
    accountId: demo.shortVideoAccount,
    campaignId: demo.shortVideoCampaign,
    name: 'United States',
    locationIds: ['6252001'],
    optimizationGoal: 'CONVERT',
    billingEvent: 'OCPM',
    pixelId: '7100000000000000009',
    optimizationEvent: 'SHOPPING',
  },
  reply: z.object({
    adSetId: z.string().nullable().meta({ description: 'Id of the ad set; null: it was a rehearsal.' }),
    ...rehearsalReply,
  }),
  async handle(deps, call, { accountId, campaignId, workspaceId: _workspace, dryRun, ...request }) {
    const { id, ...rest } = await createKindedAdSet(deps, call, { accountId, campaignId, request, dryRun })
    return { adSetId: id, ...rest }
  },
})
