import type { GraphCall } from '../../call.ts'
import { unknownField } from '../../errors.ts'
import { parseFields } from './field-selection.ts'
import type { FieldSelection } from './field-selection.ts'
import { graphTime } from '../../world.ts'
import { selectPage } from './lists.ts'
import { typeNamed } from '../node-types.ts'
import type { Edge, NodeType } from '../node-types.ts'
import type { GraphObject } from '../../campaigns/objects.ts'
import { textParam } from '../params.ts'
import type { Params } from '../params.ts'

const onlyId: FieldSelection[] = [{ name: 'id', args: {} }]

/** The fields asked for by the call, or the defaults of what is shown. */
export function requestedFields(call: GraphCall, defaults: string | undefined): FieldSelection[] {
  const asked = textParam(call.params, 'fields')
  if (asked !== undefined) return parseFields(asked)
  return defaults ? parseFields(defaults) : onlyId
}

export function renderNode(typeName: string, object: GraphObject, call: GraphCall, fields: FieldSelection[]): object {
  const type = typeNamed(typeName)
  const shown: Record<string, unknown> = {}
  for (const selection of fields) {
    const value = readField(type, object, call, selection)
    if (value !== undefined) shown[selection.name] = value
  }
  // The id is always there, asked for or not.
  if (object.id && !typeHidesId(type)) shown['id'] = object.id
  return shown
}

function typeHidesId(type: NodeType): boolean {
  return type.name === 'MinimumBudget' || type.name === 'AdActivity'
}

function readField(type: NodeType, object: GraphObject, call: GraphCall, selection: FieldSelection): unknown {
  const { name } = selection
  const edge = type.edges[name]
  const computed = type.computed[name]
  if (computed) return computed(object, call, selection)
  if (edge) return expandEdge(edge, object, call, selection)
  if (!type.fields.has(name)) throw unknownField(name, type.name)
  return fieldOf(object, name)
}

function expandEdge(edge: Edge, object: GraphObject, call: GraphCall, selection: FieldSelection): unknown {
  const list = renderList(edge, object, call, { params: selection.args, fields: selection.sub ?? defaultsOf(edge) })
  return (list as { data: unknown[] }).data.length > 0 ? list : undefined
}

function defaultsOf(edge: Edge): FieldSelection[] {
  return edge.defaultFields ? parseFields(edge.defaultFields) : onlyId
}

/** A stored value as the wire shows it: money as strings, times with an offset. */
function fieldOf(object: GraphObject, name: string): unknown {
  if (name === 'created_time' || name === 'creation_time') return graphTime(object.created)
  if (name === 'updated_time') return graphTime(object.updated)
  const value = object[name] ?? undefined
  return typeof value === 'number' && moneyFields.has(name) ? String(value) : value
}

const moneyFields = new Set([
  'daily_budget',
  'lifetime_budget',
  'spend_cap',
  'daily_min_spend_target',
  'daily_spend_cap',
  'lifetime_min_spend_target',
  'lifetime_spend_cap',
])

/** `{ data, paging, summary }` of one edge. */
export function renderList(
  edge: Edge,
  object: GraphObject,
  call: GraphCall,
  { params, fields }: { params: Params; fields: FieldSelection[] },
): object {
  const type = typeNamed(edge.of)
  const filterField = (item: GraphObject, field: string) => {
    const name = field.split('.').at(-1) ?? ''
    const computed = type.computed[name]
    return computed ? computed(item, call, { name, args: {} }) : fieldOf(item, name)
  }
  const page = selectPage(
    edge.list(object, { ...call, params }),
    params,
    filterField,
    call.world.settings().largestPage,
  )
  const data = page.items.map((item) => renderNode(edge.of, item, call, fields))
  const summary = wantsTotal(params) ? { summary: { total_count: page.total } } : {}
  if (!page.before) return { data, ...summary }
  const paging: Record<string, unknown> = { cursors: { before: page.before, after: page.after } }
  if (page.hasNext && page.after) paging['next'] = pageUrl(call, params, 'after', page.after)
  if (page.hasPrevious) paging['previous'] = pageUrl(call, params, 'before', page.before)
  return { data, paging, ...summary }
}

function wantsTotal(params: Params): boolean {
  const summary = JSON.stringify(params['summary'] ?? '')
  return summary.includes('total_count') || summary.includes('true')
}

/** Carries the token in clear, as the platform's own links do. */
export function pageUrl(call: GraphCall, params: Params, direction: 'after' | 'before', cursor: string): string {
  const query = new URLSearchParams({ access_token: call.token })
  for (const [name, value] of Object.entries(params))
    if (!['access_token', 'after', 'before', 'appsecret_proof'].includes(name))
      query.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  query.set(direction, cursor)
  return `${call.request.origin}/meta/${call.version}/${call.segments.join('/')}?${query.toString()}`
}
