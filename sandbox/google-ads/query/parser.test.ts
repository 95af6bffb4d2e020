import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Refusal } from '../errors.ts'
import { resources } from '../schema/resources.ts'
import { parseQuery } from './parser.ts'
import { planQuery } from './plan.ts'

const today = '2026-11-14'

/** What a query is refused with, or nothing. */
function codeOf(query: string): string | undefined {
  try {
    planQuery(parseQuery(query), today)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.errors.map(({ family, code }) => `${family}.${code}`)[0]
  }
}

const families = ['queryError', 'dateError', 'changeEventError', 'changeStatusError']
const isKnown = (code: string | undefined) => code === undefined || families.includes(code.split('.')[0]!)

test('a query of all clauses is read as it stands', () => {
  const query = parseQuery(
    `select campaign.id , campaign.name FROM campaign where campaign.status IN ('ENABLED', "PAUSED") and campaign.id BETWEEN 1 AND 5
     AND campaign.name NOT LIKE '%it\\'s%' AND campaign.labels CONTAINS ANY ('customers/1/labels/2') AND campaign.end_date_time IS NOT NULL
     AND campaign.name NOT REGEXP_MATCH "a.*" ORDER BY campaign.name desc, campaign.id LIMIT 7 PARAMETERS include_drafts=true`,
  )
  assert.deepEqual(query.select, ['campaign.id', 'campaign.name'])
  assert.deepEqual(
    query.where.map(({ operator, values }) => [operator, ...values.map(({ text }) => text)]),
    [
      ['IN', 'ENABLED', 'PAUSED'],
      ['BETWEEN', '1', '5'],
      ['NOT LIKE', "%it's%"],
      ['CONTAINS ANY', 'customers/1/labels/2'],
      ['IS NOT NULL'],
      ['NOT REGEXP_MATCH', 'a.*'],
    ],
  )
  assert.deepEqual(query.orderBy, [
    { field: 'campaign.name', isDescending: true },
    { field: 'campaign.id', isDescending: false },
  ])
  assert.deepEqual([query.limit, query.parameters.get('include_drafts')], [7, 'true'])
})

test('each mistake has the code that the platform has for it', () => {
  const refusals: Record<string, string> = {
    ' ': 'UNEXPECTED_END_OF_QUERY',
    'FETCH campaign.id FROM campaign': 'EXPECTED_SELECT',
    'SELECT campaign.id': 'EXPECTED_FROM',
    'SELECT campaign.id FROM': 'UNEXPECTED_END_OF_QUERY',
    'SELECT FROM campaign': 'UNEXPECTED_INPUT',
    'SELECT Campaign.id FROM campaign': 'BAD_FIELD_NAME',
    'SELECT campaign..id FROM campaign': 'BAD_FIELD_NAME',
    'SELECT campaign.id FROM campaigns': 'BAD_RESOURCE_TYPE_IN_FROM_CLAUSE',
    'SELECT campaign.nothing FROM campaign': 'UNRECOGNIZED_FIELD',
    'SELECT campaign.network_settings FROM campaign': 'PROHIBITED_FIELD_IN_SELECT_CLAUSE',
    'SELECT campaign FROM campaign': 'PROHIBITED_FIELD_IN_SELECT_CLAUSE',
    'SELECT campaign.id FROM campaign;': 'UNEXPECTED_INPUT',
    'SELECT campaign.id FROM campaign WHERE campaign.id = 1 OR campaign.id = 2': 'UNEXPECTED_INPUT',
    'SELECT campaign.id FROM campaign ∪ ad_group': 'BAD_SYMBOL',
    'SELECT campaign.id FROM campaign WHERE campaign.id ! 1': 'BAD_OPERATOR',
    'SELECT campaign.id FROM campaign WHERE campaign.id IS 1': 'BAD_OPERATOR',
    'SELECT campaign.id FROM campaign WHERE campaign.id SOUNDS 1': 'BAD_OPERATOR',
    'SELECT campaign.id FROM campaign WHERE campaign.id = 1x': 'BAD_NUMBER',
    "SELECT campaign.id FROM campaign WHERE campaign.id = 'one'": 'BAD_NUMBER',
    "SELECT campaign.id FROM campaign WHERE campaign.name = 'open": 'STRING_NOT_TERMINATED',
    "SELECT campaign.id FROM campaign WHERE campaign.name = 'a\nb'": 'PROHIBITED_NEWLINE_IN_STRING',
    "SELECT campaign.id FROM campaign WHERE campaign.name = 'a\\qb'": 'BAD_ESCAPE_SEQUENCE',
    'SELECT campaign.id FROM campaign WHERE campaign.name = Brand': 'INVALID_STRING_VALUE',
    "SELECT campaign.id FROM campaign WHERE campaign.status = 'ACTIVE'": 'BAD_ENUM_CONSTANT',
    'SELECT campaign.id FROM campaign WHERE campaign.status = 2': 'BAD_ENUM_CONSTANT',
    "SELECT campaign.id FROM campaign WHERE campaign.status > 'PAUSED'": 'OPERATOR_FIELD_MISMATCH',
    "SELECT campaign.id FROM campaign WHERE campaign.id LIKE '1%'": 'OPERATOR_FIELD_MISMATCH',
    "SELECT campaign.id FROM campaign WHERE campaign.labels = 'customers/1/labels/2'": 'OPERATOR_FIELD_MISMATCH',
    "SELECT campaign.id FROM campaign WHERE campaign.name LIKE 'a]'": 'INVALID_VALUE_WITH_LIKE_OPERATOR',
    'SELECT campaign.id FROM campaign WHERE campaign.id IN 1': 'EXPECTED_LIST',
    'SELECT campaign.id FROM campaign WHERE campaign.id = (1)': 'EXPECTED_SINGLE_VALUE',
    'SELECT campaign.id FROM campaign WHERE campaign.id IN ()': 'PROHIBITED_EMPTY_LIST_IN_CONDITION',
    "SELECT campaign.id FROM campaign WHERE campaign.id IN (1, '2')": 'PROHIBITED_VALUE_COMBINATION_IN_LIST',
    'SELECT campaign.id FROM campaign WHERE campaign.id BETWEEN 1': 'EXPECTED_AND',
    'SELECT campaign.id FROM campaign WHERE campaign.id BETWEEN AND 2': 'EXPECTED_VALUE_WITH_BETWEEN_OPERATOR',
    "SELECT campaign.id FROM campaign WHERE campaign.id BETWEEN 1 AND '2'":
      'PROHIBITED_VALUE_COMBINATION_WITH_BETWEEN_OPERATOR',
    'SELECT campaign.id FROM campaign ORDER campaign.id': 'EXPECTED_BY',
    'SELECT campaign.id FROM campaign LIMIT many': 'BAD_LIMIT_VALUE',
    'SELECT campaign.id FROM campaign LIMIT 0': 'LIMIT_VALUE_TOO_LOW',
    'SELECT campaign.id FROM campaign PARAMETERS mood=true': 'BAD_PARAMETER_NAME',
    'SELECT campaign.id FROM campaign PARAMETERS include_drafts=perhaps': 'BAD_PARAMETER_VALUE',
    'SELECT campaign.id FROM campaign WHERE segments.date DURING LAST_THIRTY_DAYS':
      'INVALID_VALUE_WITH_DURING_OPERATOR',
    "SELECT campaign.id FROM campaign WHERE segments.date = 'yesterday'": 'INVALID_DATE_FORMAT',
    "SELECT campaign.id FROM campaign WHERE segments.week = '2026-11-11'": 'MISALIGNED_DATE_FOR_FILTER',
    "SELECT campaign.id FROM campaign WHERE segments.date BETWEEN '2026-11-02' AND '2026-11-01'":
      'DATE_RANGE_TOO_NARROW',
    'SELECT campaign.id, segments.date, metrics.clicks FROM campaign': 'EXPECTED_FILTERS_ON_DATE_RANGE',
    "SELECT campaign.id, segments.month FROM campaign WHERE segments.date >= '2026-11-01'":
      'EXPECTED_FILTERS_ON_DATE_RANGE',
    'SELECT campaign.id FROM campaign WHERE ad_group.id = 1': 'PROHIBITED_RESOURCE_TYPE_IN_WHERE_CLAUSE',
    'SELECT ad_group.id FROM campaign': 'PROHIBITED_RESOURCE_TYPE_IN_SELECT_CLAUSE',
    'SELECT campaign.id FROM campaign ORDER BY ad_group.id': 'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE',
    'SELECT campaign.id FROM campaign ORDER BY metrics.clicks': 'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE',
    'SELECT ad_group.id FROM ad_group ORDER BY campaign.name': 'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE',
    'SELECT campaign.id FROM campaign ORDER BY campaign.labels': 'PROHIBITED_FIELD_IN_ORDER_BY_CLAUSE',
    'SELECT campaign.id, metrics.clicks FROM campaign WHERE segments.device = MOBILE':
      'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE',
    "SELECT metrics.clicks FROM geographic_view WHERE campaign.name = 'Brand'":
      'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE',
    'SELECT campaign_shared_set.status FROM campaign_shared_set WHERE campaign.id = 1':
      'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE',
    'SELECT campaign.id, segments.search_term_match_type FROM campaign': 'PROHIBITED_SEGMENT_IN_SELECT_OR_WHERE_CLAUSE',
    'SELECT change_event.user_email, segments.date FROM change_event': 'PROHIBITED_SEGMENT_IN_SELECT_OR_WHERE_CLAUSE',
    'SELECT ad_group_criterion.criterion_id, metrics.clicks FROM ad_group_criterion':
      'PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE',
    'SELECT change_event.new_resource FROM change_event WHERE change_event.new_resource IS NULL':
      'PROHIBITED_FIELD_IN_WHERE_CLAUSE',
  }
  for (const [query, code] of Object.entries(refusals)) assert.equal(codeOf(query), `queryError.${code}`, query)
  assert.equal(
    codeOf("SELECT campaign.id FROM campaign WHERE segments.date = '2026-02-30'"),
    'dateError.INVALID_FIELD_VALUES_IN_DATE',
  )
})

test('lists of changes want a range of days that is not too old, and a limit', () => {
  const ask = (rest: string) => codeOf(`SELECT change_event.user_email FROM change_event ${rest}`)
  const range = "WHERE change_event.change_date_time >= '2026-11-01' AND change_event.change_date_time <= '2026-11-15'"
  assert.equal(ask(''), 'changeEventError.CHANGE_DATE_RANGE_INFINITE')
  assert.equal(
    ask("WHERE change_event.change_date_time >= '2026-11-01'"),
    'changeEventError.CHANGE_DATE_RANGE_INFINITE',
  )
  assert.equal(
    ask("WHERE change_event.change_date_time BETWEEN '2026-11-03' AND '2026-11-01'"),
    'changeEventError.CHANGE_DATE_RANGE_NEGATIVE',
  )
  assert.equal(
    ask("WHERE change_event.change_date_time BETWEEN '2026-10-14' AND '2026-11-01' LIMIT 5"),
    'changeEventError.START_DATE_TOO_OLD',
  )
  assert.equal(ask(range), 'changeEventError.LIMIT_NOT_SPECIFIED')
  assert.equal(ask(`${range} LIMIT 10001`), 'changeEventError.INVALID_LIMIT_CLAUSE')
  assert.equal(ask(`${range} LIMIT 10000`), undefined)
  assert.equal(ask('WHERE change_event.change_date_time DURING LAST_30_DAYS LIMIT 1'), undefined)
  const statuses = 'SELECT change_status.resource_type FROM change_status'
  assert.equal(codeOf(`${statuses} LIMIT 1`), 'changeStatusError.CHANGE_DATE_RANGE_INFINITE')
  const since = "WHERE change_status.last_change_date_time BETWEEN '2026-08-20' AND '2026-11-14' LIMIT 1"
  assert.equal(codeOf(`${statuses} ${since}`), undefined)
})

test('no text makes the parser fail otherwise than by a refusal', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => isKnown(codeOf(text))))
  const words = [
    ...[
      'SELECT',
      'FROM',
      'WHERE',
      'AND',
      'ORDER',
      'BY',
      'LIMIT',
      'PARAMETERS',
      'IN',
      'NOT',
      'LIKE',
      'BETWEEN',
      'DURING',
    ],
    ...[
      'CONTAINS',
      'ANY',
      'IS',
      'NULL',
      'REGEXP_MATCH',
      'ASC',
      '=',
      '!=',
      '<',
      '(',
      ')',
      ',',
      "'a'",
      '"(b"',
      '12',
      '-3.5',
    ],
    ...[
      'campaign',
      'campaign.id',
      'campaign.name',
      'segments.date',
      'metrics.clicks',
      'TODAY',
      "'2026-11-01'",
      'toString',
    ],
    ...['constructor', '__proto__.x', 'change_event', 'ENABLED', '\\', '\n'],
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { maxLength: 25 }), (some) => isKnown(codeOf(some.join(' ')))),
    { numRuns: 1000 },
  )
  const start = 'SELECT campaign.id FROM campaign WHERE campaign.name '
  fc.assert(
    fc.property(fc.constantFrom('LIKE', 'REGEXP_MATCH', '='), fc.string(), (operator, text) =>
      isKnown(codeOf(`${start}${operator} ${JSON.stringify(text)}`)),
    ),
  )
})

test('every field of every resource can be selected with it', () => {
  for (const { name, fields } of resources.values()) {
    if (name.startsWith('change_')) continue
    assert.equal(codeOf(`SELECT ${fields.map(({ path }) => path).join(', ')} FROM ${name}`), undefined, name)
  }
})
