import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCounted, sumCounts } from '../../kit/figures.ts'
import type { Counted } from '../../kit/figures.ts'
import { countsOf } from './rows.ts'

const figures = {
  ...{ SPEND_IN_MICRO_DOLLAR: 5_000_000, TOTAL_IMPRESSION: 900, TOTAL_CLICKTHROUGH: 40, TOTAL_CONVERSIONS: 7 },
  ...{ TOTAL_CHECKOUT: 3, TOTAL_SIGNUP: 4, TOTAL_LEAD: 2 },
}

test('sales count checkouts and leads count signups and leads', () => {
  assert.equal(countsOf(figures, 'SALES').results, 3)
  assert.equal(countsOf(figures, 'LEADS').results, 6)
  assert.equal(countsOf(figures, 'WEB_CONVERSION').results, 3)
  assert.equal(countsOf(figures, 'SOMETHING_NEW').results, null)
})

test('the results of an account are those that are known, although one campaign is for something new', () => {
  const known = countsOf(figures, 'SALES')
  const strange = countsOf(figures, 'SOMETHING_NEW')
  assert.equal(sumCounts(known, strange).results, 3)
  assert.equal(sumCounts(strange, known).results, 3)
  assert.equal(sumCounts(strange, strange).results, null)
  const sums = new Map<string, Counted>()
  for (const { results } of [strange, known, strange, known])
    addCounted(sums, 'account', { spend: 1, impressions: 1, clicks: 1, results })
  assert.equal(sums.get('account')?.results, 6)
})
