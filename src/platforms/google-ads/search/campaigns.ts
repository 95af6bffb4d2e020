import { z } from 'zod'
import type { AccountRef } from '../../contract/manage.ts'
import type { SearchCampaign } from '../../contract/search-ads.ts'
import type { Api } from '../client.ts'
import { campaignFields } from '../fields.ts'
import { isTrue, isWord } from '../gaql.ts'
import type { Query } from '../gaql.ts'
import { budgetsOf, isShared } from '../manage/money.ts'
import { endIn, momentIn } from '../map.ts'
import { CampaignWire, Id } from '../wire.ts'

const isThere = (resource: string) => isWord(`${resource}.status`, '!=', 'REMOVED')

/** Everything but what is removed, with how much is in it: one stream for each kind of thing, however many there are. */
export async function readCampaigns(api: Api, account: AccountRef): Promise<SearchCampaign[]> {
  const query = { select: campaignFields, from: 'campaign', where: [isThere('campaign')], orderBy: ['campaign.id'] }
  const [rows, groups, ads, keywords] = await Promise.all([
    api.stream(CampaignWire, query, { accountId: account.id }),
    countBy(api, account, { from: 'ad_group', where: [isThere('ad_group')] }),
    countBy(api, account, { from: 'ad_group_ad', where: [isThere('ad_group'), isThere('ad_group_ad')] }),
    countBy(api, account, {
      from: 'ad_group_criterion',
      where: [
        ...[isThere('ad_group'), isThere('ad_group_criterion'), isTrue('ad_group_criterion.negative', false)],
        isWord('ad_group_criterion.type', '=', 'KEYWORD'),
      ],
    }),
  ])
  return rows.map(({ campaign, campaignBudget }) => ({
    id: campaign.id,
    name: campaign.name,
    status: campaign.status,
    effectiveStatus: campaign.primaryStatus ?? campaign.status,
    channel: campaign.advertisingChannelType ?? null,
    bidding: campaign.biddingStrategyType ?? null,
    ...budgetsOf(campaignBudget),
    budgetId: campaignBudget?.id ?? null,
    budgetShared: campaignBudget ? isShared(campaignBudget) : false,
    startTime: (campaign.startDateTime && momentIn(campaign.startDateTime, account.timeZone)?.toISOString()) || null,
    endTime: endIn(campaign.endDateTime, account.timeZone)?.toISOString() ?? null,
    adGroupCount: groups.get(campaign.id) ?? 0,
    adCount: ads.get(campaign.id) ?? 0,
    keywordCount: keywords.get(campaign.id) ?? 0,
  }))
}

const OfCampaign = z.object({ campaign: z.object({ id: Id }) })

async function countBy(api: Api, account: AccountRef, query: Omit<Query, 'select'>): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const rows = await api.stream(OfCampaign, { ...query, select: ['campaign.id'] }, { accountId: account.id })
  for (const { campaign } of rows) counts.set(campaign.id, (counts.get(campaign.id) ?? 0) + 1)
  return counts
}
