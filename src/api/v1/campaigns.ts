import { z } from 'zod'
import { openAccount } from '../../core/connections/accounts.ts'
import { Day, requestedDays } from '../../core/days/range.ts'
import { requireFigures } from '../../core/reports/query/readers.ts'
import { requireVerb } from '../../core/connections/verbs.ts'
import { operation } from '../../call/operation.ts'
import { demo } from '../examples.ts'
import { pageFields, pageOf, sliceOf, windowOf } from '../pages.ts'
import { AccountIdParam } from '../shapes.ts'
import { effectiveStatusNote, ownStatusNote } from './manage/structure-row.ts'
import { stateFilter } from './manage/status-word.ts'

const CampaignWithSpend = z
  .object({
    id: z.string().meta({ description: 'Id of the campaign.' }),
    name: z.string().meta({ description: 'Its name.' }),
    status: z.string().meta({ description: ownStatusNote }),
    effectiveStatus: z.string().meta({ description: effectiveStatusNote }),
    objective: z.string().nullable().meta({ description: "What it is for, in the platform's own word." }),
    dailyBudget: z
      .number()
      .nullable()
      .meta({ description: 'What it may spend in a day; null: it has no such budget.' }),
    lifetimeBudget: z
      .number()
      .nullable()
      .meta({ description: 'What it may spend in all; null: it has no such budget.' }),
    spend: z
      .number()
      .nullable()
      .meta({ description: 'What the days asked for cost; null: none were asked for, or the platform has no figure.' }),
  })
  .meta({ id: 'CampaignWithSpend' })

export const campaigns = operation({
  name: 'list_campaigns',
  rest: { method: 'GET', path: '/v1/campaigns' },
  section: 'Accounts and people',
  summary: 'Campaigns of an account, with budgets and, for the days asked for, spend.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({
    accountId: AccountIdParam,
    status: stateFilter('ACTIVE', 'PAUSED', 'ARCHIVED').meta({ description: 'Only campaigns in this state.' }),
    startDate: Day.optional().meta({ description: 'The first day whose spend is told; alone: that day.' }),
    endDate: Day.optional().meta({ description: 'The last day whose spend is told; alone: that day.' }),
    ...pageFields(500, 100),
  }),
  example: { accountId: demo.account, status: 'ACTIVE' },
  reply: pageOf(CampaignWithSpend),
  async handle(deps, call, { accountId, status, startDate, endDate, ...paged }) {
    const days = requestedDays({ startDate, endDate })
    const window = windowOf(paged)
    const opened = await openAccount(deps, call, accountId)
    if (days) requireFigures(opened.platforms, opened.platform, call)
    // One more than is shown tells whether there is more.
    const filter = { status, limit: window.offset + window.limit + 1 }
    const found = await requireVerb(opened, 'listCampaigns')(opened.account.account_id, filter)
    const spend =
      days &&
      opened.session.spendByCampaign &&
      (await opened.session.spendByCampaign(opened.account.account_id, days.from, days.to))
    const { data, ...page } = sliceOf(found, window)
    const rows = data.map((campaign) => ({ ...campaign, spend: spend ? (spend.get(campaign.id) ?? 0) : null }))
    return { data: rows, ...page }
  },
})
