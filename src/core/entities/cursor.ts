import { createHash } from 'node:crypto'
import { z } from 'zod'
import { badRequest } from '../../errors.ts'
import type { DayRange } from '../../platforms/contract/insights.ts'
import { Day } from '../days/range.ts'
import { isSortedByText } from './question.ts'
import type { ListWishes } from './question.ts'

/** The most letters of a text that things are sorted by, so that a cursor can hold it. */
export const maxSortedText = 200
export const maxCursorLength = 3_000

/** The entity after which a list goes on, by what it was sorted under then: what changes meanwhile moves nothing else. */
export interface Position {
  range: DayRange
  value: string | number | null
  key: number
}

/** Whoever writes a cursor of their own can put anything into it. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

const Shape = z.tuple([
  z.string(),
  Day,
  Day,
  z.union([z.string().max(maxSortedText).refine(isStorable), z.number(), z.null()]),
  z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
])

export function cursorFor(wishes: ListWishes, { range, value, key }: Position): string {
  return Buffer.from(JSON.stringify([markOf(wishes), range.from, range.to, value, key])).toString('base64url')
}

export function positionIn(cursor: string, wishes: ListWishes): Position {
  const read = Shape.safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString()))
  const value = read.data?.[3] ?? null
  const isOfSort = value === null || (typeof value === 'string') === isSortedByText(wishes)
  if (!read.success || read.data[0] !== markOf(wishes) || !isOfSort) {
    const message = 'is not the nextCursor of a page of this very list: begin again without one'
    throw badRequest([{ path: 'cursor', message }])
  }
  const [, from, to, , key] = read.data
  return { range: { from, to }, value, key }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Tells apart what was asked for: the place in one list is none in another. */
function markOf(wishes: ListWishes): string {
  const given = Object.entries(wishes).filter(([, value]) => value !== undefined)
  const text = JSON.stringify(given.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}
