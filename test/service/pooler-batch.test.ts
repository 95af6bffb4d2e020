import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { createDatabase, startTestApp } from '../support/harness.ts'
import { serviceBatches } from '../support/service/service-batch.ts'
import { startTransactionPooler } from '../support/service/transaction-pooler.ts'

const database = await createDatabase()
const pooler = await startTransactionPooler(database.url)

test('with the direct address beside the pooler, a batch ends with every ad exactly once, and reports are answered', async (context) => {
  const app = await startTestApp({
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: database.url,
    PLATFORM_TIMEOUT_SECONDS: '4',
  })
  context.after(async () => {
    await app.close()
    await pooler.close()
    await database.drop()
  })
  // Guards decide over the pooler too, again and again on whichever connection it hands out.
  const guards = [
    { dailyCap: 1e9, currency: 'USD', mode: 'refuse' },
    { dailyCap: 1e9, currency: 'EUR', mode: 'refuse', basis: 'spend' },
  ]
  assert.equal((await app.call('PUT', '/v1/spend-guards', { body: { guards } })).status, 200)
  const campaign = { accountId: demo.account, name: 'Pooled', objective: 'OUTCOME_TRAFFIC', status: 'ACTIVE' }
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      app.call('POST', '/v1/manage/create-campaign', { body: { ...campaign, dailyBudget: 10 + n } }),
    ),
  )
  for (const { status, body } of made) assert.equal(status, 200, JSON.stringify(body))
  const { launchIntoAHang, assertExactlyOnce } = serviceBatches(() => app, app.key)
  const done = await app.finished(await launchIntoAHang('Pooled'))
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  await assertExactlyOnce('Pooled')
  const days = 'startDate=2026-10-01&endDate=2026-10-03'
  for (let n = 0; n < 3; n++) {
    const reply = await app.call('GET', `/v1/analytics/top-ads?${days}`)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
  }
})
