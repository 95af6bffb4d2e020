import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askUntil } from '../../support/ask-until.ts'
import { demoFixture, singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import type { BatchStatus } from '../../support/harness.ts'

const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '60' })
const fixture = await demoFixture(app)

async function launch(adName: string): Promise<number> {
  const body = { ads: [singleAd(app, fixture, { adName })] }
  return (await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body })).body.adBatchId
}

test('what is launched while a call of the same account hangs does not wait for it', async () => {
  const match = { method: 'POST', path: '/ads$' }
  await app.control('POST', 'faults', { platform: 'meta', match, fault: 'hang', times: 1 })
  const held = await launch('Held')
  await askUntil(async () => {
    const { calls } = await app.control<{ calls: { path: string }[] }>('GET', 'calls?platform=meta')
    return calls.find(({ path }) => /\/ads$/.test(path)) ?? null
  })
  const done = await app.finished(await launch('Free'))
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const { body } = await app.call<BatchStatus>('GET', `/v1/batch-status/${held}?include=ads`)
  assert.equal(body.ads![0]!.status, 'running', 'its call still hangs')
})
