import type { z } from 'zod'
import type { CallOptions, Graph, GraphPage, Params } from './client.ts'

/** A list in which something that we made may be. */
export interface SoughtList<T> {
  schema: z.ZodType<T>
  path: string
  params: Params
  options: CallOptions
}

const pageSize = 500
/** With more pages than this, a list is not read to its end. */
const maxPages = 40

/**
 * The first entry that matches. `absent` is said only of a list that was seen to its end: one that goes on after the
 * last page that we read may hold it all the same, and that is `unclear`.
 */
export async function seek<T extends object>(
  graph: Graph,
  list: SoughtList<T>,
  matches: (entry: T) => boolean,
): Promise<T | 'absent' | 'unclear'> {
  const walk = readPages(graph, list)
  for (;;) {
    const { done, value } = await walk.next()
    if (done) return value
    const found = value.find(matches)
    if (found) return found
  }
}

/** All entries, or `unclear` when there are too many to see. */
export async function readWhole<T extends object>(graph: Graph, list: SoughtList<T>): Promise<T[] | 'unclear'> {
  const all: T[] = []
  const walk = readPages(graph, list)
  for (;;) {
    const { done, value } = await walk.next()
    if (!done) all.push(...value)
    else return value === 'absent' ? all : value
  }
}

async function* readPages<T>(
  graph: Graph,
  { schema, path, params, options }: SoughtList<T>,
): AsyncGenerator<T[], 'absent' | 'unclear', void> {
  let after: string | null = null
  for (let page = 0; page < maxPages; page++) {
    const found: GraphPage<T> = await graph.page(
      schema,
      path,
      { ...params, limit: pageSize, ...(after ? { after } : {}) },
      options,
    )
    yield found.items
    after = found.after
    if (after === null) return 'absent'
  }
  return 'unclear'
}
