import { z } from 'zod'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import {
  accountField,
  dryRunField,
  Location,
  money,
  Name,
  rehearsalReply,
  SpecObject,
  Time,
  timeNote,
} from '../fields.ts'
import { dsaFields } from '../create/adset-fields.ts'
import { AdSetSummary } from '../../../../core/manage/summaries.ts'
import { updateAdSet as update } from '../../../../core/manage/update.ts'
import { operation } from '../../../../call/operation.ts'
import { demo } from '../../../examples.ts'
import { effectOfChange, updatedField } from './changed.ts'
import { guardFailures } from '../../../guard-failures.ts'

export const updateAdSet = operation({
  name: 'update_ad_set',
  rest: { method: 'POST', path: '/v1/manage/update-adset' },
  section: 'Primary platform',
  summary: "Change an ad set's name, budget, bid, times, targeting, or whose ads they are.",
  description: 'Fields of targeting that are left out stay as they are. location replaces all places.',
  scope: 'manage',
  effect: effectOfChange,
  plannable: true,
  tool: true,
  failures: [...guardFailures, 'unsupported_operation'],
  input: z.object({
    ...accountField,
    adSetId: PlatformId.meta({ description: 'Id of the ad set.' }),
    name: Name.optional().meta({ description: 'Its new name.' }),
    dailyBudget: money('What may be spent in a day.'),
    lifetimeBudget: money('What may be spent in all.'),
    bidAmount: money('What a result may cost.'),
    startTime: Time.optional().meta({ description: `When it begins. ${timeNote}` }),
    endTime: Time.optional().meta({ description: `When it ends. ${timeNote}` }),
    targeting: SpecObject.optional().meta({ description: "Whom to show ads to, in the platform's own words." }),
    location: Location.optional().meta({ description: 'Where to show ads: replaces all places.' }),
    ...dsaFields,
    ...dryRunField,
  }),
  example: { accountId: demo.account, adSetId: demo.adSet, dailyBudget: 45 },
  reply: z.object({
    adSetId: z.string().meta({ description: 'Id of the ad set.' }),
    ...updatedField,
    adSet: AdSetSummary.nullable().meta({ description: 'What it is now; null: it was a rehearsal.' }),
    ...rehearsalReply,
  }),
  handle: (deps, call, { accountId, adSetId, workspaceId: _workspace, dryRun, ...change }) =>
    update(deps, call, { accountId, adSetId, change, dryRun }),
})
