import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oneAtATime } from './one-at-a-time.ts'

test('one after the other, in their order, and one that fails holds up no other', async () => {
  const alone = oneAtATime()
  const said: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = alone(async () => {
    said.push('first begins')
    await gate.promise
    said.push('first ends')
    throw new Error('first')
  })
  const second = alone(async () => said.push('second'))
  gate.resolve()
  await assert.rejects(first, /first/)
  assert.equal(await second, 3)
  assert.deepEqual(said, ['first begins', 'first ends', 'second'])
})
