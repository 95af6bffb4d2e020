import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountIn } from './amount.ts'

test('amounts are read as people of either habit type them', () => {
  const cases: [string, number | null][] = [
    ['300', 300],
    ['1.5', 1.5],
    ['1,5', 1.5],
    ['12,50', 12.5],
    ['1,500', 1500],
    ['1.500', 1500],
    ['1,500.25', 1500.25],
    ['1.500,25', 1500.25],
    ['1 500', 1500],
    ['0.125', 0.125],
    ['0', null],
    ['-5', null],
    ['', null],
    ['12 €', null],
    ['1e3', null],
  ]
  for (const [text, amount] of cases) assert.equal(amountIn(text), amount, text)
})
