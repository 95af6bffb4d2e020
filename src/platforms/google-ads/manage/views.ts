import { addCounted, figuresFrom, rangeAsked, withFigures } from '../../kit/figures.ts'
import type { Counted, PerformanceStructure } from '../../kit/figures.ts'
import { pageOf, wrongCursor } from '../../kit/fill-page.ts'
import type { DayRange } from '../../contract/insights.ts'
import type {
  AccountRef,
  AdListing,
  AdPerformanceQuery,
  AdPerformanceRow,
  AdQuery,
  EntityStatus,
  Paged,
  PageQuery,
  PerformanceQuery,
  PerformanceRow,
  SwitchedOn,
} from '../../contract/manage.ts'
import { z } from 'zod'
import type { Api } from '../client.ts'
import { adFields, adGroupFields, campaignFields, metricFields } from '../fields.ts'
import { isNumber, isNumberLike, isOneOf, isWithin, isWord } from '../gaql.ts'
import type { Condition } from '../gaql.ts'
import { endIn, momentIn, switchWords, wordFor } from '../map.ts'
import { AdGroupWire, AdWire, CampaignWire, Id, MetricsWire } from '../wire.ts'
import { budgetsOf } from './money.ts'

type Level = 'campaign' | 'adset' | 'ad'

type Wanted = { status?: EntityStatus } & SwitchedOn

/** null: nothing can be in this state. */
function statusIs(field: string, { status, switchedOn }: Wanted): Condition[] | null {
  // What was below something that is removed keeps its own switch, and never runs again.
  if (switchedOn) return [isWord(field, '=', switchWords.active), ...notRemoved(field)]
  if (status === undefined) return [isWord(field, '!=', 'REMOVED')]
  const word = wordFor(status)
  return word === null ? null : [isWord(field, '=', word)]
}

function notRemoved(field: string): Condition[] {
  const above = { 'campaign.status': [], 'ad_group.status': ['campaign'] }[field] ?? ['ad_group', 'campaign']
  return above.map((resource) => isWord(`${resource}.status`, '!=', 'REMOVED'))
}

/** Lists stand in the order of their ids, so a cursor is the last one that was shown. */
function after(field: string, cursor: string | undefined): Condition[] {
  if (cursor === undefined) return []
  if (!isNumber(cursor)) throw wrongCursor()
  return [isNumberLike(field, '>', cursor)]
}

function cut<T extends { id: string }>(rows: T[], { limit }: PageQuery): Paged<T> {
  const items = rows.slice(0, limit)
  return { items, before: null, after: rows.length > limit ? items.at(-1)!.id : null }
}

/** Rows cost nothing here, questions do. */
const maxAtOnce = 5_000

const empty = { items: [], before: null, after: null }

export async function listPerformance(
  api: Api,
  account: AccountRef,
  level: 'campaign' | 'adset',
  given: PerformanceQuery,
): Promise<Paged<PerformanceRow>> {
  const query = pageOf(given, maxAtOnce)
  const page = await (level === 'campaign' ? campaigns(api, account, query) : adGroups(api, account, query))
  const figures = await figuresOf(api, account, level, { query, ids: page.items.map(({ id }) => id) })
  return withFigures(page, figures)
}

async function campaigns(api: Api, account: AccountRef, query: PerformanceQuery): Promise<Paged<PerformanceStructure>> {
  // Whoever names a campaign sees it whatever its state is.
  const isAny = query.campaignId !== undefined && query.status === undefined && !query.switchedOn
  const state = isAny ? [] : statusIs('campaign.status', query)
  if (!state) return empty
  const where = [
    ...state,
    ...(query.campaignId ? [isOneOf('campaign.id', [query.campaignId])] : []),
    ...after('campaign.id', query.after),
  ]
  const rows = await api.rows(
    CampaignWire,
    { select: campaignFields, from: 'campaign', where, orderBy: ['campaign.id'], limit: query.limit + 1 },
    { accountId: account.id },
  )
  const items = rows.map(({ campaign, campaignBudget }) => ({
    id: campaign.id,
    name: campaign.name,
    status: campaign.status,
    effectiveStatus: campaign.primaryStatus ?? campaign.status,
    objective: campaign.advertisingChannelType ?? null,
    optimizationGoal: null,
    campaignId: campaign.id,
    startTime: timeText(campaign.startDateTime, account),
    endTime: endIn(campaign.endDateTime, account.timeZone)?.toISOString() ?? null,
    ...budgetsOf(campaignBudget),
    budgetId: campaignBudget?.id ?? null,
    ...(withoutAdGroups.has(campaign.advertisingChannelType ?? '') ? { hasNoAdSets: true as const } : {}),
  }))
  return cut(items, query)
}

/** Made of asset groups, or of nothing that can be listed: these show no ad groups with ads. */
const withoutAdGroups = new Set(['PERFORMANCE_MAX', 'LOCAL_SERVICES'])

function timeText(text: string | undefined, { timeZone }: AccountRef): string | null {
  return (text && momentIn(text, timeZone)?.toISOString()) || null
}

async function adGroups(api: Api, account: AccountRef, query: PerformanceQuery): Promise<Paged<PerformanceStructure>> {
  const state = statusIs('ad_group.status', query)
  if (!state) return empty
  const where = [
    ...state,
    ...(query.campaignId ? [isOneOf('campaign.id', [query.campaignId])] : []),
    ...after('ad_group.id', query.after),
  ]
  const rows = await api.rows(
    AdGroupWire,
    { select: adGroupFields, from: 'ad_group', where, orderBy: ['ad_group.id'], limit: query.limit + 1 },
    { accountId: account.id },
  )
  const items = rows.map(({ adGroup, campaign }) => ({
    id: adGroup.id,
    name: adGroup.name,
    status: adGroup.status,
    effectiveStatus: adGroup.primaryStatus ?? adGroup.status,
    objective: null,
    optimizationGoal: adGroup.type ?? null,
    campaignId: campaign.id,
    startTime: null,
    endTime: null,
    dailyBudget: null,
    lifetimeBudget: null,
  }))
  return cut(items, query)
}

type AdRow = AdListing & { adSetId: string }

export async function listAds(api: Api, account: AccountRef, query: AdQuery): Promise<Paged<AdListing>> {
  const page = await readAds(api, account, query)
  return { ...page, items: page.items.map(({ adSetId: _adSet, ...ad }) => ad) }
}

async function readAds(api: Api, account: AccountRef, query: AdQuery & SwitchedOn): Promise<Paged<AdRow>> {
  const ids = query.ids?.filter(isNumber)
  if (ids?.length === 0) return empty
  const state = ids ? [] : statusIs('ad_group_ad.status', query)
  if (!state) return empty
  const where = [
    ...state,
    ...(ids ? [isOneOf('ad_group_ad.ad.id', ids)] : after('ad_group_ad.ad.id', query.after)),
    ...(query.adSetId ? [isOneOf('ad_group.id', [query.adSetId])] : []),
  ]
  const order = { orderBy: ['ad_group_ad.ad.id'], ...(ids ? {} : { limit: query.limit + 1 }) }
  const rows = await api.rows(
    AdWire,
    { select: adFields, from: 'ad_group_ad', where, ...order },
    { accountId: account.id },
  )
  const items = rows.map(({ adGroupAd: { ad, status, primaryStatus }, adGroup }) => ({
    id: ad.id,
    name: adName(ad),
    status,
    effectiveStatus: primaryStatus ?? status,
    // The platform does not tell when an ad was made.
    createdTime: '',
    thumbnailUrl: null,
    adSetId: adGroup.id,
  }))
  return ids ? { items, before: null, after: null } : cut(items, query)
}

/** Ads have no names of their own here: they are known by what they say. */
export function adName({ id, name, responsiveSearchAd }: z.output<typeof AdWire>['adGroupAd']['ad']): string {
  return name || responsiveSearchAd.headlines[0]?.text || id
}

export async function listAdPerformance(
  api: Api,
  account: AccountRef,
  given: AdPerformanceQuery,
): Promise<Paged<AdPerformanceRow>> {
  const query = pageOf(given, maxAtOnce)
  const page = await readAds(api, account, query)
  const figures = await figuresOf(api, account, 'ad', { query, ids: page.items.map(({ id }) => id) })
  const items = page.items.map((ad) => ({ ...ad, creativeId: null, ...figuresFrom(figures, ad.id) }))
  return { ...page, items }
}

const idFields: Record<Level, string> = { campaign: 'campaign.id', adset: 'ad_group.id', ad: 'ad_group_ad.ad.id' }
const sources: Record<Level, string> = { campaign: 'campaign', adset: 'ad_group', ad: 'ad_group_ad' }
const FigureWire = MetricsWire.extend({
  campaign: z.object({ id: Id }).optional(),
  adGroup: z.object({ id: Id }).optional(),
  adGroupAd: z.object({ ad: z.object({ id: Id }) }).optional(),
})

async function figuresOf(
  api: Api,
  account: AccountRef,
  level: Level,
  { query, ids }: { query: { startDate?: string; endDate?: string } & SwitchedOn; ids: string[] },
): Promise<Map<string, Counted> | null> {
  const range = rangeAsked(query)
  if (!range) return null
  const all = new Map<string, Counted>()
  if (ids.length === 0) return all
  // Thousands are not named one by one: rows come only for what was delivered, and cost nothing.
  const named = query.switchedOn ? {} : { ids }
  for (const row of await readFigures(api, account.id, { level, range, ...named })) addCounted(all, row.id, row)
  return all
}

interface FiguresQuery {
  level: Level
  range: DayRange
  /** Absent: of everything. */
  ids?: string[]
}

async function readFigures(
  api: Api,
  accountId: string,
  { level, range, ids }: FiguresQuery,
): Promise<(Counted & { id: string })[]> {
  const field = idFields[level]
  const where = [isWithin('segments.date', range), ...(ids ? [isOneOf(field, ids)] : [])]
  const query = { select: [field, ...metricFields], from: sources[level], where }
  const rows = await api.stream(FigureWire, query, { accountId })
  return rows.map(({ campaign, adGroup, adGroupAd, metrics }) => {
    const id = level === 'campaign' ? campaign?.id : level === 'adset' ? adGroup?.id : adGroupAd?.ad.id
    const { costMicros, impressions, clicks, conversions: results } = metrics
    return { id: id ?? '', spend: costMicros / 1e6, impressions, clicks, results }
  })
}

/** Spend in main units by campaign id; campaigns without delivery are not in it. */
export async function spendByCampaign(
  api: Api,
  accountId: string,
  from: string,
  to: string,
): Promise<Map<string, number>> {
  const range = { from, to }
  const rows = await readFigures(api, accountId, { level: 'campaign', range })
  return new Map(rows.map(({ id, spend }) => [id, spend]))
}
