import { z } from 'zod'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { accountField, dryRunField, money, Name, rehearsalReply, Time, timeNote, Word } from '../fields.ts'
import { CampaignSummary } from '../../../../core/manage/summaries.ts'
import { updateCampaign as update } from '../../../../core/manage/update.ts'
import { operation } from '../../../../call/operation.ts'
import { demo } from '../../../examples.ts'
import { adSetEnds } from '../entity-list.ts'
import { effectOfChange, updatedField } from './changed.ts'
import { guardFailures } from '../../../guard-failures.ts'

export const updateCampaign = operation({
  name: 'update_campaign',
  rest: { method: 'POST', path: '/v1/manage/update-campaign' },
  section: 'Primary platform',
  summary: "Change a campaign's name, budget, bid strategy, spend cap or end.",
  description:
    'A campaign has no end of its own: endTime is set on its ad sets, but for those that end earlier, which go on ' +
    'ending then. adSets tells which were changed.',
  scope: 'manage',
  effect: effectOfChange,
  plannable: true,
  tool: true,
  failures: [...guardFailures, 'unsupported_operation'],
  input: z.object({
    ...accountField,
    campaignId: PlatformId.meta({ description: 'Id of the campaign.' }),
    name: Name.optional().meta({ description: 'Its new name.' }),
    dailyBudget: money('What may be spent in a day.'),
    lifetimeBudget: money('What may be spent in all.'),
    bidStrategy: Word.optional().meta({
      description: "LOWEST_COST_WITHOUT_CAP or COST_CAP, for example: the platform's own word.",
    }),
    spendCap: money('What the campaign may spend in all, whatever its budgets say.'),
    endTime: Time.optional().meta({ description: `When its ad sets end. ${timeNote}` }),
    ...dryRunField,
  }),
  example: { accountId: demo.account, campaignId: demo.campaign, name: 'Leads | Newsletter sign-up, spring' },
  reply: z.object({
    campaignId: z.string().meta({ description: 'Id of the campaign.' }),
    ...updatedField,
    campaign: CampaignSummary.nullable().meta({ description: 'What it is now; null: it was a rehearsal.' }),
    adSets: adSetEnds,
    ...rehearsalReply,
  }),
  handle: (deps, call, { accountId, campaignId, workspaceId: _workspace, dryRun, ...change }) =>
    update(deps, call, { accountId, campaignId, change, dryRun }),
})
