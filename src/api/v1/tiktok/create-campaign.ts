import { z } from 'zod'
import { createKindedCampaign } from '../../../core/manage/create-kinded.ts'
import { campaignKinds } from '../../../platforms/contract/automated.ts'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { guardFailures } from '../../guard-failures.ts'
import { firstStatusField } from '../manage/create/first-status.ts'
import { accountField, dryRunField, money, Name, rehearsalReply, Word } from '../manage/fields.ts'

const objectives = [
  'WEB_CONVERSIONS',
  'APP_PROMOTION',
  'LEAD_GENERATION',
  'PRODUCT_SALES',
  'TRAFFIC',
  'REACH',
  'VIDEO_VIEWS',
  'ENGAGEMENT',
] as const

export const createShortVideoCampaign = operation({
  name: 'create_short_video_campaign',
  rest: { method: 'POST', path: '/v1/tiktok/create-campaign' },
  section: 'Other platforms',
  summary: 'Create a campaign that the platform runs (Smart+), or a manual one.',
  description: 'Paused unless status says otherwise. A Smart+ campaign holds the budget for all its ad sets.',
  scope: 'manage',
  effect: ({ dryRun, status }) => (dryRun ? 'reads' : status === 'ACTIVE' ? 'spends' : 'changes'),
  plannable: true,
  failures: [...guardFailures, 'unsupported_operation'],
  input: z.object({
    ...accountField,
    kind: z
      .enum(campaignKinds)
      .default('smartPlus')
      .meta({ description: 'Who runs it; manual ones end for some objectives.' }),
    name: Name.meta({ description: 'Its name.' }),
    objective: z.enum(objectives).meta({ id: 'ShortVideoObjective', description: 'The first three can be Smart+.' }),
    ...firstStatusField,
    dailyBudget: money('What may be spent in a day.'),
    lifetimeBudget: money('What may be spent in all.'),
    salesDestination: z
      .enum(['WEBSITE', 'APP', 'WEB_AND_APP'])
      .optional()
      .meta({ description: 'Where Smart+ sells, for WEB_CONVERSIONS; WEBSITE unless given.' }),
    appPromotionType: z
      .enum(['APP_INSTALL', 'APP_RETARGETING', 'MINIS'])
      .optional()
      .meta({ description: 'For APP_PROMOTION.' }),
    appId: Word.optional().meta({ description: "The platform's id of the app, for APP_PROMOTION." }),
    ...dryRunField,
  }),
  example: {
    accountId: demo.shortVideoAccount,
    name: 'Spring sale',
    objective: 'WEB_CONVERSIONS',
    dailyBudget: 60,
  },
  reply: z.object({
    campaignId: z.string().nullable().meta({ description: 'Id of the campaign; null: it was a rehearsal.' }),
    ...rehearsalReply,
  }),
  async handle(deps, call, { accountId, workspaceId: _workspace, dryRun, ...request }) {
    const { id, ...rest } = await createKindedCampaign(deps, call, { accountId, request, dryRun })
    return { campaignId: id, ...rest }
  },
})
