import { z } from 'zod'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { percentBounds, updateBudget as update } from '../../../../core/manage/budget.ts'
import { settleKind } from '../../../../core/manage/kinds.ts'
import { badRequest } from '../../../../errors.ts'
import { BudgetLevelWord, dryRunField, kindNote, money, ownerField } from '../fields.ts'
import { operation } from '../../../../call/operation.ts'
import { demo } from '../../../examples.ts'
import { BudgetChanged, budgetEnd } from '../budget-changed.ts'
import { guardFailures } from '../../../guard-failures.ts'

const { above, max } = percentBounds
const percentRule = `must be more than ${above}, at most ${max}, and not 0`

export const updateBudget = operation({
  name: 'update_budget',
  rest: { method: 'POST', path: '/v1/manage/update-budget' },
  section: 'Primary platform',
  summary: 'Set the budget of a campaign or ad set, or change it by a percentage.',
  description:
    'Every platform that has budgets. The account tells which; without it the entity is looked for. Give exactly one of ' +
    'dailyBudget, lifetimeBudget and changePercent.',
  scope: 'manage',
  effect: ({ dryRun, changePercent = 1 }) => (dryRun ? 'reads' : changePercent < 0 ? 'changes' : 'spends'),
  plannable: true,
  tool: true,
  failures: [...guardFailures, 'unsupported_operation'],
  input: z.object({
    entityId: PlatformId.meta({ description: 'Id of the campaign or ad set.' }),
    entityType: BudgetLevelWord.optional().meta({ description: kindNote }),
    ...ownerField,
    dailyBudget: money('What may be spent in a day.'),
    lifetimeBudget: money('What may be spent in all.'),
    endTime: budgetEnd,
    changePercent: z
      .number()
      .refine((percent) => percent > above && percent <= max && percent !== 0, percentRule)
      .optional()
      .meta({ description: `20 raises the budget by a fifth, -50 halves it; ${percentRule.replace('must be ', '')}.` }),
    ...dryRunField,
  }),
  example: { accountId: demo.account, entityId: demo.adSet, entityType: 'adset', changePercent: 20 },
  reply: BudgetChanged,
  async handle(deps, call, { workspaceId: _workspace, entityType, accountId, ...request }) {
    const kind = await settleKind(deps, call, { ids: [request.entityId], type: entityType, accountId })
    const { type } = kind
    if (type === 'ad')
      throw badRequest([{ path: 'entityId', message: 'is an ad, which has no budget: name its ad set or campaign' }])
    return update(deps, call, { ...request, entityType: type, accountId: kind.accountId })
  },
})
