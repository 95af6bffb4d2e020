import type { ReportEntity } from '../../contract/report.ts'
import { budgetFacts } from '../../kit/entity-facts.ts'
import type { Api, CallOptions } from '../client.ts'
import { adFields, adGroupFields, campaignFields } from '../fields.ts'
import { budgetsOf } from '../manage/money.ts'
import { adName } from '../manage/views.ts'
import { statusOf } from '../map.ts'
import { AdGroupWire, AdWire, CampaignWire } from '../wire.ts'

/** Its ads have texts and many files: each is a creative of its own. */
const ownAlone = { asset: null, post: null }

export async function* readEntities(api: Api, options: CallOptions): AsyncGenerator<ReportEntity[]> {
  for await (const page of api.pages(CampaignWire, { select: campaignFields, from: 'campaign' }, options))
    yield page.map(({ campaign: { id, name, status }, campaignBudget }) => {
      const budgets = budgetFacts(budgetsOf(campaignBudget))
      return { level: 'campaign', id, name, ...stateOf(status), ...budgets, campaignId: null, adSetId: null }
    })
  for await (const page of api.pages(AdGroupWire, { select: adGroupFields, from: 'ad_group' }, options))
    yield page.map(({ adGroup: { id, name, status }, campaign }) => {
      return { level: 'adset', id, name, ...stateOf(status), campaignId: campaign.id, adSetId: null }
    })
  for await (const page of api.pages(AdWire, { select: adFields, from: 'ad_group_ad' }, options))
    yield page.map(({ adGroupAd: { ad, status }, adGroup, campaign }) => {
      const place = { campaignId: campaign.id, adSetId: adGroup.id }
      return { level: 'ad', id: ad.id, name: adName(ad), ...stateOf(status), ...place, shows: ownAlone }
    })
}

/** When something was made is not told here, nor whether bidding still learns. */
function stateOf(status: string) {
  return { status, state: statusOf(status).status }
}
