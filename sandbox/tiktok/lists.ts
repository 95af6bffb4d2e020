import { numberOr, optionalList, parseStamp, textOf } from './call.ts'
import type { Call } from './call.ts'
import { invalid } from './errors.ts'
import type { Switched } from './objects/objects.ts'

/** Answers one page of rendered objects; `fields` narrows them. */
export function pageOf(
  { params }: Call,
  rows: object[],
  { max = 1000, usual = 10 }: { max?: number; usual?: number } = {},
): { list: object[]; page_info: object } {
  const page = numberOr(params, 'page', 1)
  const size = numberOr(params, 'page_size', usual)
  if (!Number.isInteger(page) || page < 1) throw invalid('page: Must be a positive integer.')
  if (!Number.isInteger(size) || size < 1 || size > max) throw invalid(`page_size: Must be from 1 to ${max}.`)
  const list = rows.slice((page - 1) * size, page * size)
  const pageInfo = {
    page,
    page_size: size,
    total_number: rows.length,
    total_page: Math.ceil(rows.length / size),
  }
  return { list, page_info: pageInfo }
}

export function withFields(call: Call, rows: object[]): object[] {
  const fields = optionalList(call.params, 'fields')
  if (!fields) return rows
  return rows.map((row) => {
    const known = row as Record<string, unknown>
    const unknown = fields.find((field) => !Object.hasOwn(known, field))
    if (unknown) throw invalid(`fields: ${unknown.slice(0, 60)} is not a valid field.`)
    return Object.fromEntries(fields.map((field) => [field, known[field]]))
  })
}

/** The first part of a status word: what the filters of lists ask for. */
export type Primary =
  | 'STATUS_DELIVERY_OK'
  | 'STATUS_DISABLE'
  | 'STATUS_NOT_DELIVERY'
  | 'STATUS_TIME_DONE'
  | 'STATUS_DELETE'

const primaries = [
  'STATUS_ALL',
  'STATUS_NOT_DELETE',
  'STATUS_DELIVERY_OK',
  'STATUS_DISABLE',
  'STATUS_NOT_DELIVERY',
  'STATUS_TIME_DONE',
  'STATUS_DELETE',
  'STATUS_FROZEN',
]

/** Deleted objects are left out unless they are asked for. */
export function byPrimaryStatus(filtering: Record<string, unknown>, primaryOf: (id: string) => Primary) {
  const wanted = textOf(filtering['primary_status'] ?? 'STATUS_NOT_DELETE')
  if (!primaries.includes(wanted)) throw invalid(`filtering.primary_status: Must be one of: ${primaries.join(', ')}.`)
  return ({ id }: { id: string }): boolean => {
    if (wanted === 'STATUS_ALL') return true
    const primary = primaryOf(id)
    if (wanted === 'STATUS_NOT_DELETE') return primary !== 'STATUS_DELETE'
    return primary === wanted || (wanted === 'STATUS_NOT_DELIVERY' && primary === 'STATUS_DISABLE')
  }
}

/** Filters that all lists share: ids, a part of the name, when it was made; and what is too new to be seen. */
export function byFilters<T extends Switched>(
  call: Call,
  filtering: Record<string, unknown>,
  ids: Record<string, (object: T) => string>,
  nameField: string,
): (object: T) => boolean {
  const wantedIds = Object.entries(ids).flatMap(([field, idOf]) => {
    const list = optionalList(filtering, field, 100)
    return list ? [{ wanted: new Set(list), idOf }] : []
  })
  const name = textOf(filtering[nameField]).toLowerCase()
  const from = timeFilter(filtering, 'creation_filter_start_time', 0)
  const to = timeFilter(filtering, 'creation_filter_end_time', Infinity)
  const visibleUntil = call.world.now() - call.world.settings().readLagSeconds * 1000
  return (object) =>
    object.created <= visibleUntil &&
    object.created >= from &&
    object.created <= to &&
    object.name.toLowerCase().includes(name) &&
    wantedIds.every(({ wanted, idOf }) => wanted.has(idOf(object)))
}

function timeFilter(filtering: Record<string, unknown>, field: string, fallback: number): number {
  if (filtering[field] === undefined) return fallback
  const time = parseStamp(textOf(filtering[field]))
  if (Number.isNaN(time)) throw invalid(`filtering.${field}: Must be like 2026-01-31 00:00:00.`)
  return time
}
