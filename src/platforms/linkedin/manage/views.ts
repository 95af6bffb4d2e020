import type {
  AccountRef,
  AdListing,
  AdPerformanceQuery,
  AdPerformanceRow,
  AdQuery,
  EntityStatus,
  EntityType,
  Paged,
  PerformanceQuery,
  PerformanceRow,
  SwitchedOn,
} from '../../contract/manage.ts'
import type { DayRange } from '../../contract/insights.ts'
import { addCounted, figuresFrom, rangeAsked, withFigures } from '../../kit/figures.ts'
import type { Counted, PerformanceStructure } from '../../kit/figures.ts'
import { pageOf } from '../../kit/fill-page.ts'
import type { Api, CallOptions } from '../client.ts'
import { servingOf } from '../discover.ts'
import { amountOf, entityUrn, idIn, isId, statusOf, timeText, wordsFor } from '../map.ts'
import { columns, countsOf, readRows } from '../report/rows.ts'
import type { Question } from '../report/question.ts'
import { objectivesIn } from '../report/days.ts'
import { CampaignWire, CreativeWire, GroupWire } from '../wire.ts'
import type { Campaign, Creative, Group } from '../wire.ts'
import { creativePageSize, pathOf, readCreatives, searchFor } from './read.ts'

export async function listPerformance(
  api: Api,
  account: AccountRef,
  level: 'campaign' | 'adset',
  given: PerformanceQuery,
): Promise<Paged<PerformanceRow>> {
  const query = pageOf(given, largestPage)
  const page = await (level === 'campaign' ? groupPage(api, account, query) : campaignPage(api, account, query))
  const ids = page.items.map(({ id }) => id)
  const asked = { level, ids, range: rangeAsked(query), spendAlone: query.switchedOn }
  const figures = await figuresOf(api, asked, { accountId: account.id })
  return withFigures(page, figures)
}

/** What is put away is listed for those who ask for it, or name its campaign. */
function statusesOf(type: EntityType, query: PerformanceQuery): string[] | undefined {
  const state = stateIn(query)
  return state === undefined && query.campaignId !== undefined ? undefined : wordsFor(type, state)
}

/** What may spend is active here, in review or not: a draft begins nothing by itself. */
function stateIn({ status, switchedOn }: { status?: EntityStatus } & SwitchedOn): EntityStatus | undefined {
  return status ?? (switchedOn ? 'active' : undefined)
}

async function groupPage(
  api: Api,
  { id: accountId }: AccountRef,
  query: PerformanceQuery,
): Promise<Paged<PerformanceStructure>> {
  const { campaignId, limit, after } = query
  const options = { accountId }
  if (campaignId !== undefined) {
    const found = await api.batchGet(GroupWire, pathOf(accountId, 'campaign'), [campaignId].filter(isId), options)
    const groups = [...found.values()].filter(({ status }) => !query.switchedOn || statusOf(status).status === 'active')
    return { items: groups.map(groupRow), before: null, after: null }
  }
  const search = { ...searchFor({ statuses: statusesOf('campaign', query) }), pageSize: limit, pageToken: after }
  const page = await api.page(GroupWire, pathOf(accountId, 'campaign'), search, options)
  return { items: page.items.map(groupRow), before: null, after: page.after }
}

async function campaignPage(
  api: Api,
  { id: accountId }: AccountRef,
  query: PerformanceQuery,
): Promise<Paged<PerformanceStructure>> {
  const { campaignId, limit, after } = query
  if (campaignId !== undefined && !isId(campaignId)) return { items: [], before: null, after: null }
  const wanted = { statuses: statusesOf('adset', query), groupIds: campaignId === undefined ? undefined : [campaignId] }
  const search = { ...searchFor(wanted), pageSize: limit, pageToken: after }
  const page = await api.page(CampaignWire, pathOf(accountId, 'adset'), search, { accountId })
  return { items: page.items.map(campaignRow), before: null, after: page.after }
}

export function groupRow(group: Group): PerformanceStructure {
  return { ...commonRow(group), campaignId: group.id, optimizationGoal: null }
}

export function campaignRow(campaign: Campaign): PerformanceStructure {
  return {
    ...commonRow(campaign),
    campaignId: idIn(campaign.campaignGroup),
    optimizationGoal: campaign.optimizationTargetType ?? null,
  }
}

function commonRow({ id, name, status, servingStatuses, objectiveType, ...entity }: Group | Campaign) {
  return {
    id,
    name,
    status,
    effectiveStatus: servingOf(status, servingStatuses),
    objective: objectiveType ?? null,
    startTime: timeText(entity.runSchedule?.start),
    endTime: timeText(entity.runSchedule?.end),
    dailyBudget: amountOf(entity.dailyBudget),
    lifetimeBudget: amountOf(entity.totalBudget),
  }
}

/** Searches of groups and campaigns give at most so many at once. */
const largestPage = 1_000

const filters = { campaign: 'campaignGroups', adset: 'campaigns', ad: 'creatives' } as const
const pivots = { campaign: 'CAMPAIGN_GROUP', adset: 'CAMPAIGN', ad: 'CREATIVE' } as const

export interface FiguresQuery {
  level: EntityType
  ids: string[]
  range: DayRange | null
  /** What counts as a result is told by campaigns, which costs a look at all of them. */
  spendAlone?: boolean
}

/** What counts as a result is the campaign's to say, so figures are told by campaign and added up. null: no days were asked for. */
export async function figuresOf(
  api: Api,
  { level, ids, range, spendAlone }: FiguresQuery,
  options: CallOptions,
): Promise<Map<string, Counted> | null> {
  if (!range) return null
  const all = new Map<string, Counted>()
  if (ids.length === 0) return all
  const objectives = spendAlone ? new Map<string, string | null>() : await objectivesIn(api, options)
  const question: Question = {
    pivots: level === 'adset' || spendAlone ? [pivots[level]] : [pivots[level], pivots.adset],
    range,
    granularity: 'ALL',
    columns,
    // Many are not named one by one: figures of the whole account come in one answer.
    ...(spendAlone ? {} : { of: { name: filters[level], urns: ids.map((id) => entityUrn(level, id)) } }),
  }
  const prefix = entityUrn(level, '')
  for await (const rows of readRows(api, question, options))
    for (const row of rows) {
      const urnWith = (start: string) => idIn(row.pivotValues.find((value) => value.startsWith(start)) ?? '')
      const counts = countsOf(row, objectives.get(urnWith(entityUrn('adset', ''))))
      const { spendMicros, impressions, clicks, results } = counts
      addCounted(all, urnWith(prefix), { spend: spendMicros / 1e6, impressions, clicks, results })
    }
  return all
}

interface AdPage {
  ads: Creative[]
  after: string | null
}

async function adPage(api: Api, { id: accountId }: AccountRef, query: AdQuery & SwitchedOn): Promise<AdPage> {
  const { adSetId, status, ids, limit, after } = query
  if (ids) {
    const found = await readCreatives(api, ids, { accountId })
    const wanted = [...found.values()].filter(({ campaign }) => !adSetId || idIn(campaign) === adSetId)
    return {
      ads: wanted.filter(({ intendedStatus }) => !status || statusOf(intendedStatus).status === status),
      after: null,
    }
  }
  if (adSetId !== undefined && !isId(adSetId)) return { ads: [], after: null }
  const search = {
    q: 'criteria',
    campaigns: adSetId === undefined ? undefined : [entityUrn('adset', adSetId)],
    intendedStatuses: wordsFor('ad', stateIn(query)),
    sortOrder: 'DESCENDING',
    pageSize: Math.min(limit, creativePageSize),
    pageToken: after,
  }
  const page = await api.page(CreativeWire, pathOf(accountId, 'ad'), search, { accountId })
  return { ads: page.items, after: page.after }
}

export async function listAds(api: Api, account: AccountRef, query: AdQuery): Promise<Paged<AdListing>> {
  const { ads, after } = await adPage(api, account, query)
  return { items: ads.map(listingOf), before: null, after }
}

function listingOf({ id, name, intendedStatus, createdAt, ...creative }: Creative): AdListing {
  return {
    id: idIn(id),
    name: name ?? '',
    status: intendedStatus,
    effectiveStatus: effectiveOf(intendedStatus, creative),
    createdTime: timeText(createdAt) ?? '',
    // The picture belongs to the post, and posts are read one by one.
    thumbnailUrl: null,
  }
}

/** Why an active creative is not shown, where it is not. */
export function effectiveOf(status: string, { review, servingHoldReasons }: Partial<Creative>): string {
  if (status !== 'ACTIVE') return status
  if (review?.status === 'REJECTED') return 'REJECTED'
  return servingHoldReasons?.[0] ?? status
}

export async function listAdPerformance(
  api: Api,
  account: AccountRef,
  query: AdPerformanceQuery,
): Promise<Paged<AdPerformanceRow>> {
  const { ads, after } = await adPage(api, account, query)
  const ids = ads.map(({ id }) => idIn(id))
  const asked = { level: 'ad', ids, range: rangeAsked(query), spendAlone: query.switchedOn } as const
  const figures = await figuresOf(api, asked, { accountId: account.id })
  const items = ads.map((ad) => ({
    ...listingOf(ad),
    adSetId: idIn(ad.campaign),
    creativeId: ad.content?.reference ?? null,
    ...figuresFrom(figures, idIn(ad.id)),
  }))
  return { items, before: null, after }
}

/** Spend by campaign group over days of UTC; groups without delivery are not in it. */
export async function spendByCampaign(
  api: Api,
  accountId: string,
  from: string,
  to: string,
): Promise<Map<string, number>> {
  const range = { from, to }
  const spent = new Map<string, number>()
  const column = 'costInLocalCurrency'
  const question: Question = { pivots: ['CAMPAIGN_GROUP'], range, granularity: 'ALL', columns: [column] }
  for await (const rows of readRows(api, question, { accountId }))
    for (const row of rows) {
      const id = idIn(row.pivotValues[0] ?? '')
      spent.set(id, (spent.get(id) ?? 0) + countsOf(row, null).spendMicros)
    }
  return new Map([...spent].map(([id, micros]) => [id, micros / 1_000_000]))
}
