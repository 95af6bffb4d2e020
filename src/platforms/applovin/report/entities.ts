import type { ReportEntity } from '../../contract/report.ts'
import { budgetFacts } from '../../kit/entity-facts.ts'
import type { CallOptions } from '../client.ts'
import { adIdOf, dailyBudgetOf, statusOf, timeOf } from '../map.ts'
import type { Campaign } from '../wire.ts'
import type { Deps } from './question.ts'

/** Campaigns are told as ad sets too: they are what ads stand in. */
export async function* readEntities({ families }: Deps, options: CallOptions): AsyncGenerator<ReportEntity[]> {
  const { campaigns, sets } = await families.of(options.accountId, options)
  const all = [...campaigns.values()]
  yield all.map((campaign) => ({ level: 'campaign', ...entityOf(campaign), campaignId: null, adSetId: null }))
  yield all.map((campaign) => ({ level: 'adset', ...entityOf(campaign), campaignId: campaign.id, adSetId: null }))
  yield [...sets.values()].flatMap((set) =>
    set.campaignIds.map((campaignId) => ({
      level: 'ad' as const,
      id: adIdOf(set, campaignId),
      name: set.name || set.id,
      status: set.status,
      state: statusOf(set.status).status,
      createdTime: timeOf(set.created_at),
      campaignId,
      adSetId: campaignId,
      // The same set in several campaigns.
      shows: { asset: `set ${set.id}`, post: null },
    })),
  )
}

function entityOf(campaign: Campaign) {
  const { id, name, status, created_at: created } = campaign
  const budgets = budgetFacts({ dailyBudget: dailyBudgetOf(campaign), lifetimeBudget: null })
  return { id, name, status, state: statusOf(status).status, ...budgets, createdTime: timeOf(created) }
}
