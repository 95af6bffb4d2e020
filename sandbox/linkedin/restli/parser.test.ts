import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { utils } from 'linkedin-api-client'
import { parseQuery, parseValue, reducedEncode, RestliSyntaxError } from './parser.ts'
import type { RestliValue } from './parser.ts'

/** Records as objects, to compare them with what was encoded. */
function plain(value: RestliValue): unknown {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(plain)
  return Object.fromEntries([...value].map(([name, inner]) => [name, plain(inner)]))
}

test('lists, records and texts are read as the platform writes them', () => {
  const cases: [string, unknown][] = [
    ['ACTIVE', 'ACTIVE'],
    ["''", ''],
    ['List()', []],
    ['List(a,b)', ['a', 'b']],
    ['List(urn%3Ali%3Ageo%3A1,b%2Cc)', ['urn:li:geo:1', 'b,c']],
    ['()', {}],
    ['(status:(values:List(ACTIVE,PAUSED)),test:false)', { status: { values: ['ACTIVE', 'PAUSED'] }, test: 'false' }],
    ['(a:List((b:1),(b:2)))', { a: [{ b: '1' }, { b: '2' }] }],
    ['Listed', 'Listed'],
    ['List%28a%29', 'List(a)'],
    ['a+b%20c', 'a b c'],
  ]
  for (const [raw, expected] of cases) assert.deepEqual(plain(parseValue(raw)), expected, raw)
})

test('what is not in the syntax is refused', () => {
  const broken = [
    ...['', 'urn:li:geo:1', 'List(a', 'List(a,)', 'List(,a)', '(a)', '(a:)', '(a:1,a:2)', '(a:1', 'a)', 'a,b', "it's"],
    ...['%zz', '%', '(a:b:c)', 'List(a)b', `${'('.repeat(60)}`, `${'List('.repeat(60)}a${')'.repeat(60)}`],
  ]
  for (const raw of broken) assert.throws(() => parseValue(raw), RestliSyntaxError, raw)
})

test('a query is parameters and a projection of the older syntax', () => {
  const { params, fields } = parseQuery('q=search&search=(name:x)&fields=id,dateRange(start,end),name&pageToken=')
  assert.deepEqual([...params.keys()], ['q', 'search', 'pageToken'])
  assert.deepEqual(fields, ['id', 'dateRange', 'name'])
  assert.equal(params.get('pageToken'), '')
  assert.throws(() => parseQuery('q=a&q=b'), RestliSyntaxError)
  assert.throws(() => parseQuery('fields=a(b'), RestliSyntaxError)
  assert.equal(reducedEncode('urn:li:share:1'), 'urn%3Ali%3Ashare%3A1')
})

const name = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => text !== '__proto__')
const value = fc.letrec((tie) => ({
  node: fc.oneof({ depthSize: 'small' }, fc.string(), tie('list'), tie('record')),
  list: fc.array(tie('node'), { maxLength: 4 }),
  record: fc.dictionary(name, tie('node'), { maxKeys: 4 }),
})).node

test('what the official client encodes is read as it was meant', () => {
  fc.assert(
    fc.property(value, (meant) => {
      assert.deepEqual(plain(parseValue(utils.encode(meant))), JSON.parse(JSON.stringify(meant)))
    }),
    { numRuns: 300 },
  )
})

test('no text makes the parser fail in another way than by refusing it', () => {
  const letters = fc.constantFrom('(', ')', ',', ':', "'", 'List(', '%', '%3A', 'a', '=', '&', 'fields', '+', '.')
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 30 }), (parts) => {
      try {
        parseQuery(parts.join(''))
      } catch (error) {
        assert.ok(error instanceof RestliSyntaxError, String(error))
      }
    }),
    { numRuns: 1000 },
  )
})
