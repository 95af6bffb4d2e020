import { GraphError, badParameter } from '../../errors.ts'
import { integerParam, isObject, listParam, textListParam, textOf, textParam } from '../params.ts'
import type { Params } from '../params.ts'
import type { GraphObject } from '../../campaigns/objects.ts'

const defaultLimit = 25
const largestLimit = 500

export interface ListPage {
  items: GraphObject[]
  before?: string
  after?: string
  hasNext: boolean
  hasPrevious: boolean
  total: number
}

/** Reads a field of an item for filters; undefined when the item has no such field. */
export type FieldOf = (item: GraphObject, field: string) => unknown

/** What of a list was asked for: filters, order, then one page. */
export function selectPage(all: GraphObject[], params: Params, fieldOf: FieldOf, largestPage = largestLimit): ListPage {
  const items = sorted(all.filter(buildFilter(params, fieldOf)), params, fieldOf)
  const limit = Math.min(integerParam(params, 'limit') ?? defaultLimit, largestLimit, largestPage)
  if (limit < 1) throw badParameter('Param limit must be greater than 0', 'limit')
  const after = textParam(params, 'after')
  const before = textParam(params, 'before')
  let start = after ? positionOf(items, after) + 1 : 0
  let end = start + limit
  if (before && !after) {
    end = positionOf(items, before)
    start = Math.max(0, end - limit)
  }
  const page = items.slice(start, end)
  const first = page[0]
  const last = page.at(-1)
  return {
    items: page,
    ...(first && last ? { before: cursorOf(first, start), after: cursorOf(last, start + page.length - 1) } : {}),
    hasNext: end < items.length,
    hasPrevious: start > 0 && page.length > 0,
    total: items.length,
  }
}

function cursorOf(item: GraphObject, position: number): string {
  return Buffer.from(`${item.id}|${position}`).toString('base64url')
}

function positionOf(items: GraphObject[], cursor: string): number {
  const [, id = '', position = ''] = /^(\w+)\|(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (!id) throw new GraphError({ code: 2642, message: '(#2642) Invalid cursors values' })
  const found = items.findIndex((item) => item.id === id)
  // What the cursor points at may be gone by now: go on from where it stood.
  return found >= 0 ? found : Number(position) - 1
}

function sorted(items: GraphObject[], params: Params, fieldOf: FieldOf): GraphObject[] {
  const [order] = textListParam(params, 'sort') ?? []
  if (!order) return items
  const [, field = '', direction = ''] = /^(\w+)_(ascending|descending)$/.exec(order) ?? []
  if (!field) throw badParameter(`Param sort must be a field followed by _ascending or _descending`, 'sort')
  const sign = direction === 'ascending' ? 1 : -1
  const key = (item: GraphObject) => textOf(fieldOf(item, field)) ?? ''
  return [...items].sort((one, other) => sign * compare(key(one), key(other)))
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

function buildFilter(params: Params, fieldOf: FieldOf): (item: GraphObject) => boolean {
  const conditions = (listParam(params, 'filtering') ?? []).map((entry) => buildCondition(entry, fieldOf))
  const statuses = textListParam(params, 'effective_status')
  const since = integerParam(params, 'updated_since')
  const asksForStatus = statuses !== undefined || filtersStatus(params)
  return (item) => {
    const status = fieldOf(item, 'effective_status') ?? item['status']
    // Deleted objects can be read by id only; archived ones are listed only when asked for.
    if (status === 'DELETED' || (status === 'ARCHIVED' && !asksForStatus)) return false
    if (statuses && !statuses.includes(String(status))) return false
    if (since !== undefined && item.updated < since * 1000) return false
    return conditions.every((condition) => condition(item))
  }
}

function filtersStatus(params: Params): boolean {
  return (listParam(params, 'filtering') ?? []).some(
    (entry) => isObject(entry) && String(entry['field']).endsWith('effective_status'),
  )
}

type Condition = (item: GraphObject) => boolean

function buildCondition(entry: unknown, fieldOf: FieldOf): Condition {
  if (!isObject(entry)) throw badParameter('Param filtering must be an array of objects', 'filtering')
  const field = String(entry['field'])
  const test = buildTest(String(entry['operator']), entry['value'])
  return (item) => {
    const value = fieldOf(item, field)
    if (value === undefined && !knownFilters.has(field.split('.').at(-1) ?? ''))
      throw badParameter(
        `Filtering field '${field}' with operation '${String(entry['operator'])}' is not supported`,
        'filtering',
      )
    return test(value)
  }
}

const knownFilters = new Set(['id', 'name', 'status', 'effective_status', 'created_time', 'updated_time', 'objective'])

export function buildTest(operator: string, wanted: unknown): (value: unknown) => boolean {
  const text = String(wanted)
  const list = Array.isArray(wanted) ? wanted.map(String) : [text]
  switch (operator) {
    case 'EQUAL':
      return (value) => String(value) === text
    case 'NOT_EQUAL':
      return (value) => String(value) !== text
    case 'CONTAIN':
      return (value) => String(value).toLowerCase().includes(text.toLowerCase())
    case 'NOT_CONTAIN':
      return (value) => !String(value).toLowerCase().includes(text.toLowerCase())
    case 'STARTS_WITH':
      return (value) => String(value).toLowerCase().startsWith(text.toLowerCase())
    case 'IN':
      return (value) => list.includes(String(value))
    case 'NOT_IN':
      return (value) => !list.includes(String(value))
    case 'GREATER_THAN':
      return (value) => asNumber(value) > asNumber(wanted)
    case 'LESS_THAN':
      return (value) => asNumber(value) < asNumber(wanted)
    default:
      throw badParameter(
        `Param filtering[operator] must be one of the supported operators, not ${operator}`,
        'filtering',
      )
  }
}

/** Times compare as unix seconds, whichever way they are written. */
function asNumber(value: unknown): number {
  const text = String(value)
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')) / 1000
}
