import { brokenRules, PlatformError } from '../../errors.ts'
import type { Paged } from '../manage.ts'
import { largestPage, queryOf, smallestPage } from './client.ts'
import type { Params, SnapPage } from './client.ts'

/** A place in a list: a page of the platform's, and how many of its entries were given already. */
interface Place {
  query: string
  skip: number
}

/**
 * The platform's pages hold 50 entries at least and know no filters. Ours hold what was asked for: they are cut out of
 * as many of the platform's as it takes.
 */
export async function pageThrough<T>(
  read: (query: string) => Promise<SnapPage<T>>,
  { limit, after, params = {} }: { limit: number; after?: string; params?: Params },
  isWanted: (item: T) => boolean,
): Promise<Paged<T>> {
  const items: T[] = []
  let place: Place | null = after === undefined ? firstPlace(params, limit) : placeIn(after)
  while (place) {
    const { query, skip }: Place = place
    const page: SnapPage<T> = await read(query).catch(after === undefined ? rethrow : refuseCursor)
    for (let index = skip; index < page.items.length; index++) {
      if (items.length === limit) return { items, before: null, after: cursorFor({ query, skip: index }) }
      const item = page.items[index]!
      if (isWanted(item)) items.push(item)
    }
    place = page.next === null ? null : { query: page.next, skip: 0 }
    if (place && items.length === limit) return { items, before: null, after: cursorFor(place) }
  }
  return { items, before: null, after: null }
}

function firstPlace(params: Params, limit: number): Place {
  return { query: queryOf({ ...params, limit: Math.min(Math.max(limit, smallestPage), largestPage) }), skip: 0 }
}

function cursorFor({ query, skip }: Place): string {
  return Buffer.from(`${skip}${query}`).toString('base64url')
}

function placeIn(cursor: string): Place {
  const [, skip, query] = /^(\d{1,4})(\?[\w%&=.~+*-]+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (skip === undefined || query === undefined) throw wrongCursor()
  return { query, skip: Number(skip) }
}

function rethrow(error: unknown): never {
  throw error
}

/** A cursor is the caller's to give, so a wrong one is the caller's mistake. */
function refuseCursor(error: unknown): never {
  throw error instanceof PlatformError && error.kind === 'rejected' ? wrongCursor() : error
}

function wrongCursor() {
  return brokenRules([{ path: 'after', message: 'is not a cursor of this list' }])
}
