import { invalid } from '../errors.ts'
import { hashedId } from '../world.ts'
import type { ApiCall } from '../world.ts'

const max = 100

/** `ids` or `hashed_ids`, never both; undefined: all are meant. */
export function wantedIds({ request: { query } }: ApiCall): ((id: string) => boolean) | undefined {
  const ids = listOf(query, 'ids')
  const hashed = listOf(query, 'hashed_ids')
  if (ids && hashed) throw invalid('ids and hashed_ids exclude each other')
  for (const id of ids ?? []) if (!/^\d+$/.test(id)) throw invalid(`ids: ${id} is not an id`)
  if (ids) return (id) => ids.includes(id)
  return hashed && ((id) => hashed.includes(hashedId(id)))
}

function listOf(query: URLSearchParams, name: string): string[] | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  const ids = text.split(',').map((id) => id.trim())
  if (ids.length > max) throw invalid(`${name} takes at most ${max} ids`)
  return ids
}

/** The page that was asked for, oldest first; one after the end is empty. */
export function pageOf<T>({ request: { query } }: ApiCall, all: T[]): T[] {
  const number = (name: string, fallback: number) => {
    const value = Number(query.get(name) ?? fallback)
    if (!Number.isInteger(value) || value < 1) throw invalid(`${name} must be a whole number from 1`)
    return value
  }
  const page = number('page', 1)
  const size = number('size', max)
  if (size > max) throw invalid(`size must be at most ${max}`)
  return all.slice((page - 1) * size, page * size)
}
