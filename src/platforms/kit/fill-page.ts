import { badRequest } from '../../errors.ts'
import type { EntityStatus, Paged, PageQuery, SwitchedOn } from '../contract/manage.ts'

export interface PlatformPage<T> {
  items: T[]
  /** null: this was the last one. */
  next: string | null
  before?: string | null
}

/** More pages than this are not looked through in one call; the cursor goes on from there. */
const maxPages = 50

/**
 * Platforms filter by other things than we do, or not at all. Our pages hold as much as was asked for: they are cut out of
 * as many of the platform's as it takes. A cursor of ours is one of the platform's and, before a `~`, how many of the
 * entries behind it were looked at already. `read` gets an empty cursor for the first page.
 */
export async function fillPage<T>(
  read: (cursor: string) => Promise<PlatformPage<T>>,
  { limit, after = '' }: PageQuery,
  isWanted: (item: T) => boolean,
): Promise<Paged<T>> {
  const items: T[] = []
  let { cursor, skip } = placeIn(after)
  let before: string | null = null
  for (let page = 1; ; page++) {
    const found = await read(cursor)
    if (page === 1 && skip === 0) before = found.before ?? null
    for (let index = skip; index < found.items.length; index++) {
      if (items.length === limit) return { items, before, after: cursorFor(cursor, index) }
      const item = found.items[index]!
      if (isWanted(item)) items.push(item)
    }
    if (found.next === null) return { items, before, after: null }
    skip = Math.max(0, skip - found.items.length)
    cursor = found.next
    if (items.length === limit || page === maxPages) return { items, before, after: cursorFor(cursor, skip) }
  }
}

function cursorFor(cursor: string, skip: number): string {
  return skip === 0 ? cursor : `${skip}~${cursor}`
}

function placeIn(after: string): { cursor: string; skip: number } {
  const [, skip, cursor] = /^(\d{1,6})~(.*)$/.exec(after) ?? []
  return skip === undefined || cursor === undefined ? { cursor: after, skip: 0 } : { cursor, skip: Number(skip) }
}

/** A cursor is the caller's to give, so a wrong one is the caller's mistake. */
export function wrongCursor() {
  return badRequest([{ path: 'cursor', message: 'is not a cursor of this list' }])
}

/** Whether the switch of the thing itself stands as was asked for, whatever is above it. */
export function hasStatus(status: EntityStatus, wanted: EntityStatus | undefined): boolean {
  return wanted === undefined || status === wanted
}

/** Whether something is wanted by its own switch; what is neither on nor off may begin to run, so it counts as switched on. */
export function isAsked(status: EntityStatus, { status: wanted, switchedOn }: { status?: EntityStatus } & SwitchedOn) {
  if (switchedOn && status !== 'active' && status !== 'pending') return false
  return hasStatus(status, wanted)
}

/** How much is read at once: of all that may spend, as much as the platform gives. */
export function pageOf<Q extends PageQuery & SwitchedOn>(query: Q, max: number): Q {
  return query.switchedOn ? { ...query, limit: Math.max(query.limit, max) } : query
}
