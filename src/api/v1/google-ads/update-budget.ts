import { z } from 'zod'
import { openAccount } from '../../../core/connections/accounts.ts'
import { PlatformId } from '../../../core/launch/plan/request.ts'
import { updateBudget } from '../../../core/manage/budget.ts'
import { findOwner } from '../../../core/connections/owner.ts'
import { requireVerb } from '../../../core/connections/verbs.ts'
import { operation } from '../../../call/operation.ts'
import { notFound } from '../../../errors.ts'
import { demo } from '../../examples.ts'
import { BudgetChanged } from '../manage/budget-changed.ts'
import { dryRunField, Money, ownerField } from '../manage/fields.ts'
import { section } from './fields.ts'
import { guardFailures } from '../../guard-failures.ts'

export const updateSearchBudget = operation({
  name: 'update_search_budget',
  rest: { method: 'POST', path: '/v1/google-ads/update-budget' },
  section,
  summary: 'Set the daily budget of a campaign of the search-ads platform.',
  description:
    'A budget that several campaigns share is changed with allowShared: true alone; the answer names the campaigns that it ' +
    'moves. With dryRun the platform looks at the change and makes none.',
  scope: 'manage',
  effect: ({ dryRun }) => (dryRun ? 'reads' : 'spends'),
  plannable: true,
  tool: true,
  failures: [...guardFailures, 'unsupported_operation'],
  input: z.object({
    campaignId: PlatformId.meta({ description: 'Id of the campaign.' }),
    ...ownerField,
    dailyBudget: Money.meta({
      description: "What may be spent in a day, in the account's main currency unit, more than 0.",
    }),
    allowShared: z
      .boolean()
      .optional()
      .meta({ description: 'true: change the budget although other campaigns spend from it too.' }),
    ...dryRunField,
  }),
  example: { accountId: demo.searchAccount, campaignId: demo.searchCampaign, dailyBudget: 65 },
  reply: BudgetChanged,
  async handle(deps, call, { campaignId, accountId, workspaceId: _workspace, ...change }) {
    const entity = { type: 'campaign', id: campaignId } as const
    const opened = accountId === undefined ? await anywhere() : await openAccount(deps, call, accountId)
    requireVerb(opened, 'searchAds')
    return updateBudget(deps, call, {
      entityId: campaignId,
      entityType: entity.type,
      accountId: opened.ref.id,
      ...change,
    })

    async function anywhere() {
      for (const platform of deps.connections.platforms.able('searchAds')) {
        const owner = await findOwner(deps, call, { entity, platform })
        if (owner) return owner
      }
      throw notFound('campaign', campaignId)
    }
  },
})
