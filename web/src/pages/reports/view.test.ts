import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportSearch } from '../../app/search.ts'
import { daysIn, searchOf, viewIn } from './view.ts'

test('a report that shows the usual has a short address', () => {
  assert.deepEqual(searchOf(viewIn({})), {})
})

test('the address of a report opens the same report', () => {
  const address = {
    ...{ platform: 'tiktok', accounts: '1,2', from: '2026-01-01', to: '2026-01-31', compare: 'no', by: 'ad' },
    ...{ metrics: 'clicks,ctr', chart: 'ctr', currency: 'EUR', sort: 'ctr', order: 'up', page: '3' },
  }
  assert.deepEqual(searchOf(viewIn(reportSearch({ ...address, accounts: '1,2', page: 3 }))), address)
})

test('days that end before they begin, or are none, are the usual ones', () => {
  for (const [from, to] of [
    ['2026-02-01', '2026-01-01'],
    ['2026-02-30x', '2026-03-01'],
    ['2026-02-01', undefined],
  ]) {
    const view = viewIn({ from, to, range: 'never' })
    assert.deepEqual([view.range, view.from, view.to], ['last-7', undefined, undefined])
  }
  assert.deepEqual(daysIn(viewIn({ from: '2026-01-01', to: '2026-01-02' })), { from: '2026-01-01', to: '2026-01-02' })
})

test('the chart shows the first of the figures unless another was chosen', () => {
  assert.equal(viewIn({ metrics: 'clicks,ctr' }).chart, 'clicks')
  assert.equal(viewIn({ metrics: 'clicks,ctr', chart: 'ctr' }).chart, 'ctr')
  assert.equal(viewIn({ metrics: ',' }).chart, 'spend')
})
