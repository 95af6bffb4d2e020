import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountIn } from '../pages/running/amount.ts'
import { intentOf } from './intent.ts'

test('a verb, a name and an amount are told apart, and a name that begins like a verb stays a name', () => {
  const cases: [string, ReturnType<typeof intentOf>][] = [
    ['pause retargeting', { verb: 'pause', name: 'retargeting', amount: null }],
    ['Stop  US | Site visitors', { verb: 'pause', name: 'US | Site visitors', amount: null }],
    ['resume spring sale 24', { verb: 'resume', name: 'spring sale 24', amount: null }],
    ['budget evergreen 300', { verb: 'budget', name: 'evergreen', amount: 300 }],
    ['budget evergreen to 1.250,50', { verb: 'budget', name: 'evergreen', amount: 1250.5 }],
    ['budget evergreen', { verb: 'budget', name: 'evergreen', amount: null }],
    ['budget 300', { verb: 'budget', name: '300', amount: null }],
    ['pause', { verb: null, name: 'pause', amount: null }],
    ['paused ads', { verb: null, name: 'paused ads', amount: null }],
    ['batch 2', { verb: null, name: 'batch 2', amount: null }],
    ['', { verb: null, name: '', amount: null }],
  ]
  for (const [typed, intent] of cases) assert.deepEqual(intentOf(typed, amountIn), intent, typed)
})
