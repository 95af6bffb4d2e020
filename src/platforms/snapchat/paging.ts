import { PlatformError } from '../../errors.ts'
import { fillPage, wrongCursor } from '../kit/fill-page.ts'
import type { Paged } from '../contract/manage.ts'
import { largestPage, queryOf, smallestPage } from './client.ts'
import type { Params, SnapPage } from './client.ts'

/** The platform's pages hold 50 entries at least and know no filters: ours are cut out of them. */
export async function pageThrough<T>(
  read: (query: string) => Promise<SnapPage<T>>,
  { limit, after, params = {} }: { limit: number; after?: string; params?: Params },
  isWanted: (item: T) => boolean,
): Promise<Paged<T>> {
  const first = queryOf({ ...params, limit: Math.min(Math.max(limit, smallestPage), largestPage) })
  const readFrom = async (cursor: string) => {
    const query = cursor === '' ? first : queryIn(cursor)
    const { items, next } = await read(query).catch(after === undefined ? rethrow : refuseCursor)
    return { items, next: next === null ? null : Buffer.from(next).toString('base64url') }
  }
  return fillPage(readFrom, { limit, after }, isWanted)
}

function queryIn(cursor: string): string {
  const query = Buffer.from(cursor, 'base64url').toString()
  if (!/^\?[\w%&=.~+*-]+$/.test(query)) throw wrongCursor()
  return query
}

function rethrow(error: unknown): never {
  throw error
}

/** A cursor is the caller's to give, so a wrong one is the caller's mistake. */
function refuseCursor(error: unknown): never {
  throw error instanceof PlatformError && error.kind === 'rejected' ? wrongCursor() : error
}
