import { refusal } from '../errors.ts'
import type { Field } from '../schema/fields.ts'
import { coreDates, findField, isOuterName, metrics, resources, segmentsOf } from '../schema/resources.ts'
import type { Resource } from '../schema/resources.ts'
import { testOf } from './conditions.ts'
import type { Test } from './conditions.ts'
import { intersectRanges, rangeOf } from './dates.ts'
import type { DayRange } from './dates.ts'
import { checkHistory } from './history-rules.ts'
import type { Query } from './parser.ts'
import { queryError } from './tokens.ts'

export interface PlannedCondition {
  field: Field
  test: Test
}

/** A query that can be answered. */
export interface Plan {
  resource: Resource
  select: Field[]
  where: PlannedCondition[]
  /** The days that figures are asked for. */
  range: DayRange
  orderBy: { field: Field; isDescending: boolean }[]
  limit: number | null
  omitsNames: boolean
}

type Clause = 'SELECT' | 'WHERE' | 'ORDER BY'

/** Holds a query against the tables of resources and fields. */
export function planQuery(query: Query, today: string): Plan {
  const resource = resources.get(query.from)
  if (!resource)
    throw queryError('BAD_RESOURCE_TYPE_IN_FROM_CLAUSE', `'${query.from}' is not a valid resource name.`, query.from)
  const select = [...new Set(query.select)].map((path) => fieldIn(resource, path, 'SELECT'))
  const selected = new Set(select.map(({ path }) => path))
  const where = query.where.map((condition) => {
    const field = fieldIn(resource, condition.field, 'WHERE')
    checkFilter(resource, field, select)
    return { field, test: testOf(field, condition, today) }
  })
  const orderBy = query.orderBy.map(({ field: path, isDescending }) => {
    const field = fieldIn(resource, path, 'ORDER BY')
    checkOrdering(resource, field, select)
    return { field, isDescending }
  })
  const range = dayRange(query, selected, today)
  checkHistory(query, today)
  const omitsNames = query.parameters.get('omit_unselected_resource_names') === 'true'
  return { resource, select, where, range, orderBy, limit: query.limit, omitsNames }
}

function fieldIn(resource: Resource, path: string, clause: Clause): Field {
  const field = findField(path)
  if (!field) {
    if (isOuterName(path)) throw prohibited(path, clause)
    throw queryError('UNRECOGNIZED_FIELD', `Unrecognized field in the query: '${path}'.`, path)
  }
  if (field.resource === 'metrics') {
    if (!resource.hasMetrics || !metrics.includes(field))
      throw incompatible('PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE', resource, path)
  } else if (field.resource === 'segments') {
    if (!segmentsOf(resource).includes(field))
      throw incompatible('PROHIBITED_SEGMENT_IN_SELECT_OR_WHERE_CLAUSE', resource, path)
  } else if (![resource.name, ...resource.related, ...resource.splitting].includes(field.resource)) {
    if (clause === 'ORDER BY') throw notSelected(path)
    throw incompatible(`PROHIBITED_RESOURCE_TYPE_IN_${clause}_CLAUSE`, resource, path)
  }
  return field
}

/** A name that stands for more than one value. */
function prohibited(path: string, clause: Clause) {
  const code = `PROHIBITED_FIELD_IN_${clause.replace(' ', '_')}_CLAUSE`
  return queryError(code, `The field '${path}' cannot be used in the ${clause} clause.`, path)
}

function incompatible(code: string, resource: Resource, path: string) {
  const message = `Cannot select or filter on the following field: '${path}', since it is incompatible with the resource in the FROM clause: '${resource.name}'.`
  return queryError(code, message, path)
}

function notSelected(path: string) {
  const message = `The following field must be present in SELECT clause: '${path}'.`
  return queryError('EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE', message, path)
}

function checkFilter(resource: Resource, field: Field, select: Field[]): void {
  if (!field.isFilterable) throw prohibited(field.path, 'WHERE')
  if (select.includes(field)) return
  const isSegment = field.resource === 'segments' && !coreDates.includes(field.path)
  const isSplit = resource.splitting.includes(field.resource)
  const isFar = resource.isLink && field.resource !== resource.name
  if (isSegment || isSplit || isFar) throw notSelected(field.path)
}

/** Attributes of what is not selected at all cannot order the rows, nor can figures and segments that are not shown. */
function checkOrdering(resource: Resource, field: Field, select: Field[]): void {
  if (!field.isSortable) throw prohibited(field.path, 'ORDER BY')
  if (select.includes(field) || field.resource === resource.name) return
  const isFigure = field.resource === 'metrics' || field.resource === 'segments'
  if (isFigure || !select.some((other) => other.resource === field.resource)) throw notSelected(field.path)
}

/** Whoever names a day, a week or their like says from when to when. */
function dayRange(query: Query, selected: Set<string>, today: string): DayRange {
  let range: DayRange = { from: null, to: null }
  for (const condition of query.where) {
    if (!coreDates.includes(condition.field)) continue
    range = intersectRanges(range, rangeOf(condition.field.slice('segments.'.length), condition, today))
  }
  const named = coreDates.find((path) => selected.has(path) || query.where.some(({ field }) => field === path))
  if (named && (range.from === null || range.to === null)) {
    const message = `Expects filters on the following field to limit a finite date range: '${named}'.`
    throw queryError('EXPECTED_FILTERS_ON_DATE_RANGE', message, named)
  }
  if (range.from !== null && range.to !== null && range.from > range.to)
    throw queryError('DATE_RANGE_TOO_NARROW', 'The filters on dates leave no day over.')
  return range
}

/** Figures of a manager are those of its clients, and have to be asked for there. */
export function refuseManagerMetrics({ select, where }: Plan): void {
  const isFigure = ({ resource }: Field) => resource === 'metrics'
  if (!select.some(isFigure) && !where.some(({ field }) => isFigure(field))) return
  throw refusal(
    'queryError.REQUESTED_METRICS_FOR_MANAGER',
    'Metrics cannot be requested for a manager account. To retrieve metrics, issue separate requests against each client account under the manager account.',
  )
}
