import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Found, StepResult } from '../launch.ts'
import type { CallOptions, Graph, Params } from './client.ts'
import { NamedWire } from './wire.ts'

/**
 * The platform has no idempotency keys and names are not unique, so what we make carries a label made from the
 * operation: after a lost answer, the label tells whether it exists.
 */
export function labelFor(mark: string): string {
  return `flightdeck ${createHash('sha256').update(mark).digest('hex').slice(0, 20)}`
}

interface Search<T> {
  account: string
  /** Such as `campaignsbylabels`. */
  edge: string
  mark: string
  schema: z.ZodType<T>
  params: Params
  options: CallOptions
  resultOf: (item: T) => StepResult
}

export async function findByLabel<T>(graph: Graph, search: Search<T>): Promise<Found> {
  const { account, edge, mark, schema, params, options, resultOf } = search
  const labels = await graph.list(NamedWire, `${account}/adlabels`, { fields: 'id,name' }, 5000, options)
  // The label comes into being together with the first thing that carries it.
  const label = labels.find((candidate) => candidate.name === labelFor(mark))
  if (!label) return 'absent'
  const [found] = await graph.list(schema, `${account}/${edge}`, { ...params, ad_label_ids: [label.id] }, 1, options)
  return found === undefined ? 'absent' : { found: resultOf(found) }
}

export const validateOnly = { execution_options: ['validate_only'] }
