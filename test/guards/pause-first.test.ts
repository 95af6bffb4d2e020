import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { guardedBy } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'

/** What was is noted when something is stopped, for whoever lets it run again; but nobody waits long to stop it. */
const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '8' })
const accountId = demo.account
const call = (path: string, body: object) => app.call<Record<string, unknown>>('POST', path, { body })

test('a pause goes through while the platform does not tell what runs', async () => {
  await guardedBy(app, { accountId, basis: 'spend', dailyCap: 1e6 })
  const { body } = await app.call<{ data: { value: string }[] }>(
    'GET',
    `/v1/adsets?accountId=${accountId}&status=ACTIVE`,
  )
  const [first, second] = body.data
  const match = { method: 'GET', path: '/(campaigns|adsets|ads)[?]' }
  await app.control('POST', 'faults', { platform: 'meta', match, fault: 'hang', times: 0 })

  let isRaised = false
  const raise = { accountId, entityType: 'adset', entityId: first!.value, changePercent: 10 }
  const raising = call('/v1/manage/update-budget', raise).finally(() => (isRaised = true))
  const pause = { accountId, entityType: 'adset', entityIds: [second!.value], newStatus: 'PAUSED' }
  const paused = await call('/v1/manage/update-status', pause)
  assert.equal(isRaised, false, 'who lets more be spent waits')
  assert.equal(paused.status, 200, JSON.stringify(paused.body))
  assert.equal(paused.body['successCount'], 1)

  assert.equal((await raising).status, 403, 'what cannot be told is beyond the limit')
  await app.control('DELETE', 'faults')
})
