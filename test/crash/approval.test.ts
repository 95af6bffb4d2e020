import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { approveAndDie } from './approvals.ts'
import { setStage } from './stage.ts'

const stage = await setStage()
after(() => stage.close())

test('what was approved is done once, although the process that did it was killed with the request in the air', async () => {
  assert.deepEqual(await approveAndDie(stage, 'Approved', 'after-send'), { state: 'done', found: 1 })
})
