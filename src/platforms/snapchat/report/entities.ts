import type { ReportEntity } from '../../contract/report.ts'
import { budgetFacts, createdAt } from '../../kit/entity-facts.ts'
import type { CallOptions, Snap } from '../client.ts'
import { fromMicro, statusOf } from '../map.ts'
import { everyPage } from './family.ts'
import { ReportAdSquadWire, ReportAdWire, ReportCampaignWire } from './wire.ts'

function stateOf({ status, deleted, created_at: created }: { status: string; deleted?: boolean; created_at?: string }) {
  const state = deleted ? ('deleted' as const) : statusOf(status).status
  return { status: deleted ? 'DELETED' : status, state, createdTime: createdAt(created) }
}

export async function* readEntities(snap: Snap, options: CallOptions): AsyncGenerator<ReportEntity[]> {
  const { accountId } = options
  for await (const page of everyPage(snap, { kind: 'campaign', schema: ReportCampaignWire }, accountId, options))
    yield page.map((campaign) => ({
      level: 'campaign',
      id: campaign.id,
      name: campaign.name,
      ...stateOf(campaign),
      ...budgetFacts({
        dailyBudget: fromMicro(campaign.daily_budget_micro),
        lifetimeBudget: fromMicro(campaign.lifetime_spend_cap_micro),
      }),
      campaignId: null,
      adSetId: null,
    }))
  const campaignOf = new Map<string, string>()
  for await (const page of everyPage(snap, { kind: 'adsquad', schema: ReportAdSquadWire }, accountId, options)) {
    for (const squad of page) campaignOf.set(squad.id, squad.campaign_id)
    yield page.map((squad) => ({
      level: 'adset',
      id: squad.id,
      name: squad.name,
      ...stateOf(squad),
      ...budgetFacts({
        dailyBudget: fromMicro(squad.daily_budget_micro),
        lifetimeBudget: fromMicro(squad.lifetime_budget_micro),
      }),
      campaignId: squad.campaign_id,
      adSetId: null,
    }))
  }
  for await (const page of everyPage(snap, { kind: 'ad', schema: ReportAdWire }, accountId, options))
    yield page.map((ad) => ({
      level: 'ad',
      id: ad.id,
      name: ad.name,
      ...stateOf(ad),
      campaignId: campaignOf.get(ad.ad_squad_id) ?? null,
      adSetId: ad.ad_squad_id,
      shows: { asset: null, post: ad.creative_id ?? null },
    }))
}
