import { invalid } from './errors.ts'
import type { ApiCall } from './world.ts'

/** Arrays come as repeated keys or as one list with commas. */
export function listParam(query: URLSearchParams, name: string): string[] | undefined {
  const values = query.getAll(name).flatMap((value) => value.split(','))
  return values.length > 0 ? values : undefined
}

export function idsParam(query: URLSearchParams, name: string): Set<string> | undefined {
  const ids = listParam(query, name)
  if (!ids) return undefined
  if (ids.length > 250) throw invalid(`${name} takes at most 250 ids`)
  for (const id of ids) if (!/^\d{1,18}$/.test(id)) throw invalid(`${name}: '${id}' is not an id`)
  return new Set(ids)
}

const statuses = new Set(['ACTIVE', 'PAUSED', 'ARCHIVED', 'DRAFT', 'DELETED_DRAFT'])

/** Archived things are only listed for those who ask for them. */
export function statusesParam(query: URLSearchParams): Set<string> {
  const asked = listParam(query, 'entity_statuses') ?? ['ACTIVE', 'PAUSED']
  for (const status of asked) if (!statuses.has(status)) throw invalid(`'${status}' is not an entity status`)
  return new Set(asked)
}

export interface Page {
  items: object[]
  bookmark: string | null
}

/** One page of objects that stand in their order; the bookmark names the last one that was shown. */
export function pageOf<T extends { id: string }>(call: ApiCall, all: T[], render: (object: T) => object): Page {
  const { query } = call.request
  const size = Number(query.get('page_size') ?? 25)
  if (!Number.isInteger(size) || size < 1 || size > 250) throw invalid('page_size must be from 1 to 250')
  const bookmark = query.get('bookmark')
  const start = bookmark === null ? 0 : startAfter(all, bookmark)
  const items = all.slice(start, start + size)
  const last = items.at(-1)
  const hasMore = start + size < all.length
  return { items: items.map(render), bookmark: hasMore && last ? encode(last.id) : null }
}

function startAfter(all: { id: string }[], bookmark: string): number {
  const [, id] = /^after:(\d+)$/.exec(Buffer.from(bookmark, 'base64url').toString()) ?? []
  if (!id) throw invalid('the bookmark is not valid')
  return all.findIndex((object) => object.id === id) + 1
}

function encode(id: string): string {
  return Buffer.from(`after:${id}`).toString('base64url')
}

/** By id, which grows with time. */
export function ordered<T>(query: URLSearchParams, oldestFirst: T[]): T[] {
  const order = query.get('order')
  if (order !== null && order !== 'ASCENDING' && order !== 'DESCENDING')
    throw invalid('order must be ASCENDING or DESCENDING')
  return order === 'DESCENDING' ? oldestFirst.toReversed() : oldestFirst
}
