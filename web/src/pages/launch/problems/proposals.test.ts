import assert from 'node:assert/strict'
import { test } from 'node:test'
import { required } from '../../../../../client/src/required.ts'
import type { LaunchPageState } from '../page-state.ts'
import { learnSeconds } from '../sheet/known.ts'
import type { Finding } from '../sheet/problems.ts'
import type { Row } from '../sheet/rows.ts'
import { nearId } from '../names/likely.ts'
import { cutTo, proposalsFor } from './proposals.ts'

const state = { problems: { ofRow: () => [] } } as unknown as LaunchPageState
const missing = { column: 'secondary', tone: 'bad', isUnused: false } as unknown as Finding
const rowOf = (page: string) => ({ cells: { account: 'act_1', page } }) as unknown as Row

test('where a page speaks, its own profile is proposed, or none where it has none', () => {
  learnSeconds([
    { page: '11', secondary: '77' },
    { page: '12', secondary: null },
  ])
  const proposed = (...pages: string[]) => {
    const rows = pages.map(rowOf)
    return proposalsFor(state, [])(missing, rows)?.textFor(required(rows[0], 'row')) ?? null
  }
  assert.equal(proposed('11', '11'), '77')
  assert.equal(proposed('12'), 'none')
  assert.equal(proposed('13'), null, 'nobody knows that page')
  assert.equal(proposed('11', '12'), null, 'two pages have two answers')
})

const rowWith = (cells: Record<string, string>) => ({ cells }) as unknown as Row
const findingOf = (column: string, more: object) => ({ column, message: 'No.', ...more }) as unknown as Finding

test('a text that is too long is cut to what it may have, each row its own', () => {
  const rows = [rowWith({ title: 'Everything must go before Sunday' }), rowWith({ title: 'Nothing stays in the shop' })]
  const found = proposalsFor(state, [])(findingOf('title', { tone: 'bad', longest: 20 }), rows)
  assert.deepEqual(
    rows.map((row) => found?.textFor(row)),
    ['Everything must go', 'Nothing stays in the'],
  )
  const link = [rowWith({ link: 'https://shop.example/a-very-long-way' })]
  assert.equal(
    proposalsFor(state, [])(findingOf('link', { tone: 'bad', longest: 20 }), link),
    null,
    'half an address is none',
  )
})

test('what is cut keeps whole characters and whole words', () => {
  assert.equal(cutTo('short', 20), 'short')
  assert.equal(cutTo('one two three', 7), 'one two')
  assert.equal(cutTo('one two three', 10), 'one two')
  assert.equal(cutTo('Donaudampfschifffahrt', 10), 'Donaudampf')
  assert.equal(cutTo('a👨‍👩‍👧b', 5), 'a', 'no half of a family')
})

test('what a platform said of a launch is mended as well as what the sheet sees', () => {
  const rows = [rowWith({ cta: 'SHOP_NOWW' })]
  assert.equal(
    proposalsFor(state, [])(findingOf('cta', { tone: 'warn' }), rows),
    null,
    'a mere warning needs no mending',
  )
  const said = findingOf('cta', { tone: 'warn', isRecalled: true })
  assert.equal(proposalsFor(state, [])(said, rows)?.textFor(required(rows[0], 'row')), 'SHOP_NOW')
})

test('an id that is one digit off, or rounded, is taken for the one that it is almost', () => {
  const ids = ['120206614831500052', '120206614831500971', '990206614831500052'].map((value) => ({ value }))
  assert.equal(nearId('120206614831500072', ids), '120206614831500052')
  assert.equal(nearId('12020661483150052', ids), '120206614831500052')
  assert.equal(nearId('990206614831500000', ids), '990206614831500052')
  assert.equal(nearId('120206614831500000', ids), null, 'two are meant as well')
  assert.equal(nearId('120206614831500052', ids), null, 'it is there')
  assert.equal(nearId('333', ids), null)
})
