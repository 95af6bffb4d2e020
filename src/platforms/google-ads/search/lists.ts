import type { AccountRef } from '../../contract/manage.ts'
import type {
  SearchAd,
  SearchAdGroup,
  SearchKeyword,
  SearchTerm,
  TermQuery,
  WithinQuery,
} from '../../contract/search-ads.ts'
import type { Api } from '../client.ts'
import { adFields, adGroupFields, groupFields, keywordFields, metricFields } from '../fields.ts'
import { isAmountLike, isNumberLike, isOneOf, isTrue, isWithin, isWord } from '../gaql.ts'
import type { Condition, Query } from '../gaql.ts'
import { adName } from '../manage/views.ts'
import { fromMicros, toMicros, wordFor } from '../map.ts'
import { AdGroupWire, AdWire, KeywordWire, TermWire } from '../wire.ts'

export type Within = Pick<WithinQuery, 'campaignId' | 'adGroupId'>

export function within({ campaignId, adGroupId }: Within): Condition[] {
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

export const placeOf = ({ adGroup, campaign }: Placed) => ({
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

export const criterionOrder = ['ad_group.id', 'ad_group_criterion.criterion_id']

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
