import { figuresFrom, rangeAsked } from '../../kit/figures.ts'
import { isAsked, pageOf } from '../../kit/fill-page.ts'
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
import { picturesIn } from '../../kit/pictures.ts'
import type { Api } from '../client.ts'
import { pageThrough, readByIds } from '../lists.ts'
import { adIdOf, dailyBudgetOf, setIdOf, statusOf, timeOf } from '../map.ts'
import { readCounted, readSpent, spentBy } from '../report/spend.ts'
import type { PagedDeps } from '../report/spend.ts'
import type { Deps } from '../report/question.ts'
import type { Campaign, CreativeSet } from '../wire.ts'

function listingOf({ id, name, status, created_at, assets }: CreativeSet): AdListing {
  const picture = assets.find(({ resource_type: type }) => type?.toUpperCase() === 'IMAGE')
  return {
    id,
    name,
    status,
    effectiveStatus: status,
    createdTime: timeOf(created_at)?.toISOString() ?? '',
    thumbnailUrl: picture?.url ?? null,
  }
}

/** Pages are small and know no filters, so those of what may spend hold many of them. */
const maxAtOnce = 1_000

function setsPage(api: Api, account: AccountRef, query: AdQuery & SwitchedOn): Promise<Paged<CreativeSet>> {
  const { adSetId, limit, after } = pageOf(query, maxAtOnce)
  const isWanted = (set: CreativeSet) =>
    isAsked(statusOf(set.status).status, query) && (adSetId === undefined || set.campaignIds.includes(adSetId))
  return pageThrough(api, { kind: 'set', accountId: account.id }, { limit, after }, isWanted)
}

export async function listAds(api: Api, account: AccountRef, query: AdQuery): Promise<Paged<AdListing>> {
  // Nothing is ever deleted here.
  if (query.status === 'deleted') return { items: [], before: null, after: null }
  const page = await setsPage(api, account, query)
  return { ...page, items: page.items.map(listingOf) }
}

export async function showAds(api: Api, account: AccountRef, adIds: string[]): Promise<Map<string, string>> {
  const ids = adIds.flatMap((id) => setIdOf(id) ?? [])
  const sets = await readByIds(api, 'set', ids, { accountId: account.id })
  const pictures = picturesIn({ items: sets.map(listingOf), before: null, after: null })
  return new Map(
    adIds.flatMap((id) => {
      const url = pictures.get(setIdOf(id) ?? '')
      return url === undefined ? [] : [[id, url] as const]
    }),
  )
}

/** Campaigns are told on both levels: there is nothing between them and their ads. */
export async function listPerformance(
  api: PagedDeps,
  account: AccountRef,
  _level: 'campaign' | 'adset',
  query: PerformanceQuery,
): Promise<Paged<PerformanceRow>> {
  const { campaignId } = query
  const { limit, after } = pageOf(query, maxAtOnce)
  const place = { kind: 'campaign', accountId: account.id } as const
  const isWanted = (each: Campaign) =>
    isAsked(statusOf(each.status).status, query) && (!campaignId || each.id === campaignId)
  const page = await pageThrough(api, place, { limit, after }, isWanted)
  const range = rangeAsked(query)
  const spent = range && query.switchedOn ? await readSpent(api, range, query) : null
  const figures = range && !spent ? await readCounted(api, account.id, 'campaign', range) : null
  const items = page.items.map((campaign) => ({
    id: campaign.id,
    name: campaign.name,
    status: campaign.status,
    effectiveStatus: campaign.status,
    objective: campaign.goal?.goal_type ?? null,
    optimizationGoal: null,
    campaignId: campaign.id,
    startTime: timeOf(campaign.start_date)?.toISOString() ?? null,
    endTime: timeOf(campaign.end_date)?.toISOString() ?? null,
    dailyBudget: dailyBudgetOf(campaign),
    lifetimeBudget: null,
    ...(spent ? spentBy(spent, campaign) : figuresFrom(figures, campaign.id)),
  }))
  return { ...page, items }
}

export async function listAdPerformance(
  api: Deps,
  account: AccountRef,
  query: AdPerformanceQuery,
): Promise<Paged<AdPerformanceRow>> {
  const { startDate, endDate, ...asked } = query
  const page = await setsPage(api, account, asked)
  const range = rangeAsked({ startDate, endDate })
  const figures = range && (await readCounted(api, account.id, 'ad', range))
  const rowOf = (set: CreativeSet, id: string, adSetId: string) => ({
    ...listingOf(set),
    id,
    adSetId,
    creativeId: set.id,
    ...figuresFrom(figures, id),
  })
  const items = page.items.flatMap((set) =>
    query.switchedOn
      ? set.campaignIds
          .filter((campaignId) => asked.adSetId === undefined || asked.adSetId === campaignId)
          .map((campaignId) => rowOf(set, adIdOf(set, campaignId), campaignId))
      : [rowOf(set, set.id, asked.adSetId ?? set.campaignIds[0] ?? '')],
  )
  return { ...page, items }
}
