import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseQuery } from '../../../sandbox/google-ads/query/parser.ts'
import { tokensOf } from '../../../sandbox/google-ads/query/tokens.ts'
import {
  hasText,
  isAmountLike,
  isMoment,
  isNumberLike,
  isOneOf,
  isOneText,
  isText,
  isWithin,
  isWord,
  textOf,
  UnsafeValue,
} from './gaql.ts'
import type { Condition } from './gaql.ts'

/** The shape of a query: what stands in it but for the values. */
function shapeOf(where: Condition[]): string[] {
  const text = textOf({ select: ['campaign.id'], from: 'campaign', where, orderBy: ['campaign.id DESC'], limit: 5 })
  return tokensOf(text).map(({ kind, text: word }) => (kind === 'word' || kind === 'sign' ? word : kind))
}

/** Texts that people, and people with bad intentions, write. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom(
    "' OR campaign.id > 0",
    "\\' OR 1=1 --",
    '\\',
    "it's",
    '1) OR (1',
    '1, 2',
    'PAUSED',
    "x' LIMIT 10000 PARAMETERS include_drafts=true",
    '%_[]',
    '2026-01-01',
    '2026-01-01 00:00:00',
    '\n',
    ' ',
  ),
)

/** Either the value is refused, or the query keeps the shape that a harmless value gives it. */
function keepsShape(make: (value: string) => Condition, harmless: string): void {
  const wanted = shapeOf([make(harmless)])
  fc.assert(
    fc.property(hostile, (value) => {
      let condition: Condition
      try {
        condition = make(value)
      } catch (error) {
        assert.ok(error instanceof UnsafeValue)
        return
      }
      assert.deepEqual(shapeOf([condition]), wanted)
    }),
    { numRuns: 500 },
  )
}

test('no id, text, word, day or time changes what a query asks', () => {
  keepsShape((value) => isOneOf('campaign.id', [value]), '1')
  keepsShape((value) => isOneOf('campaign.id', ['1', value]), '2')
  keepsShape((value) => isNumberLike('campaign.id', '>', value), '1')
  keepsShape((value) => isText('campaign.name', '=', value), 'Brand')
  keepsShape((value) => isOneText('campaign.name', ['Sofas', value]), 'Brand')
  keepsShape((value) => hasText('campaign.name', value), 'Brand')
  keepsShape((value) => isWord('campaign.status', '=', value), 'PAUSED')
  keepsShape((value) => isWithin('segments.date', { from: value, to: '2026-01-31' }), '2026-01-01')
  keepsShape((value) => isWithin('segments.date', { from: '2026-01-01', to: value }), '2026-01-31')
  keepsShape((value) => isMoment('change_event.change_date_time', '>=', value), '2026-01-01 00:00:00')
})

test('no amount changes what a query asks', () => {
  const wanted = shapeOf([isAmountLike('metrics.conversions', '<=', 1)])
  fc.assert(
    fc.property(fc.double(), (value) => {
      let condition: Condition
      try {
        condition = isAmountLike('metrics.conversions', '<=', value)
      } catch (error) {
        assert.ok(error instanceof UnsafeValue)
        return
      }
      assert.deepEqual(shapeOf([condition]), wanted)
    }),
  )
})

test('a text that is taken arrives as it was written', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      fc.pre(!/[\p{Cc}\u2028\u2029]/u.test(value))
      const query = parseQuery(
        textOf({ select: ['campaign.id'], from: 'campaign', where: [isText('campaign.name', '=', value)] }),
      )
      assert.equal(query.where[0]!.values[0]!.text, value)
    }),
  )
})

test('fields and orders are names, and lists are neither empty nor endless', () => {
  for (const field of ['campaign.id, metrics.clicks', 'campaign.id FROM ad_group', '', 'Campaign.Id'])
    assert.throws(() => textOf({ select: [field], from: 'campaign' }), UnsafeValue)
  assert.throws(() => textOf({ select: ['campaign.id'], from: 'campaign', orderBy: ['campaign.id; x'] }), UnsafeValue)
  assert.throws(() => textOf({ select: ['campaign.id'], from: 'campaign', limit: -1 }), UnsafeValue)
  assert.throws(() => isOneOf('campaign.id', []), UnsafeValue)
  assert.equal(isOneOf('campaign.id', ['9223372036854775807']), 'campaign.id IN (9223372036854775807)')
  assert.throws(() => isOneOf('campaign.id', ['9223372036854775808']), UnsafeValue)
})
