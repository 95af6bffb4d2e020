import { z } from 'zod'
import { PlatformError } from '../../../errors.ts'
import type { EntityPosition, EntityType } from '../../contract/manage.ts'
import type { Graph } from '../client.ts'
import { nodeId } from '../map.ts'
import { fieldsOf } from './manage.ts'
import { isMissing, isNodeId } from './read.ts'

const OwnedWire = z.object({ account_id: z.string() })

const types: EntityType[] = ['ad', 'adset', 'campaign']
const maxRemembered = 10_000

/**
 * An id of this platform names one thing alone, so it is read as each of the three kinds, all of them in one batch: as the other
 * two the platform does not know it. What an id names never changes.
 */
export function createKinds() {
  const known = new Map<string, EntityPosition>()
  return async (graph: Graph, ids: string[]): Promise<(EntityPosition | null)[]> => {
    const open = [...new Set(ids)].filter((id) => isNodeId(id) && !known.has(id))
    for (const [id, place] of await askFor(graph, open)) {
      if (known.size >= maxRemembered) known.clear()
      known.set(id, place)
    }
    return ids.map((id) => known.get(id) ?? null)
  }
}

async function askFor(graph: Graph, ids: string[]): Promise<[string, EntityPosition][]> {
  const asked = ids.flatMap((id) => types.map((type) => ({ id, type })))
  const reads = asked.map(({ id, type }) => ({ path: id, params: { fields: fieldsOf[type] } }))
  const answers = asked.length > 0 ? await graph.readMany(OwnedWire, reads, { accountId: '' }) : []
  return answers.flatMap((answer, index): [string, EntityPosition][] => {
    if (isMissing(answer)) return []
    if (answer instanceof PlatformError) throw answer
    const { id, type } = asked[index]!
    return [[id, { type, accountId: nodeId(answer.account_id) }]]
  })
}
