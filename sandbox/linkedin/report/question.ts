import { addDays, isDay } from '../../core/figures/account-days.ts'
import type { ApiCall } from '../call.ts'
import { invalidParam, refused } from '../errors.ts'
import { allow, listParam, recordParam, requiredText } from '../restli/params.ts'
import type { RestliRecord, RestliValue } from '../restli/parser.ts'
import { columns, peopleColumns } from './columns.ts'
import { isMemberPivot, pivotNames } from './pivots.ts'

const granularities = ['DAILY', 'MONTHLY', 'YEARLY', 'ALL'] as const
export type Granularity = (typeof granularities)[number]

const filterNames = ['accounts', 'campaignGroups', 'campaigns', 'creatives', 'shares'] as const
export type FilterName = (typeof filterNames)[number]

export interface Question {
  pivots: string[]
  start: string
  end: string
  granularity: Granularity
  filters: Map<FilterName, Set<string>>
  fields: string[]
  sort: { column: string; isDescending: boolean } | undefined
}

const maxFields = 20
const maxPivots = 3
const maxPeopleDays = 92
const usualFields = ['impressions', 'clicks']
/** Columns that are no figures. */
const places = ['dateRange', 'pivotValues']

export function readQuestion(call: ApiCall): Question {
  const isStatistics = call.operation.endsWith('-statistics')
  allow(call, [
    isStatistics ? 'pivots' : 'pivot',
    'dateRange',
    'timeGranularity',
    'sortBy',
    'campaignType',
    ...filterNames,
  ])
  const pivots = isStatistics ? statisticsPivots(call) : [requiredText(call, 'pivot')]
  for (const pivot of pivots) if (!pivotNames.includes(pivot)) throw invalidParam('pivot', `There is no pivot ${pivot}`)
  const filters = readFilters(call)
  const fields = readFields(call)
  const range = readRange(call)
  checkPeople(fields, pivots, range)
  return { pivots, ...range, granularity: readGranularity(call), filters, fields, sort: readSort(call) }
}

function statisticsPivots(call: ApiCall): string[] {
  const pivots = listParam(call, 'pivots') ?? []
  if (pivots.length < 1 || pivots.length > maxPivots || new Set(pivots).size !== pivots.length)
    throw invalidParam('pivots', `pivots takes from 1 to ${maxPivots} different ones`)
  if (pivots.some(isMemberPivot)) throw invalidParam('pivots', 'Demographic pivots go with q=analytics only')
  return pivots
}

function readFilters(call: ApiCall): Map<FilterName, Set<string>> {
  const filters = new Map<FilterName, Set<string>>()
  for (const name of filterNames) {
    const values = listParam(call, name)
    if (values?.length === 0) throw invalidParam(name, `${name} is empty`)
    for (const value of values ?? [])
      if (!value.startsWith('urn:li:')) throw invalidParam(name, `${value} is not a URN`)
    if (values) filters.set(name, new Set(values))
  }
  if (filters.size === 0) throw invalidParam('accounts', `At least one of ${filterNames.join(', ')} is required`)
  return filters
}

function readFields({ fields = usualFields }: ApiCall): string[] {
  if (fields.length > maxFields) throw refused(400, `At most ${maxFields} fields can be requested`)
  for (const field of fields)
    if (!Object.hasOwn(columns, field) && !places.includes(field))
      throw invalidParam('fields', `There is no field ${field}`)
  return fields
}

function readRange(call: ApiCall): { start: string; end: string } {
  const range = recordParam(call, 'dateRange')
  if (!range) throw invalidParam('dateRange', "Parameter 'dateRange' is required", 'PARAM_MISSING')
  const today = new Date(call.world.now()).toISOString().slice(0, 10)
  const start = dayIn(range.get('start'))
  const end = range.has('end') ? dayIn(range.get('end')) : today
  const strangers = [...range.keys()].filter((name) => name !== 'start' && name !== 'end')
  if (start === undefined || end === undefined || strangers.length > 0)
    throw invalidParam('dateRange', 'dateRange is (start:(year:2026,month:1,day:1),end:(year:2026,month:1,day:31))')
  if (start > end) throw invalidParam('dateRange', 'The start is after the end')
  return { start, end }
}

function dayIn(value: RestliValue | undefined): string | undefined {
  if (!(value instanceof Map) || value.size !== 3) return undefined
  const part = (name: string, digits: number) => textIn(value, name).padStart(digits, '0')
  const day = `${part('year', 4)}-${part('month', 2)}-${part('day', 2)}`
  return isDay(day) ? day : undefined
}

function textIn(record: RestliRecord, name: string): string {
  const value = record.get(name)
  return typeof value === 'string' ? value : ''
}

/** Both `DAILY` and `(value:DAILY)`. */
function readGranularity({ params }: ApiCall): Granularity {
  const value = params.get('timeGranularity')
  const word = value instanceof Map && value.size === 1 ? value.get('value') : value
  const found = granularities.find((each) => each === word)
  if (!found) throw invalidParam('timeGranularity', `timeGranularity must be one of ${granularities.join(', ')}`)
  return found
}

/** Words like COST_IN_LOCAL_CURRENCY stand for the columns. */
function readSort(call: ApiCall): Question['sort'] {
  const sort = recordParam(call, 'sortBy')
  if (!sort) return undefined
  const column = textIn(sort, 'field')
    .toLowerCase()
    .replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const order = textIn(sort, 'order')
  if (!Object.hasOwn(columns, column) || !['ASCENDING', 'DESCENDING'].includes(order))
    throw invalidParam('sortBy', 'sortBy is (field:COST_IN_LOCAL_CURRENCY,order:DESCENDING)')
  return { column, isDescending: order === 'DESCENDING' }
}

function checkPeople(fields: string[], pivots: string[], { start, end }: { start: string; end: string }): void {
  const asked = fields.filter((field) => peopleColumns.includes(field))
  if (asked.length === 0) return
  if (pivots.some(isMemberPivot)) throw refused(400, `${asked.join(', ')} cannot be split by what members are`)
  if (end >= addDays(start, maxPeopleDays))
    throw refused(400, `${asked.join(', ')} reach over at most ${maxPeopleDays} days`)
}
