import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entity, EntityTotals } from '../../../../../client/src/index.ts'
import { ruleAlike, ruleOfList, ruleWindow } from './alike.ts'

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

test('a list becomes a rule of its filter, whatever is listed now, and looks back as far as the days that were picked', () => {
  const search = { level: 'campaign', state: 'paused', from: '2026-11-01', to: '2026-11-12', amount: 50 } as const
  const totals = [{ currency: 'EUR' }, { currency: 'USD' }] as EntityTotals[]
  const { scope, when, name } = ruleOfList(search, '', totals)
  assert.equal(name, 'Pause campaigns like this list')
  assert.deepEqual(scope, { level: 'campaign', currency: 'EUR', filter: { status: ['paused'] } })
  assert.deepEqual(when, { all: [{ metric: 'spend', window: 'last_14_days', operator: 'gt', value: 50 }] })
  assert.equal(ruleWindow({ from: '2026-11-01', to: '2026-11-30' }), 'last_30_days')
  assert.equal(ruleWindow({ window: 'yesterday' }), 'yesterday')
})

test('a name of any length and letters makes a name that a rule may have', () => {
  for (const name of ['x'.repeat(300), '😀'.repeat(150), `${'a'.repeat(82)}😀😀`, '<b>|</b>']) {
    const { name: made = '' } = ruleAlike({}, '', [row({ spend: 8, results: 0 }, { name })])
    assert.ok(made.length <= 100 && made.isWellFormed(), made)
  }
})
