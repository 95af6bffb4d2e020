import { z } from 'zod'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { updateBudget } from '../../../../core/manage/budget.ts'
import { dryRunField, money, ownerField } from '../fields.ts'
import { badRequest } from '../../../../errors.ts'
import { operation } from '../../../../call/operation.ts'
import { demo } from '../../../examples.ts'
import { BudgetChanged, budgetEnd } from '../budget-changed.ts'
import { openOwnerHere } from './own-platform.ts'
import { section } from './rows.ts'
import { guardFailures } from '../../../guard-failures.ts'

export const updatePhotoBudget = operation({
  name: 'update_photo_messaging_budget',
  rest: { method: 'POST', path: '/v1/manage/snapchat/update-budget' },
  section,
  summary: 'Set the budget of a campaign or ad squad of the photo-messaging platform.',
  description:
    'Give adSquadId or campaignId, and dailyBudget or lifetimeBudget. The lifetimeBudget of a campaign is its cap on ' +
    'all that it spends.',
  scope: 'manage',
  effect: ({ dryRun }) => (dryRun ? 'reads' : 'spends'),
  plannable: true,
  failures: [...guardFailures],
  tool: true,
  input: z.object({
    adSquadId: PlatformId.optional().meta({ description: 'Id of the ad squad.' }),
    campaignId: PlatformId.optional().meta({ description: 'Id of the campaign.' }),
    ...ownerField,
    dailyBudget: money('What may be spent in a day.'),
    lifetimeBudget: money('What may be spent in all.'),
    endTime: budgetEnd,
    ...dryRunField,
  }),
  example: { accountId: demo.photoAccount, campaignId: demo.photoCampaign, dailyBudget: 210 },
  reply: BudgetChanged,
  async handle(deps, call, { adSquadId, campaignId, accountId, workspaceId: _workspace, ...amounts }) {
    const entityId = adSquadId ?? campaignId
    if (entityId === undefined || (adSquadId !== undefined && campaignId !== undefined)) {
      throw badRequest([{ path: 'adSquadId', message: 'give adSquadId or campaignId, and not both' }])
    }
    if ((amounts.dailyBudget === undefined) === (amounts.lifetimeBudget === undefined)) {
      throw badRequest([{ path: 'dailyBudget', message: 'give dailyBudget or lifetimeBudget, and not both' }])
    }
    const entityType = adSquadId === undefined ? 'campaign' : 'adset'
    const { ref } = await openOwnerHere(deps, call, { entity: { type: entityType, id: entityId }, accountId })
    return updateBudget(deps, call, { entityId, entityType, accountId: ref.id, ...amounts })
  },
})
