import type { ReportEntity } from '../../contract/report.ts'
import { budgetFacts, createdAt } from '../../kit/entity-facts.ts'
import type { Api, CallOptions } from '../client.ts'
import { listCampaigns, listCreatives, listGroups, maxEntities } from '../manage/read.ts'
import { amountOf, idIn, statusOf } from '../map.ts'
import type { Campaign, Group } from '../wire.ts'

const maxCreatives = 20_000

export async function* readEntities(api: Api, options: CallOptions): AsyncGenerator<ReportEntity[]> {
  const limits = { ...options, limit: maxEntities }
  const groups = await listGroups(api, {}, limits)
  yield groups.map((group) => ({ level: 'campaign', ...entityOf(group), campaignId: null, adSetId: null }))
  const campaigns = await listCampaigns(api, {}, limits)
  const groupOf = new Map(campaigns.map(({ id, campaignGroup }) => [id, idIn(campaignGroup)]))
  yield campaigns.map((campaign) => {
    return { level: 'adset', ...entityOf(campaign), campaignId: idIn(campaign.campaignGroup), adSetId: null }
  })
  const creatives = await listCreatives(api, {}, { ...options, limit: maxCreatives })
  yield creatives.map(({ id, name, intendedStatus: status, campaign, content, createdAt: created }) => {
    const place = { campaignId: groupOf.get(idIn(campaign)) ?? null, adSetId: idIn(campaign) }
    // Creatives need no name here.
    const state = { status, state: statusOf(status).status, createdTime: createdAt(created) }
    return {
      level: 'ad',
      id: idIn(id),
      name: name || idIn(id),
      ...state,
      ...place,
      shows: { asset: null, post: content?.reference ?? null },
    }
  })
}

function entityOf({ id, name, status, dailyBudget, totalBudget, changeAuditStamps }: Group | Campaign) {
  return {
    id,
    name,
    status,
    state: statusOf(status).status,
    ...budgetFacts({ dailyBudget: amountOf(dailyBudget), lifetimeBudget: amountOf(totalBudget) }),
    createdTime: createdAt(changeAuditStamps?.created?.time),
  }
}
