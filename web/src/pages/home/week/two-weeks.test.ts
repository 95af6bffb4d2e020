import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { QueryReportsReply } from '../../../../../client/src/index.ts'
import { twoWeeks } from './two-weeks.ts'

const row = (date: string, spend: number, currency = 'USD') =>
  ({ date, spend, currency }) as unknown as QueryReportsReply['data'][number]

test('the second week is held against the first, in the currency with most spend', () => {
  const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04']
  const data = [row('2026-11-01', 10), row('2026-11-02', 10), row('2026-11-03', 15), row('2026-11-04', 15)]
  const metadata = { missing: [] }
  const found = twoWeeks({ data: [...data, row('2026-11-01', 1, 'EUR')], metadata }, days)
  assert.deepEqual(found, { currency: 'USD', values: [10, 10, 15, 15], change: 0.5, lacksRate: false })
  assert.equal(twoWeeks({ data: data.slice(1), metadata }, days).change, null)
  const missing = [{ accountId: 'a', platform: 'primary', reason: 'There is no rate.', days: [], metrics: ['spend'] }]
  const nothing = { currency: null, values: [], change: null, lacksRate: true }
  assert.deepEqual(twoWeeks({ data: [], metadata: { missing } }, days), nothing)
})
