import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Found, StepResult } from '../../contract/launch.ts'
import type { CallOptions, Graph, Params } from '../client.ts'
import { seek } from '../seek.ts'
import { NamedWire } from '../wire.ts'

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
  const label = await seekLabel(graph, account, labelFor(mark), options)
  if (typeof label === 'string') return label
  const [found] = await graph.list(
    schema,
    `${account}/${edge}`,
    { ...params, ad_label_ids: [label.id] },
    { ...options, limit: 1 },
  )
  return found === undefined ? 'absent' : { found: resultOf(found) }
}

/** A label comes into being together with the first thing that carries it: without the label there is no such thing. */
export function seekLabel(graph: Graph, account: string, name: string, options: CallOptions) {
  const labels = { schema: NamedWire, path: `${account}/adlabels`, params: { fields: 'id,name' }, options }
  return seek(graph, labels, (label) => label.name === name)
}

export const validateOnly = { execution_options: ['validate_only'] }
