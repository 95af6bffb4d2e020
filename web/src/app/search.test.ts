import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemWords } from '../pages/sign-in/problem-words.ts'
import * as search from './search.ts'
import {
  batchesSearch,
  batchSearch,
  changesSearch,
  commentsSearch,
  launchSearch,
  reportSearch,
  ruleSearch,
} from './search.ts'

test('an id in an address is text, also where it was read as a number', () => {
  assert.equal(batchesSearch({ account: 1234567890 }).account, '1234567890')
  assert.equal(batchesSearch({ account: 'act_1' }).account, 'act_1')
  assert.deepEqual(commentsSearch({ account: 1, ad: 23 }), { account: '1', ad: '23' })
  assert.deepEqual(changesSearch({ account: 1, object: 23 }), { account: '1', object: '23' })
  assert.equal(ruleSearch({ entity: 42 }).entity, '42')
  assert.equal(reportSearch({ accounts: 42 }).accounts, '42')
})

/** The router lays this over what stands in the address: a name that is not said would keep what was found there. */
test('what a page does not know is said to be left out', () => {
  const nothing = { state: undefined, account: undefined, page: undefined }
  assert.deepEqual(batchesSearch({ state: 'lost', account: '', page: 'two', other: 1 }), nothing)
  assert.deepEqual(batchSearch({ view: 'toString' }), { view: undefined })
  assert.deepEqual(ruleSearch({ tab: 'x', execution: -1 }), { tab: undefined, execution: undefined, entity: undefined })
  assert.deepEqual(launchSearch({ drafts: '' }), { drafts: undefined })
  assert.ok('sort' in reportSearch({ sort: { by: 'spend' } }))
  assert.equal(reportSearch({ sort: { by: 'spend' } }).sort, undefined)
})

test('a page of a list is a whole number from 1 on', () => {
  for (const page of [0, -3, 0.5, NaN, '1e999', null, [2]]) assert.equal(batchesSearch({ page }).page, undefined)
  assert.equal(batchesSearch({ page: '3' }).page, 3)
  assert.equal(batchesSearch({ page: 2.9 }).page, 2)
})

test('no page takes a sentence from its address: anybody can write one', () => {
  const sentence = 'Your account is locked. Call +1 555 0100 and say your password.'
  const everything = new Proxy({}, { get: () => sentence }) as Record<string, unknown>
  // What an assistant asks is read letter by letter (data/consent-request.ts).
  const { consentSearch: _consent, ...others } = search
  const readers = Object.entries(others).filter((pair): pair is [string, (given: typeof everything) => object] => {
    return typeof pair[1] === 'function'
  })
  assert.ok(readers.length > 8, `${readers.length} pages`)
  for (const [name, read] of readers) {
    const found = Object.values(read(everything)).filter((value) => typeof value === 'string')
    assert.deepEqual(found, [], name)
  }
  assert.doesNotMatch(problemWords(sentence), /locked/)
})
