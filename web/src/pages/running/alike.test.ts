import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entity } from '../../../../client/src/index.ts'
import { ruleAlike } from './alike.ts'

const row = (figures: object, more: object = {}) =>
  ({ level: 'ad', id: '1', name: 'Ad', accountId: 'act_1', currency: 'USD', figures, ...more }) as unknown as Entity

test('what spent and brought nothing becomes a rule of that, with the filter of the list', () => {
  const search = { accounts: 'act_1,act_2', window: 'last_3_days', metric: 'ctr', than: 'lt', amount: 1 } as const
  const rule = ruleAlike(search, 'Spring', [row({ spend: 80.129, results: 0 }), row({ spend: 55, results: 0 })])
  assert.deepEqual(rule.scope, {
    level: 'ad',
    accountIds: ['act_1', 'act_2'],
    filter: { status: ['active'], nameContains: 'Spring' },
  })
  assert.deepEqual(rule.when, {
    all: [
      { metric: 'ctr', window: 'last_3_days', operator: 'lt', value: 1 },
      { metric: 'spend', window: 'last_3_days', operator: 'gte', value: 55 },
      { metric: 'results', window: 'last_3_days', operator: 'eq', value: 0 },
    ],
  })
  assert.equal(rule.mode, 'suggest')
})

test('what brought something too dearly becomes a rule of its cost, and what is unknown is never taken for nothing', () => {
  const dear = ruleAlike({}, '', [row({ spend: 80, results: 2, costPerResult: 40.019 })])
  assert.deepEqual(dear.when?.all?.[1], {
    metric: 'costPerResult',
    window: 'last_7_days',
    operator: 'gte',
    value: 40.01,
  })
  const unknown = ruleAlike({}, '', [row({ spend: 80, results: null, costPerResult: null })])
  assert.deepEqual(unknown.when?.all, [{ metric: 'spend', window: 'last_7_days', operator: 'gte', value: 80 }])
})

test('rows of several currencies make a rule of one of them, and says which', () => {
  const rule = ruleAlike({}, '', [row({ spend: 8, results: 0 }), row({ spend: 9, results: 0 }, { currency: 'EUR' })])
  assert.equal(rule.scope?.currency, 'USD')
})
