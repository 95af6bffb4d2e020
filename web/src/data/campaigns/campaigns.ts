import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import type { AdAccount, AdRow, EndedBy, ReportRow, StructureRow } from '../../../../client/src/index.ts'
import { required } from '../../../../client/src/required.ts'
import { flightdeck } from '../client/flightdeck.ts'
import type { Level } from '../platforms.ts'
import { keysOf } from '../nouns.ts'
import { byCursor, queryClient } from '../client/query-client.ts'

const key = keysOf('campaigns')

export interface Days {
  startDate: string
  endDate: string
}

interface Figures {
  spend: number | null
  impressions: number | null
  clicks: number | null
  results: number | null
  costPerResult: number | null
}

/** A campaign, ad set or ad of the tree, whatever its platform calls it. */
export interface Entity extends Figures {
  level: Level
  id: string
  name: string
  status: string
  effectiveStatus: string
  campaignId: string
  /** Of an ad: what it is in. */
  adSetId: string | null
  dailyBudget: number | null
  lifetimeBudget: number | null
  about: string | null
  /** When it ends, and whether it is the service that pauses it then. */
  endTime: string | null
  endedBy: EndedBy | null
  thumbnailUrl: string | null
  adsManagerUrl: string | null
}

export const keyOf = ({ level, id }: Pick<Entity, 'level' | 'id'>) => `${level}:${id}`

export type StatusFilter = '' | 'ACTIVE' | 'PAUSED' | 'ARCHIVED'
const pageSize = 200

/** The campaigns of an account, page by page. */
export const useCampaigns = (account: AdAccount, days: Days, status: StatusFilter) =>
  useInfiniteQuery({
    queryKey: key(account.id, 'campaigns', days, status),
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      flightdeck.listCampaignPerformance(
        { accountId: account.id, ...(status && { status }), ...days, limit: pageSize, cursor: pageParam },
        { signal },
      ),
    select: ({ pages }) => pages.flatMap(({ data }) => data.map((row) => structure('campaign', row))),
  })

export interface Children {
  rows: Entity[] | null
  error: unknown
  /** Of figures that could not be had, where the rows could. */
  figuresError: unknown
}

export interface Parent {
  id: string
  campaignId: string
}

/** What is in the campaigns that are open. */
export function useAdSets(account: AdAccount, days: Days, campaignIds: string[]): Map<string, Children> {
  const found = useQueries({
    queries: campaignIds.map((campaignId) => ({
      queryKey: key(account.id, 'adsets', campaignId, days),
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const asked = { accountId: account.id, campaignId, ...days, limit: pageSize }
        const rows = await Array.fromAsync(flightdeck.all.listAdSetPerformance(asked, { signal }))
        return rows.map((row) => structure('adset', { ...row, campaignId }))
      },
    })),
  })
  return new Map(
    found.map(({ data, error }, at) => [
      required(campaignIds[at], 'campaign'),
      { rows: data ?? null, error, figuresError: null },
    ]),
  )
}

/** What is in the ad sets that are open. Lists of ads have no figures: those come from the reports. */
export function useAds(account: AdAccount, days: Days, adSets: Parent[]): Map<string, Children> {
  const found = useQueries({
    queries: adSets.map(({ id }) => ({
      queryKey: key(account.id, 'ads', id),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        Array.fromAsync(flightdeck.all.listAds({ accountId: account.id, adSetId: id, limit: pageSize }, { signal })),
    })),
  })
  const figures = useQueries({
    queries: adSets.map(({ id }) => ({
      queryKey: keysOf('reports')('ads', account.id, id, days),
      queryFn: ({ signal }: { signal: AbortSignal }) => adFigures(account.id, id, days, signal),
    })),
  })
  return new Map(
    adSets.map((parent, at): [string, Children] => {
      const { data, error } = required(found[at], 'answer about ads')
      const figured = required(figures[at], 'answer about figures')
      const rows = data?.map((row) => ad(row, parent, figured.data?.get(row.id))) ?? null
      return [parent.id, { rows, error, figuresError: figured.error }]
    }),
  )
}

/** In which campaigns there are ad sets of that name: those that are closed are not known from inside. */
export const useFoundInside = (accountId: string, search: string) =>
  useQuery({
    queryKey: key(accountId, 'search', search),
    enabled: search.length >= 2,
    queryFn: ({ signal }) => flightdeck.listAdSets({ accountId, search, limit: 200 }, { signal }),
  })

/** Asks again for what a change can have touched: the list that it stands in, and all that is below. */
export async function refresh(account: AdAccount, { level, campaignId, adSetId, id }: Entity): Promise<void> {
  const ask = (...rest: string[]) => queryClient.invalidateQueries({ queryKey: key(account.id, ...rest) })
  if (level === 'campaign') return ask()
  if (level === 'ad') return ask('ads', adSetId ?? '')
  await Promise.all([ask('adsets', campaignId), ask('ads', id)])
}

async function adFigures(accountId: string, adSetId: string, days: Days, signal: AbortSignal) {
  const asked = {
    accountIds: accountId,
    groupBy: 'adset,ad' as const,
    metrics: 'spend,impressions,clicks,results,costPerResult' as const,
    search: adSetId,
    limit: 1000,
    ...days,
  }
  const rows = await Array.fromAsync(flightdeck.all.queryReports(asked, { signal }))
  return new Map(rows.flatMap((row) => (row.adId ? [[row.adId, row] as const] : [])))
}

function structure(level: 'campaign' | 'adset', row: StructureRow): Entity {
  const { id, name, status, effectiveStatus, dailyBudget, lifetimeBudget, endTime, endedBy = null } = row
  const { spend, impressions, clicks, results, costPerResult } = row
  return {
    ...{ level, id, name, status, effectiveStatus, dailyBudget, lifetimeBudget, endTime, endedBy },
    ...{ spend, impressions, clicks, results, costPerResult },
    campaignId: row.campaignId ?? id,
    adSetId: null,
    about: level === 'campaign' ? row.objective : row.optimizationGoal,
    thumbnailUrl: null,
    adsManagerUrl: null,
  }
}

function ad(row: AdRow, parent: Parent, figures: ReportRow | undefined): Entity {
  const { id, name, status, effectiveStatus, thumbnailUrl, adsManagerUrl, endTime = null, endedBy = null } = row
  const { spend = null, impressions = null, clicks = null, results = null, costPerResult = null } = figures ?? {}
  return {
    ...{ level: 'ad' as const, id, name, status, effectiveStatus, thumbnailUrl, adsManagerUrl, endTime, endedBy },
    ...{ spend, impressions, clicks, results, costPerResult },
    campaignId: parent.campaignId,
    adSetId: parent.id,
    dailyBudget: null,
    lifetimeBudget: null,
    about: null,
  }
}
