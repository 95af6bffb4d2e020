import { z } from 'zod'
import { Day, daysAsked } from '../../../../core/days.ts'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { readPerformance } from '../../../../core/manage/reading.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'
import { AccountIdParam } from '../../../shapes.ts'
import { afterParam, Cursors } from '../paging.ts'
import { structureRow } from '../structure-row.ts'

function performanceView(level: 'campaign' | 'adset', path: string, summary: string, tool: string) {
  return defineEndpoint({
    method: 'GET',
    path,
    section: 'Primary platform',
    summary,
    description:
      'Accounts of every platform. Spend and results are given for the days asked for, both included; without days they ' +
      'are null.',
    scope: 'read',
    tool,
    query: z.object({
      accountId: AccountIdParam,
      campaignId: PlatformId.optional(),
      status: z.enum(['ACTIVE', 'PAUSED', 'ARCHIVED']).optional(),
      startDate: Day.optional(),
      endDate: Day.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      after: afterParam,
      workspaceId: PlatformId.optional(),
    }),
    reply: z.object({
      data: z.array(structureRow),
      count: z.number().int(),
      paging: Cursors,
      metadata: z.object({ currency: z.string() }),
    }),
    async handle(call) {
      const { accountId, workspaceId: _workspace, ...query } = call.query
      daysAsked(query)
      const { items, before, after, currency } = await readPerformance(call, level, accountId, query)
      return { data: items, count: items.length, paging: { cursors: { before, after } }, metadata: { currency } }
    },
  })
}

export const managedCampaigns = performanceView(
  'campaign',
  '/v1/manage/campaigns',
  'Campaigns with budgets, spend and results.',
  'list_campaign_performance',
)

export const managedAdSets = performanceView(
  'adset',
  '/v1/manage/adsets',
  'Ad sets with budgets, spend and results.',
  'list_ad_set_performance',
)
