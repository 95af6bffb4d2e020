import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { encodeQuery, encodeText, encodeValue, segment } from './restli.ts'
import type { RestliValue } from './restli.ts'

test('lists and objects keep their signs, and what is in them is encoded', () => {
  const search = {
    status: { values: ['ACTIVE', 'PAUSED'] },
    name: { values: ['a,b:(c)'] },
    test: false,
    none: undefined,
  }
  assert.equal(
    encodeQuery({ q: 'search', search, pageSize: 100, pageToken: undefined }),
    'q=search&search=(status:(values:List(ACTIVE,PAUSED)),name:(values:List(a%2Cb%3A%28c%29)),test:false)&pageSize=100',
  )
  assert.equal(encodeValue(['urn:li:share:1']), 'List(urn%3Ali%3Ashare%3A1)')
  assert.equal(encodeValue({ start: { year: 2026, month: 1, day: 2 } }), '(start:(year:2026,month:1,day:2))')
  assert.equal(
    encodeQuery({ q: 'analytics' }, ['impressions', 'dateRange']),
    'q=analytics&fields=impressions,dateRange',
  )
  assert.equal(encodeValue(''), "''")
  assert.equal(segment('urn:li:sponsoredCreative:1'), 'urn%3Ali%3AsponsoredCreative%3A1')
})

/** Reads what the encoder wrote; no more than it takes to see that every value comes back as it was. */
function decode(text: string): RestliValue {
  let at = 0
  function value(): RestliValue {
    if (text.startsWith('List(', at)) {
      at += 5
      return many<RestliValue>(() => value())
    }
    if (text[at] === '(') {
      at += 1
      const pairs = many((): [string, RestliValue] => {
        const name = decodeURIComponent(word())
        at += 1
        return [name, value()]
      })
      return Object.fromEntries(pairs)
    }
    const found = word()
    return found === "''" ? '' : decodeURIComponent(found)
  }
  function many<T>(read: () => T): T[] {
    const all: T[] = []
    while (text[at] !== ')') {
      all.push(read())
      if (text[at] === ',') at += 1
    }
    at += 1
    return all
  }
  function word(): string {
    const start = at
    while (at < text.length && !'(),:'.includes(text[at]!)) at += 1
    return text.slice(start, at)
  }
  const read = value()
  assert.equal(at, text.length, 'nothing is left over')
  return read
}

const { value } = fc.letrec<{ value: RestliValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
      tie('value'),
      { maxKeys: 4, noNullPrototype: true },
    ),
  ),
}))

test('whatever a value holds, it comes back as it was, and the address stays one', () => {
  fc.assert(
    fc.property(value, (given) => {
      const text = encodeValue(given)
      assert.deepEqual(decode(text), given)
      assert.match(text, /^[\w\-.~%(),:']*$/)
    }),
    { numRuns: 500 },
  )
})

test('no text reaches the syntax', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.match(encodeText(text), /^[\w\-.~%]*$/)
    }),
  )
})
