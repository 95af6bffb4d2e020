import type { SimRequest } from '../core/simulator.ts'
import { badRequest } from './errors.ts'
import type { Entity } from './world.ts'

interface Position {
  created: number
  id: string
}

/** With a limit the newest come first, page by page; without one everything comes at once, in no order. */
export function pageOf(request: SimRequest, entities: Entity[]): { items: Entity[]; nextLink: string | null } {
  const { query } = request
  if (query.has('sort') && query.get('read_deleted_entities') === 'true')
    throw badRequest('sort can not be combined with read_deleted_entities')
  const text = query.get('limit')
  if (text === null) return { items: [...entities].sort((one, other) => (one.id < other.id ? -1 : 1)), nextLink: null }
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 50 || limit > 1000) throw badRequest('limit must be between 50 and 1000')
  const cursor = query.get('cursor')
  const after = cursor === null ? null : readCursor(cursor)
  const sorted = [...entities].sort(newestFirst)
  const rest = after ? sorted.filter((entity) => newestFirst(entity, after) > 0) : sorted
  const items = rest.slice(0, limit)
  const last = items.at(-1)
  if (rest.length <= limit || !last) return { items, nextLink: null }
  const next = new URLSearchParams(query)
  next.set('cursor', Buffer.from(`${last.created} ${last.id}`).toString('base64url'))
  return { items, nextLink: `${request.origin}/snapchat${request.path}?${next.toString()}` }
}

function newestFirst(one: Position, other: Position): number {
  return other.created - one.created || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
}

function readCursor(cursor: string): Position {
  const [created, id] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (!id || !/^\d+$/.test(created ?? '')) throw badRequest('The cursor is not valid')
  return { created: Number(created), id }
}
