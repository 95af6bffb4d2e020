import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLaneSlots, maxLanes } from './lane-slots.ts'
import { companyId } from '../../../../test/support/company-id.ts'

const lane = (company: number, account: number) => ({
  companyId: companyId(company),
  platform: 'primary',
  accountId: `act_${account}`,
})

/** Work that is begun, and lasts until the test ends it. */
function lasting() {
  const end = Promise.withResolvers<void>()
  const begun: string[] = []
  const work = (name: string) => () => {
    begun.push(name)
    return end.promise
  }
  return { begun, work, end: end.resolve }
}

test('a lane is worked once at a time, and remembers that it was woken meanwhile', async () => {
  const slots = createLaneSlots()
  const { begun, work, end } = lasting()
  slots.begin(lane(1, 1), work('first'))
  assert.equal(slots.isWoken(lane(1, 1)), false)
  slots.begin(lane(1, 1), work('again'))
  assert.deepEqual(begun, ['first'])
  assert.equal(slots.isWoken(lane(1, 1)), true)
  assert.equal(slots.takeWake(lane(1, 1)), true)
  assert.equal(slots.isWoken(lane(1, 1)), false)
  end()
  await slots.idle()
  slots.begin(lane(1, 1), work('later'))
  assert.deepEqual(begun, ['first', 'later'])
})

test('one company never holds all the places, and gives back those it had', async () => {
  const slots = createLaneSlots()
  const { begun, work, end } = lasting()
  for (let account = 0; account < maxLanes; account++) slots.begin(lane(1, account), work('large'))
  assert.equal(begun.length, maxLanes / 2)
  for (let account = 0; account < maxLanes; account++) slots.begin(lane(2 + (account % 2), account), work('others'))
  assert.equal(begun.length, maxLanes, 'no more than there are')
  end()
  await slots.idle()
  slots.begin(lane(1, 1), work('large'))
  assert.equal(begun.length, maxLanes + 1)
})
