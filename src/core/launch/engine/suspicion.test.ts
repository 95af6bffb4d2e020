import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CompanyId } from '../../../db/company-id.ts'
import type { GoneLane } from '../../journal/lane/lanes.ts'
import { createSuspicion } from './suspicion.ts'

const lane = { companyId: 1 as CompanyId, platform: 'primary', accountId: 'act_1' }
const gone: GoneLane[] = [{ lane, fence: 3 }]
const nobody: GoneLane[] = []

function suspecting() {
  const clock = { ms: 0 }
  const suspicion = createSuspicion(() => clock.ms)
  const at = (ms: number, found: GoneLane[]) => {
    clock.ms = ms
    return suspicion.confirmed(found)
  }
  return { clock, suspicion, at }
}

test('an owner is given up at the second look that misses it', () => {
  const { at } = suspecting()
  assert.deepEqual(at(0, gone), [])
  assert.deepEqual(at(300, gone), [], 'it may only change its connection')
  assert.deepEqual(at(1_000, gone), gone)
})

test('an owner that is back meanwhile, or took the lane anew, is suspected anew', () => {
  const { at } = suspecting()
  at(0, gone)
  at(1_000, nobody)
  assert.deepEqual(at(2_000, gone), [])
  assert.deepEqual(at(3_000, [{ lane, fence: 4 }]), [])
})

test('after an outage of the database the others get time to come back', () => {
  const { clock, suspicion, at } = suspecting()
  at(0, gone)
  clock.ms = 5_000
  suspicion.startAnew()
  assert.deepEqual(at(5_000, gone), [])
  assert.deepEqual(at(6_500, gone), [], 'they try once a second')
  assert.deepEqual(at(8_000, gone), gone, 'whoever is still missing is dead')
})
