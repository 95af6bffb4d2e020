import type {
  AccountRef,
  AdListing,
  AdPerformanceQuery,
  AdPerformanceRow,
  AdQuery,
  Paged,
  PerformanceQuery,
  PerformanceRow,
  SwitchedOn,
} from '../../contract/manage.ts'
import { isAsked, pageOf } from '../../kit/fill-page.ts'
import { rangeAsked } from '../../kit/figures.ts'
import type { FiguresForPages } from '../../kit/remember.ts'
import { largestPage } from '../client.ts'
import type { Snap } from '../client.ts'
import { objectiveOf } from '../discover.ts'
import { isMissing } from './read.ts'
import { fromMicro, isId, squadStatus, statusOf } from '../map.ts'
import { pageThrough } from '../paging.ts'
import { figuresOf, readStats } from './figures.ts'
import type { EntityLevel } from '../../contract/report.ts'
import type { Stats } from '../report/question.ts'
import { AccountWire, AdSquadWire, AdWire, CampaignWire } from '../wire.ts'
import type { z } from 'zod'

type Ad = z.output<typeof AdWire>
const everything = 100_000

export interface Deps extends Snap {
  figures: FiguresForPages<Map<string, Stats>>
}

/** The switch first, then what its review says. */
function adStatus({ status, review_status: review, deleted }: Ad): string {
  if (deleted) return 'DELETED'
  if (status !== 'ACTIVE') return status
  if (review === 'REJECTED') return 'REJECTED'
  return review?.startsWith('PENDING') ? 'PENDING_REVIEW' : status
}

function listingOf(ad: Ad): AdListing {
  return {
    id: ad.id,
    name: ad.name,
    status: ad.deleted ? 'DELETED' : ad.status,
    effectiveStatus: adStatus(ad),
    createdTime: ad.created_at ?? '',
    thumbnailUrl: null,
  }
}

async function adsPage(snap: Snap, account: AccountRef, query: AdQuery & SwitchedOn): Promise<Paged<Ad>> {
  const { adSetId } = query
  const path = `${adSetId ? `adsquads/${adSetId}` : `adaccounts/${account.id}`}/ads`
  const read = (text: string) => snap.page({ kind: 'ad', schema: AdWire }, path, text, { accountId: account.id })
  return pageThrough(read, pageOf(query, largestPage), (ad) => isAsked(statusOf(ad.status).status, query))
}

export async function listAds(snap: Snap, account: AccountRef, query: AdQuery): Promise<Paged<AdListing>> {
  if (query.ids) return { items: await readDeleted(snap, account, query), before: null, after: null }
  if (query.adSetId !== undefined && !isId(query.adSetId)) return { items: [], before: null, after: null }
  const page = await adsPage(snap, account, query)
  return { ...page, items: page.items.map(listingOf) }
}

async function readDeleted(
  snap: Snap,
  account: AccountRef,
  { ids = [], adSetId, status }: AdQuery,
): Promise<AdListing[]> {
  const listings: AdListing[] = []
  for (const id of ids.filter(isId)) {
    const params = { read_deleted_entities: true }
    const ad = await snap
      .read({ kind: 'ad', schema: AdWire }, id, params, { accountId: account.id })
      .catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
    if (ad && (!adSetId || ad.ad_squad_id === adSetId) && adStatus(ad) === status?.toUpperCase())
      listings.push(listingOf(ad))
  }
  return listings
}

/** Of a whole account when all that may spend is asked for: then one answer serves all pages. null: no days were asked for. */
async function statsFor(
  snap: Deps,
  account: AccountRef,
  { level, path }: { level: EntityLevel; path: string },
  query: Pick<PerformanceQuery, 'startDate' | 'endDate' | 'switchedOn' | 'after'>,
): Promise<Map<string, Stats> | null> {
  const range = rangeAsked(query)
  if (!range) return null
  const question = { path, level, ...range, timeZone: account.timeZone }
  const read = () => readStats(snap, question, { accountId: account.id })
  return query.switchedOn ? snap.figures(`${path} ${level} ${range.from} ${range.to}`, query, read) : read()
}

export async function listPerformance(
  snap: Deps,
  account: AccountRef,
  level: 'campaign' | 'adset',
  query: PerformanceQuery,
): Promise<Paged<PerformanceRow>> {
  return level === 'campaign' ? campaignRows(snap, account, query) : adSetRows(snap, account, query)
}

async function campaignRows(snap: Deps, account: AccountRef, query: PerformanceQuery): Promise<Paged<PerformanceRow>> {
  const root = `adaccounts/${account.id}`
  const { campaignId } = query
  const read = (text: string) =>
    snap.page({ kind: 'campaign', schema: CampaignWire }, `${root}/campaigns`, text, { accountId: account.id })
  const isWanted = (each: z.output<typeof CampaignWire>) =>
    isAsked(statusOf(each.status).status, query) && (!campaignId || each.id === campaignId)
  const page = await pageThrough(read, pageOf(query, largestPage), isWanted)
  const stats = await statsFor(snap, account, { level: 'campaign', path: root }, query)
  const items = page.items.map((campaign) => ({
    id: campaign.id,
    name: campaign.name,
    status: campaign.status,
    effectiveStatus: campaign.status,
    objective: objectiveOf(campaign),
    optimizationGoal: null,
    campaignId: campaign.id,
    startTime: campaign.start_time ?? null,
    endTime: campaign.end_time ?? null,
    dailyBudget: fromMicro(campaign.daily_budget_micro),
    lifetimeBudget: fromMicro(campaign.lifetime_spend_cap_micro),
    ...figuresOf(stats, campaign.id, objectiveOf(campaign)),
  }))
  return { ...page, items }
}

async function adSetRows(snap: Deps, account: AccountRef, query: PerformanceQuery): Promise<Paged<PerformanceRow>> {
  const { campaignId } = query
  const options = { accountId: account.id }
  const root = campaignId ? `campaigns/${campaignId}` : `adaccounts/${account.id}`
  // For all that may spend, what is above is told by its own list.
  const above = query.switchedOn ? new Map<string, string>() : await campaignStatuses(snap, account)
  const read = (text: string) => snap.page({ kind: 'adsquad', schema: AdSquadWire }, `${root}/adsquads`, text, options)
  const page = await pageThrough(read, pageOf(query, largestPage), (squad) =>
    isAsked(statusOf(squad.status).status, query),
  )
  const stats = await statsFor(snap, account, { level: 'adset', path: root }, query)
  const items = page.items.map((squad) => ({
    id: squad.id,
    name: squad.name,
    status: squad.status,
    effectiveStatus: squadStatus(squad.status, above.get(squad.campaign_id)),
    objective: null,
    optimizationGoal: squad.optimization_goal ?? null,
    campaignId: squad.campaign_id,
    startTime: squad.start_time ?? null,
    endTime: squad.end_time ?? null,
    dailyBudget: fromMicro(squad.daily_budget_micro),
    lifetimeBudget: fromMicro(squad.lifetime_budget_micro),
    ...figuresOf(stats, squad.id, squad.optimization_goal),
  }))
  return { ...page, items }
}

async function campaignStatuses(snap: Snap, account: AccountRef): Promise<Map<string, string>> {
  const path = `adaccounts/${account.id}/campaigns`
  const options = { accountId: account.id, limit: everything }
  const { items } = await snap.list({ kind: 'campaign', schema: CampaignWire }, path, {}, options)
  return new Map(items.map(({ id, status }) => [id, status]))
}

export async function listAdPerformance(
  snap: Deps,
  account: AccountRef,
  query: AdPerformanceQuery,
): Promise<Paged<AdPerformanceRow>> {
  const page = await adsPage(snap, account, query)
  const root = query.adSetId ? `adsquads/${query.adSetId}` : `adaccounts/${account.id}`
  const stats = await statsFor(snap, account, { level: 'ad', path: root }, query)
  const goals = stats && !query.switchedOn ? await goalsOf(snap, account, page.items) : new Map<string, string>()
  const items = page.items.map((ad) => ({
    ...listingOf(ad),
    adSetId: ad.ad_squad_id,
    creativeId: ad.creative_id ?? null,
    ...figuresOf(stats, ad.id, goals.get(ad.ad_squad_id)),
  }))
  return { ...page, items }
}

/** What counts as a result of an ad is its ad set's to say. */
async function goalsOf(snap: Snap, account: AccountRef, ads: Ad[]): Promise<Map<string, string>> {
  if (ads.length === 0) return new Map()
  const path = `adaccounts/${account.id}/adsquads`
  const { items } = await snap.list(
    { kind: 'adsquad', schema: AdSquadWire },
    path,
    {},
    { accountId: account.id, limit: everything },
  )
  return new Map(items.flatMap(({ id, optimization_goal: goal }) => (goal ? [[id, goal] as const] : [])))
}

/** Spend by campaign over days of the account's calendar; campaigns without delivery are not in it. */
export async function spendByCampaign(
  snap: Snap,
  accountId: string,
  from: string,
  to: string,
): Promise<Map<string, number>> {
  const options = { accountId }
  const { timezone: timeZone } = await snap.read({ kind: 'adaccount', schema: AccountWire }, accountId, {}, options)
  const path = `adaccounts/${accountId}`
  const stats = await readStats(snap, { path, level: 'campaign', from, to, timeZone, fields: ['spend'] }, options)
  return new Map([...stats].map(([id, { spend = 0 }]) => [id, spend / 1_000_000]))
}
