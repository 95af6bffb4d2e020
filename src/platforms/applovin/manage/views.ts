import { figuresFrom, rangeAsked } from '../../kit/figures.ts'
import { hasStatus } from '../../kit/fill-page.ts'
import type {
  AccountRef,
  AdListing,
  AdPerformanceQuery,
  AdPerformanceRow,
  AdQuery,
  Paged,
  PerformanceQuery,
  PerformanceRow,
} from '../../contract/manage.ts'
import { picturesIn } from '../../kit/pictures.ts'
import type { Api } from '../client.ts'
import { pageThrough, readByIds } from '../lists.ts'
import { dailyBudgetOf, setIdOf, statusOf, timeOf } from '../map.ts'
import type { Counting } from '../report/counting.ts'
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

function setsPage(api: Api, account: AccountRef, { adSetId, status, ...query }: AdQuery): Promise<Paged<CreativeSet>> {
  return pageThrough(
    api,
    { kind: 'set', accountId: account.id },
    query,
    (set) =>
      hasStatus(statusOf(set.status).status, status) && (adSetId === undefined || set.campaignIds.includes(adSetId)),
  )
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

interface Ground {
  api: Api
  counting: Counting
}

/** Campaigns are told on both levels: there is nothing between them and their ads. */
export async function listPerformance(
  { api, counting }: Ground,
  account: AccountRef,
  query: PerformanceQuery,
): Promise<Paged<PerformanceRow>> {
  const { campaignId, status, limit, after } = query
  const place = { kind: 'campaign', accountId: account.id } as const
  const isWanted = (each: Campaign) =>
    hasStatus(statusOf(each.status).status, status) && (!campaignId || each.id === campaignId)
  const page = await pageThrough(api, place, { limit, after }, isWanted)
  const range = rangeAsked(query)
  const figures = range && (await counting(account.id, 'campaign', range))
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
    ...figuresFrom(figures, campaign.id),
  }))
  return { ...page, items }
}

export async function listAdPerformance(
  { api, counting }: Ground,
  account: AccountRef,
  query: AdPerformanceQuery,
): Promise<Paged<AdPerformanceRow>> {
  const { startDate, endDate, ...asked } = query
  const page = await setsPage(api, account, asked)
  const range = rangeAsked({ startDate, endDate })
  const figures = range && (await counting(account.id, 'ad', range))
  const items = page.items.map((set) => ({
    ...listingOf(set),
    adSetId: asked.adSetId ?? set.campaignIds[0] ?? '',
    creativeId: set.id,
    ...figuresFrom(figures, set.id),
  }))
  return { ...page, items }
}
