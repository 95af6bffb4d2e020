import type { z } from 'zod'
import { notFound, PlatformError } from '../../../errors.ts'
import type { CallOptions, Graph } from '../client.ts'

/** What it takes to look at the account's objects. */
export interface Reading {
  graph: Graph
  /** With the prefix act_. */
  account: string
  options: CallOptions
}

/** An object of the account, or 404: whether it does not exist, is of another kind, or is somebody else's. */
export async function readOwn<T extends { account_id?: string }>(
  { graph, account, options }: Reading,
  schema: z.ZodType<T>,
  { what, id, fields }: { what: string; id: string; fields: string },
): Promise<T> {
  // Anything but digits would be another path.
  if (!/^\d+$/.test(id)) throw notFound(what, id)
  try {
    const found = await graph.get(schema, id, { fields }, options)
    if (`act_${found.account_id}` === account) return found
  } catch (error) {
    // An object of another kind lacks some of the fields: the same code.
    if (!(error instanceof PlatformError) || error.failure.code !== 100) throw error
  }
  throw notFound(what, id)
}
