import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { FlightdeckError } from '../../../../client/src/index.ts'
import type { BudgetChanged, Entity, EntityTotals, ReportRow } from '../../../../client/src/index.ts'
import { flightdeck } from '../client/flightdeck.ts'
import type { Input } from '../client/flightdeck.ts'
import { byCursor } from '../client/query-client.ts'
import { write } from '../client/write.ts'
import { entityKey } from './entity-key.ts'
import { can } from '../platforms.ts'
import { keysOf } from '../nouns.ts'
import { t } from '../../languages/t.ts'

const pageSize = 200
/** What one call takes at most. */
const maxAtOnce = 50

export type EntityQuery = Omit<NonNullable<Input<'listEntities'>>, 'cursor' | 'limit'>

/** Everything that runs, page by page, as it is kept. */
export const useEntities = (query: EntityQuery) =>
  useInfiniteQuery({
    queryKey: keysOf('entities')(query),
    placeholderData: keepPreviousData,
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      flightdeck.listEntities({ ...query, limit: pageSize, cursor: pageParam }, { signal }),
    select: ({ pages }) => {
      const [first] = pages
      const totals: EntityTotals[] = first?.totals ?? []
      return { rows: pages.flatMap(({ data }) => data), totals, metadata: first?.metadata ?? null }
    },
  })

export const useViews = () =>
  useQuery({ queryKey: keysOf('views')(), queryFn: () => flightdeck.listViews({ limit: 100 }) })

export const saveView = write(flightdeck.saveView, 'views')
export const deleteView = write(flightdeck.deleteView, 'views')

export interface SwitchOutcome {
  entity: Entity
  /** What stood against it; null: it is done. */
  problem: string | null
}

interface SwitchWish {
  entities: Entity[]
  isOn: boolean
}

/** Pauses or resumes, wherever they are: each has its own outcome, and one that fails holds nothing up. */
export const switchEntities = write(
  async ({ entities, isOn }: SwitchWish) => {
    const groups = [...Map.groupBy(entities, ({ accountId, level }) => `${accountId} ${level}`).values()]
    const outcomes: SwitchOutcome[] = []
    for (const group of groups)
      for (let at = 0; at < group.length; at += maxAtOnce)
        outcomes.push(...(await switchGroup(group.slice(at, at + maxAtOnce), isOn)))
    return outcomes
  },
  'campaigns',
  'changes',
)

async function switchGroup(group: Entity[], isOn: boolean): Promise<SwitchOutcome[]> {
  const [first] = group
  if (!first) return []
  const newStatus = isOn ? 'ACTIVE' : 'PAUSED'
  const entityIds = group.map(({ id }) => id)
  try {
    const wish = { accountId: first.accountId, entityType: first.level, entityIds, newStatus } as const
    const { results } = await flightdeck.updateStatus(wish)
    return group.map((entity) => {
      const result = results.find(({ entityId }) => entityId === entity.id)
      if (result?.success) return { entity, problem: null }
      const error = result?.error
      const problem = [error?.message ?? t('The platform did not say what became of it.'), error?.hint].filter(Boolean)
      return { entity, problem: problem.join(' ') }
    })
  } catch (error) {
    if (!(error instanceof FlightdeckError)) throw error
    return group.map((entity) => ({ entity, problem: error.message }))
  }
}

export interface BudgetWish {
  entity: Entity
  amount: number
}

export interface BudgetOutcome {
  entity: Entity
  /** What it is now; null: nothing was changed. */
  amount: number | null
  problem: string | null
}

/** One after the other: each goes through the guards, which count what the one before it added. */
export const changeBudgets = write(
  async (wishes: BudgetWish[]) => {
    const outcomes: BudgetOutcome[] = []
    for (const wish of wishes) outcomes.push(await changeBudget(wish))
    return outcomes
  },
  'campaigns',
  'changes',
)

async function changeBudget({ entity, amount }: BudgetWish): Promise<BudgetOutcome> {
  try {
    const { new: now } = await askBudget({ entity, amount }, false)
    return { entity, amount: now.dailyBudget ?? now.lifetimeBudget ?? amount, problem: null }
  } catch (error) {
    if (!(error instanceof FlightdeckError)) throw error
    return { entity, amount: null, problem: error.message }
  }
}

async function askBudget({ entity, amount }: BudgetWish, dryRun: boolean): Promise<BudgetChanged> {
  const { accountId, platform, id, level, dailyBudget } = entity
  if (can(platform, 'searchAds'))
    return flightdeck.updateSearchBudget({ accountId, campaignId: id, dailyBudget: amount, dryRun })
  const wish = dailyBudget === null ? { lifetimeBudget: amount } : { dailyBudget: amount }
  return flightdeck.updateBudget({
    ...{ accountId, entityId: id, entityType: level as 'campaign' | 'adset', dryRun },
    ...wish,
  })
}

/** What guards would say to each, before anything is sent. */
export const useBudgetRehearsal = (wishes: BudgetWish[]) =>
  useQuery({
    queryKey: keysOf('plans')(
      'budgets',
      wishes.map(({ entity, amount }) => [entityKey(entity), amount]),
    ),
    queryFn: () =>
      Promise.all(
        wishes.map(async (wish) => {
          try {
            const { guards = [] } = await askBudget(wish, true)
            return { entity: wish.entity, says: guards.map(({ message }) => message) }
          } catch (error) {
            if (!(error instanceof FlightdeckError)) throw error
            return { entity: wish.entity, says: [error.message] }
          }
        }),
      ),
  })

const panelDays = 14
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** What one did on each of the last days; a day without a row is one on which it did nothing. */
export const useEntityDays = ({ accountId, level, id }: Entity) =>
  useQuery({
    queryKey: keysOf('reports')('days of one', accountId, level, id),
    queryFn: async ({ signal }) => {
      const asked = {
        ...{ accountIds: accountId, groupBy: `day,${level}` as 'day', search: id, limit: 1000 },
        ...{ metrics: 'spend,results' as const, startDate: dayAgo(panelDays - 1), endDate: dayAgo(0) },
      }
      const { data } = await flightdeck.queryReports(asked, { signal })
      return Array.from({ length: panelDays }, (_, at) => {
        const day = dayAgo(panelDays - 1 - at)
        const row = data.find((each) => each.day === day && idAt(each, level) === id)
        return { day, spend: row ? (row.spend ?? null) : 0, results: row ? (row.results ?? null) : 0 }
      })
    },
  })

function idAt({ campaignId, adsetId, adId }: ReportRow, level: Entity['level']): string | null | undefined {
  return level === 'campaign' ? campaignId : level === 'adset' ? adsetId : adId
}

/** One that stands in an address and is not among those that were read. */
export const useEntity = (query: EntityQuery, wanted: { accountId: string; id: string } | null) =>
  useQuery({
    queryKey: keysOf('entities')('one', query, wanted),
    enabled: wanted !== null,
    queryFn: async ({ signal }) => {
      const { accountId = '', id = '' } = wanted ?? {}
      const { data } = await flightdeck.listEntities({ ...query, accountIds: [accountId], search: id }, { signal })
      return data.find((each) => each.id === id) ?? null
    },
  })

/** Campaigns, ad sets and ads of that name or id, those that spent most first. */
export const useCalled = (name: string) =>
  useQuery({
    queryKey: keysOf('entities')('called', name),
    enabled: name.length >= 2,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const asked = { level: 'all', search: name, columns: ['spend'], sortBy: 'spend', limit: 50 } as const
      const { data } = await flightdeck.listEntities({ ...asked, columns: [...asked.columns] }, { signal })
      const plain = name.toLowerCase()
      const rank = ({ name: called, id }: Entity) =>
        called?.toLowerCase() === plain || id === name ? 0 : called?.toLowerCase().includes(plain) ? 1 : 2
      return data.toSorted((one, other) => rank(one) - rank(other)).slice(0, 12)
    },
  })

const exportPage = 500

export interface Inside {
  rows: Entity[]
  isReading: boolean
  error: unknown
}

/** What stands in these, whatever its state, with the figures of the same days and in the same order. */
export const useInside = (query: EntityQuery, parents: readonly Entity[]): Inside[] =>
  useQueries({
    queries: parents.map(({ level, accountId, id }) => {
      const { filter: _filter, search: _search, view: _view, ...rest } = query
      const asked: EntityQuery = {
        ...{ ...rest, accountIds: [accountId], limit: exportPage },
        ...(level === 'campaign' ? { level: 'adset', campaignIds: [id] } : { level: 'ad', adSetIds: [id] }),
      }
      return {
        queryKey: keysOf('entities')('inside', asked),
        queryFn: () => allEntities(asked),
      }
    }),
  }).map(({ data, isPending, error }) => ({ rows: data ?? [], isReading: isPending, error }))

/** All that a question finds, page by page. */
async function allEntities(query: EntityQuery): Promise<Entity[]> {
  return Array.fromAsync(flightdeck.all.listEntities({ ...query, limit: exportPage }))
}

export const exportEntities = write(async (query: EntityQuery) => allEntities(query))
