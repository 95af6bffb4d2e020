import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture, singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import { logLines } from '../../support/service/log-lines.ts'

const log = logLines()
const app = await startTestApp({ LOG_LEVEL: 'info' }, undefined, { logTo: log.to })
const fixture = await demoFixture(app)
const accountId = fixture.accounts[0]!.id

test('an account whose platform asks for pauses is one line, however often it does', async () => {
  const match = { method: 'POST', path: '/ads$' }
  await app.control('POST', 'faults', { platform: 'meta', match, fault: 'throttle', seconds: 1, times: 2 })
  const ads = [1, 2, 3].map((n) => singleAd(app, fixture, { adName: `Throttled ${n}` }))
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })
  assert.equal((await app.finished(body.adBatchId)).status, 'success')
  const [line, ...more] = log.of('a platform asks for a pause: too many calls')
  assert.equal(more.length, 0)
  assert.equal(line!.level, 40, 'seen at the usual level')
  assert.equal(line!.platform, 'primary')
  assert.equal(line!.times, 1)
  assert.ok(accountId.includes(String(line!.accountId)), JSON.stringify(line))
  await app.app.close()
  const [, rest] = log.of('a platform asks for a pause: too many calls')
  assert.equal(rest!.times, 1, 'what was not told is told at the end')
})
