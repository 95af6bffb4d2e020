import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { launchMixed, statusOf, tally, untilOver } from './batch.ts'
import { askUntil } from '../support/ask-until.ts'
import { setStage } from './stage.ts'

const stage = await setStage()
after(() => stage.close())

test('an ad that kills its worker every time is given up after five deaths, and the others are launched', async () => {
  await stage.newCompany()
  const poison = { CRASH_AT: 'before-intent:1', CRASH_KEY: '-2' }
  let victim = await stage.start('up', poison)
  const batchId = await launchMixed(stage, 'Poison', 4)
  let deaths = 0
  const status = await askUntil(async () => {
    if (victim.child.exitCode !== null || victim.child.signalCode !== null) {
      deaths++
      victim = await stage.start('up', poison)
    }
    const now = await statusOf(stage, batchId)
    return now?.summaryStatus === 'in_progress' ? null : now
  })
  assert.equal(deaths, 5)
  assert.deepEqual(
    status.failedAds.map((ad) => ad.adName),
    ['Poison 2'],
  )
  assert.match(status.failedAds[0]!.message, /stopped 5 times/)
  const { found, doubled, lost } = await tally(stage, 'Poison', status)
  assert.deepEqual({ found, doubled, lost }, { found: 3, doubled: 0, lost: 0 })
  await victim.kill('SIGTERM')
})

test('a launch repeated with its key after we died between storing and answering it is the same launch', async () => {
  await stage.newCompany()
  const healthy = await stage.start('up')
  await stage.api('GET', '/v1/adaccounts')
  await healthy.kill()
  const victim = await stage.start('up', { CRASH_AT: 'launch-stored:1' })
  await assert.rejects(launchMixed(stage, 'Once', 4, 'the-key'))
  await victim.ended
  const again = await stage.start('up')
  const batchId = await launchMixed(stage, 'Once', 4, 'the-key')
  await untilOver(stage, batchId)
  const { pagination } = await stage.api<{ pagination: { total: number } }>('GET', '/v1/batches')
  assert.equal(pagination.total, 1)
  const { found, doubled } = await tally(stage, 'Once', (await statusOf(stage, batchId))!)
  assert.deepEqual({ found, doubled }, { found: 4, doubled: 0 })
  await again.kill('SIGTERM')
})
