import { optionalText, readBody } from '../call.ts'
import type { AdsCall } from '../call.ts'
import { refusal } from '../errors.ts'
import type { Fields } from '../objects/objects.ts'
import { testOf } from '../query/conditions.ts'
import { parseQuery } from '../query/parser.ts'
import { queryError } from '../query/tokens.ts'
import { constantsOf } from '../schema/enums.ts'
import { fieldsOf } from '../schema/fields.ts'
import type { Field } from '../schema/fields.ts'
import { everyField, metrics, resources, segmentsOf } from '../schema/resources.ts'

const table = new Map(
  fieldsOf(
    'google_ads_field',
    `name:string category:GoogleAdsFieldCategory selectable:boolean filterable:boolean sortable:boolean
     selectable_with:string[] attribute_resources:string[] metrics:string[] segments:string[] enum_values:string[]
     data_type:GoogleAdsFieldDataType type_url:string is_repeated:boolean`,
  ).map((field) => [field.path.slice('google_ads_field.'.length), field]),
)

const dataTypes: Record<Field['type'], string> = {
  ...{ int64: 'INT64', int32: 'INT32', double: 'DOUBLE', string: 'STRING', boolean: 'BOOLEAN' },
  ...{ date: 'DATE', datetime: 'DATE', name: 'RESOURCE_NAME', message: 'MESSAGE', enum: 'ENUM' },
}
const categories: Record<string, string> = { segments: 'SEGMENT', metrics: 'METRIC' }

function showField(field: Field): Fields {
  const { path, resource, type, enumName, isRepeated, isFilterable, isSortable } = field
  const selectableWith = [...resources.values()]
    .filter((each) =>
      resource === 'metrics'
        ? each.hasMetrics
        : resource === 'segments'
          ? segmentsOf(each).includes(field)
          : each.name === resource || each.related.includes(resource),
    )
    .map(({ name }) => name)
  return {
    ...{ resourceName: `googleAdsFields/${path}`, name: path, category: categories[resource] ?? 'ATTRIBUTE' },
    ...{ selectable: true, filterable: isFilterable, sortable: isSortable, isRepeated, selectableWith },
    ...{ dataType: dataTypes[type], ...(enumName ? { enumValues: constantsOf(enumName) } : {}) },
  }
}

function all(): Fields[] {
  const outer = [...resources.values()].map((each) => ({
    ...{ resourceName: `googleAdsFields/${each.name}`, name: each.name, category: 'RESOURCE', dataType: 'MESSAGE' },
    ...{ selectable: false, filterable: false, sortable: false, isRepeated: false },
    ...{ attributeResources: each.related, segments: segmentsOf(each).map(({ path }) => path) },
    metrics: each.hasMetrics ? metrics.map(({ path }) => path) : [],
  }))
  return [...outer, ...[...everyField.values()].map(showField)]
}

function known(name: string): Field {
  const field = table.get(name)
  if (!field) throw queryError('UNRECOGNIZED_FIELD', `Unrecognized field in the query: '${name}'.`, name)
  return field
}

/** `googleAdsFields:search`: its queries name no resource. */
export function searchFields(call: AdsCall): object {
  const fields = readBody(call, ['query', 'pageToken', 'pageSize'])
  const text = optionalText(fields, 'query')
  if (text === '')
    throw refusal('requestError.REQUIRED_FIELD_MISSING', 'The query is missing.', { path: [{ fieldName: 'query' }] })
  if (/\sFROM\s/i.test(text)) throw queryError('UNEXPECTED_INPUT', 'Error in query: unexpected input FROM.', 'FROM')
  const [head = ''] = /^.*?(?=\s(WHERE|ORDER|LIMIT)\s|$)/is.exec(text) ?? []
  const query = parseQuery(`${head} FROM google_ads_field${text.slice(head.length)}`)
  const select = query.select.map(known)
  const tests = query.where.map((condition) => {
    const field = known(condition.field)
    const test = testOf(field, condition, '')
    return (row: Fields) => test(row[field.keys[0]!])
  })
  const order = query.orderBy.map(({ field, isDescending }) => ({ key: known(field).keys[0]!, isDescending }))
  call.limiter.charge(call.tenant, `user ${call.tenant}`, 1)
  const found = all().filter((row) => tests.every((test) => test(row)))
  for (const { key, isDescending } of order.toReversed())
    found.sort((one, other) => String(one[key]).localeCompare(String(other[key])) * (isDescending ? -1 : 1))
  const results = found.slice(0, query.limit ?? found.length).map((row) => ({
    resourceName: row['resourceName'],
    ...Object.fromEntries(select.flatMap(({ keys: [key = ''] }) => (row[key] === undefined ? [] : [[key, row[key]]]))),
  }))
  return { ...(results.length > 0 ? { results } : {}), totalResultsCount: String(found.length) }
}

/** `googleAdsFields/campaign.id` */
export function readField(call: AdsCall, [name = '']: string[]): object {
  const found = all().find((row) => row['name'] === name)
  if (!found) throw refusal('mutateError.RESOURCE_NOT_FOUND', 'Resource was not found.', { trigger: name })
  call.limiter.charge(call.tenant, `user ${call.tenant}`, 1)
  return found
}
