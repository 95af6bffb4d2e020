import type { AccountRef } from '../../contract/manage.ts'
import type {
  Negative,
  SearchAd,
  SearchAdGroup,
  SearchKeyword,
  SearchTerm,
  TermQuery,
  WithinQuery,
} from '../../contract/search-ads.ts'
import type { Api } from '../client.ts'
import { adFields, adGroupFields, groupFields, keywordFields, metricFields, placeFields } from '../fields.ts'
import { isAmountLike, isNumberLike, isOneOf, isTrue, isWithin, isWord } from '../gaql.ts'
import type { Condition, Query } from '../gaql.ts'
import { adName } from '../manage/views.ts'
import { fromMicros, toMicros, wordFor } from '../map.ts'
import { AdGroupWire, AdWire, CampaignNegativeWire, GroupNegativeWire, KeywordWire, TermWire } from '../wire.ts'

type Within = Pick<WithinQuery, 'campaignId' | 'adGroupId'>

function within({ campaignId, adGroupId }: Within): Condition[] {
  return [
    ...(campaignId ? [isOneOf('campaign.id', [campaignId])] : []),
    ...(adGroupId ? [isOneOf('ad_group.id', [adGroupId])] : []),
  ]
}

/** null: nothing can be in this state. */
function conditions(field: string, query: WithinQuery): Condition[] | null {
  const word = query.status && wordFor(query.status)
  if (word === null) return null
  return [word ? isWord(field, '=', word) : isWord(field, '!=', 'REMOVED'), ...within(query)]
}

export async function listAdGroups(api: Api, { id }: AccountRef, query: WithinQuery): Promise<SearchAdGroup[]> {
  const where = conditions('ad_group.status', query)
  if (!where) return []
  const asked = { select: adGroupFields, from: 'ad_group', where, orderBy: ['ad_group.id'], limit: query.limit }
  const rows = await api.rows(AdGroupWire, asked, { accountId: id })
  return rows.map(({ adGroup, campaign }) => ({
    id: adGroup.id,
    name: adGroup.name,
    status: adGroup.status,
    effectiveStatus: adGroup.primaryStatus ?? adGroup.status,
    type: adGroup.type ?? null,
    bid: fromMicros(adGroup.cpcBidMicros),
    campaignId: campaign.id,
    campaignName: campaign.name,
  }))
}

interface Placed {
  adGroup: { id: string; name: string }
  campaign: { id: string; name: string }
}

const placeOf = ({ adGroup, campaign }: Placed) => ({
  adGroupId: adGroup.id,
  adGroupName: adGroup.name,
  campaignId: campaign.id,
  campaignName: campaign.name,
})

export async function listAds(api: Api, { id }: AccountRef, query: WithinQuery): Promise<SearchAd[]> {
  const where = conditions('ad_group_ad.status', query)
  if (!where) return []
  const asked = { select: adFields, from: 'ad_group_ad', where, orderBy: ['ad_group_ad.ad.id'], limit: query.limit }
  const rows = await api.rows(AdWire, asked, { accountId: id })
  return rows.map(({ adGroupAd: { ad, ...own }, ...place }) => ({
    id: ad.id,
    name: adName(ad),
    status: own.status,
    effectiveStatus: own.primaryStatus ?? own.status,
    type: ad.type ?? null,
    approval: own.policySummary.approvalStatus ?? null,
    strength: own.adStrength ?? null,
    links: ad.finalUrls,
    headlines: ad.responsiveSearchAd.headlines.map(({ text }) => text),
    descriptions: ad.responsiveSearchAd.descriptions.map(({ text }) => text),
    ...placeOf(place),
  }))
}

const criterionOrder = ['ad_group.id', 'ad_group_criterion.criterion_id']

export async function listKeywords(api: Api, { id }: AccountRef, query: WithinQuery): Promise<SearchKeyword[]> {
  const where = conditions('ad_group_criterion.status', query)
  if (!where) return []
  const isKeyword = [isWord('ad_group_criterion.type', '=', 'KEYWORD'), isTrue('ad_group_criterion.negative', false)]
  const asked: Query = {
    select: keywordFields,
    from: 'ad_group_criterion',
    where: [...isKeyword, ...where],
    orderBy: criterionOrder,
    limit: query.limit,
  }
  const rows = await api.rows(KeywordWire, asked, { accountId: id })
  return rows.map(({ adGroupCriterion: own, ...place }) => ({
    id: `${place.adGroup.id}~${own.criterionId}`,
    text: own.keyword.text,
    matchType: own.keyword.matchType,
    status: own.status,
    effectiveStatus: own.primaryStatus ?? own.status,
    bid: fromMicros(own.cpcBidMicros),
    effectiveBid: fromMicros(own.effectiveCpcBidMicros),
    firstPageBid: fromMicros(own.positionEstimates.firstPageCpcMicros),
    qualityScore: own.qualityInfo.qualityScore ?? null,
    ...placeOf(place),
  }))
}

/** What people typed, the costliest first. Searches of Performance Max campaigns are not told. */
export async function listTerms(api: Api, { id }: AccountRef, query: TermQuery): Promise<SearchTerm[]> {
  const { range, minCost, maxConversions, limit } = query
  const where = [
    isWithin('segments.date', range),
    ...within(query),
    ...(minCost === undefined ? [] : [isNumberLike('metrics.cost_micros', '>=', toMicros(minCost))]),
    ...(maxConversions === undefined ? [] : [isAmountLike('metrics.conversions', '<=', maxConversions)]),
  ]
  const asked: Query = {
    select: [
      ...['search_term_view.search_term', 'search_term_view.status', 'segments.search_term_match_type'],
      ...groupFields,
      ...metricFields,
    ],
    from: 'search_term_view',
    where,
    orderBy: ['metrics.cost_micros DESC'],
    limit,
  }
  const rows = await api.rows(TermWire, asked, { accountId: id })
  return rows.map(({ searchTermView, segments, metrics, ...place }) => ({
    term: searchTermView.searchTerm,
    status: searchTermView.status,
    matchType: segments.searchTermMatchType ?? null,
    spend: metrics.costMicros / 1_000_000,
    impressions: metrics.impressions,
    clicks: metrics.clicks,
    conversions: metrics.conversions,
    conversionValue: metrics.conversionsValue,
    ...placeOf(place),
  }))
}

/** Those of ad groups come after those of campaigns. An ad group's own are shown alone where it is named. */
export async function listNegatives(api: Api, account: AccountRef, query: WithinQuery): Promise<Negative[]> {
  const ofCampaigns = query.adGroupId === undefined ? await campaignNegatives(api, account, query) : []
  if (ofCampaigns.length >= query.limit) return ofCampaigns
  const limit = query.limit - ofCampaigns.length
  return [...ofCampaigns, ...(await groupNegatives(api, account, { ...query, limit }))]
}

const negativesOf = (resource: 'campaign_criterion' | 'ad_group_criterion') => ({
  select: [`${resource}.criterion_id`, `${resource}.keyword.text`, `${resource}.keyword.match_type`],
  where: [
    isTrue(`${resource}.negative`),
    isWord(`${resource}.type`, '=', 'KEYWORD'),
    isWord(`${resource}.status`, '!=', 'REMOVED'),
  ],
})

export async function campaignNegatives(
  api: Api,
  { id }: AccountRef,
  { campaignId, limit, ids }: Within & { limit?: number; ids?: Condition[] },
): Promise<Negative[]> {
  const { select, where } = negativesOf('campaign_criterion')
  const asked: Query = {
    select: [...select, ...placeFields],
    from: 'campaign_criterion',
    where: [...where, ...within({ campaignId }), ...(ids ?? [])],
    orderBy: ['campaign.id', 'campaign_criterion.criterion_id'],
    limit,
  }
  const rows = await api.rows(CampaignNegativeWire, asked, { accountId: id })
  return rows.map(({ campaignCriterion: own, campaign }) => ({
    id: `${campaign.id}~${own.criterionId}`,
    level: 'campaign',
    text: own.keyword.text,
    matchType: own.keyword.matchType,
    campaignId: campaign.id,
    campaignName: campaign.name,
    adGroupId: null,
    adGroupName: null,
  }))
}

export async function groupNegatives(
  api: Api,
  { id }: AccountRef,
  { limit, ids, ...place }: Within & { limit?: number; ids?: Condition[] },
): Promise<Negative[]> {
  const { select, where } = negativesOf('ad_group_criterion')
  const asked: Query = {
    select: [...select, ...groupFields],
    from: 'ad_group_criterion',
    where: [...where, ...within(place), ...(ids ?? [])],
    orderBy: criterionOrder,
    limit,
  }
  const rows = await api.rows(GroupNegativeWire, asked, { accountId: id })
  return rows.map(({ adGroupCriterion: own, ...found }) => ({
    id: `${found.adGroup.id}~${own.criterionId}`,
    level: 'ad-group',
    text: own.keyword.text,
    matchType: own.keyword.matchType,
    ...placeOf(found),
  }))
}
