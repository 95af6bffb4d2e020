import type { ReportEntity } from '../../contract/report.ts'
import { budgetFacts, createdAt } from '../../kit/entity-facts.ts'
import type { Api, CallOptions } from '../client.ts'
import { fromMicro, groupBudgets, statusOf } from '../map.ts'
import { AdGroupWire, CampaignWire } from '../wire.ts'
import { everyPage, ReportAdWire } from './family.ts'

function stateOf({ status, created_time: seconds }: { status: string; created_time?: number | null }) {
  return { status, state: statusOf(status).status, createdTime: createdAt(seconds && seconds * 1000) }
}

export async function* readEntities(api: Api, options: CallOptions): AsyncGenerator<ReportEntity[]> {
  for await (const page of everyPage(api, 'campaigns', CampaignWire, options))
    yield page.map(({ id, name, daily_spend_cap: daily, lifetime_spend_cap: lifetime, ...campaign }) => ({
      level: 'campaign',
      id,
      name,
      ...stateOf(campaign),
      ...budgetFacts({ dailyBudget: fromMicro(daily), lifetimeBudget: fromMicro(lifetime) }),
      campaignId: null,
      adSetId: null,
    }))
  const campaignOf = new Map<string, string>()
  for await (const page of everyPage(api, 'ad_groups', AdGroupWire, options)) {
    for (const { id, campaign_id: campaignId } of page) campaignOf.set(id, campaignId)
    yield page.map(({ id, name, campaign_id: campaignId, ...group }) => ({
      level: 'adset',
      id,
      name,
      ...stateOf(group),
      ...budgetFacts(groupBudgets(group)),
      campaignId,
      adSetId: null,
    }))
  }
  for await (const page of everyPage(api, 'ads', ReportAdWire, options))
    yield page.map(({ id, name, ad_group_id: adSetId, campaign_id: campaignId, ...ad }) => ({
      level: 'ad',
      id,
      // Ads need no name here.
      name: name || id,
      ...stateOf(ad),
      campaignId: campaignId ?? campaignOf.get(adSetId) ?? null,
      adSetId,
      shows: { asset: null, post: ad.pin_id },
    }))
}
