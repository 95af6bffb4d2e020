import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { FlightdeckError } from '../../../client/src/index.ts'
import type { Entity, EntityTotals } from '../../../client/src/index.ts'
import { flightdeck } from './client/flightdeck.ts'
import type { Input } from './client/flightdeck.ts'
import { byCursor } from './client/query-client.ts'
import { write } from './client/write.ts'
import { keysOf } from './nouns.ts'

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

export const entityKey = ({ platform, level, id }: Pick<Entity, 'platform' | 'level' | 'id'>) =>
  `${platform} ${level} ${id}`

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
      const problem = [error?.message ?? 'The platform did not say what became of it.', error?.hint].filter(Boolean)
      return { entity, problem: problem.join(' ') }
    })
  } catch (error) {
    if (!(error instanceof FlightdeckError)) throw error
    return group.map((entity) => ({ entity, problem: error.message }))
  }
}
