import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownValue } from './change-values.ts'

test('what a field was or became is read in words, whatever shape it has', () => {
  assert.equal(shownValue('name', null, 'USD'), '–')
  assert.equal(shownValue('daily_budget', 12_50, 'USD'), '$12.50')
  assert.equal(shownValue('daily_budget', 1250, 'JPY'), '¥1,250')
  const audience = [
    { content: 'Location:', children: ['US', 'CA'] },
    { content: 'Age:', children: ['18 - 65'] },
  ]
  assert.equal(shownValue('targeting', audience, 'USD'), 'Location: US, CA · Age: 18 - 65')
  assert.equal(shownValue('schedule', { start_hour: 8, days: ['mon', 'tue'] }, 'USD'), 'start hour: 8, days: mon, tue')
})
