import assert from 'node:assert/strict'
import { test } from 'node:test'
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
