import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../index.ts'
import type { Effect } from '../../../call/operation.ts'

/** What a caller, an agent or a guard is told before anything happens. */
const effects: [name: string, input: Record<string, unknown>, effect: Effect][] = [
  ['update_status', { newStatus: 'PAUSED' }, 'changes'],
  ['update_status', { newStatus: 'ACTIVE' }, 'spends'],
  ['update_status', { newStatus: 'PAUSED', endTime: '2099-01-01' }, 'spends'],
  ['update_photo_messaging_status', { status: 'DISABLE' }, 'changes'],
  ['update_photo_messaging_status', { status: 'ENABLE' }, 'spends'],
  ['update_budget', { changePercent: -20 }, 'changes'],
  ['update_budget', { changePercent: 20 }, 'spends'],
  ['update_budget', { dailyBudget: 20 }, 'spends'],
  ['update_budget', { dailyBudget: 20, dryRun: true }, 'reads'],
  ['update_photo_messaging_budget', { lifetimeBudget: 20 }, 'spends'],
  ['update_campaign', { name: 'New' }, 'changes'],
  ['update_campaign', { name: 'New', spendCap: 500 }, 'spends'],
  ['update_ad_set', { name: 'New' }, 'changes'],
  ['update_ad_set', { endTime: '2099-01-01' }, 'spends'],
  ['update_ad_set', { endTime: '2099-01-01', dryRun: true }, 'reads'],
  ['update_ad', { title: 'New' }, 'changes'],
  ['create_campaign', {}, 'changes'],
  ['create_campaign', { status: 'ACTIVE' }, 'spends'],
  ['create_ad_set', { status: 'PAUSED' }, 'changes'],
  ['create_ad_set', { status: 'ACTIVE', dryRun: true }, 'reads'],
  ['duplicate_ad', {}, 'spends'],
  ['delete_entities', {}, 'destroys'],
  ['delete_entities', { dryRun: true }, 'reads'],
  ['list_ads', {}, 'reads'],
  ['get_ad_debug_data', {}, 'reads'],
]

for (const [name, given, expected] of effects) {
  test(`${name} with ${JSON.stringify(given)} ${expected}`, () => {
    const { effect, input } = operations.find((operation) => operation.name === name)!
    assert.equal(typeof effect === 'function' ? effect(input.partial().parse(given)) : effect, expected)
  })
}
