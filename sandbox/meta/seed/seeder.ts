import type { Random } from '../../core/figures/random.ts'
import type { Graph } from '../graph/graph.ts'

/** Everything needed while one company is filled in. */
export interface Seeder {
  graph: Graph
  tenant: string
  random: Random
  /** When the company began. */
  since: number
  /** Ids that depend on the company's name alone. */
  treeId(): string
}
