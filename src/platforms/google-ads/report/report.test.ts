import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../../test/support/harness.ts'
import { accountsOn, askWhole, daysAgo, totalsOf } from '../../../../test/support/reports/totals.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const range = { from: daysAgo(20), to: daysAgo(4) }
const days = `startDate=${range.from}&endDate=${range.to}`

test('by ad, what campaigns without ads cost stands in rows without an id, and nothing is missing from the sum', async () => {
  for (const account of await accountsOn(app, 'google-ads')) {
    const { data } = await askWhole(app, range, { accountIds: account.id, groupBy: 'adId', metrics: 'spend' })
    const { total } = await totalsOf(app, 'google-ads', account, { range, level: 'account' })
    const minor = account.currency === 'JPY' ? 1 : 100
    assert.equal(Math.round(data.reduce((sum, row) => sum + Number(row.spend), 0) * minor), total.spendMinor)
    const without = data.filter(({ adId }) => adId === null)
    assert.deepEqual(
      without.map(({ campaignName, adsetId, adName }) => [campaignName, adsetId, adName]),
      [['Everything, everywhere', null, null]],
    )
  }
})

test('an export has no ids that are not the platform’s', async () => {
  const [account] = await accountsOn(app, 'google-ads')
  const { status, body } = await app.call<string>(
    'GET',
    `/v1/reports/export?accountIds=${account!.id}&groupBy=adId&metrics=spend&format=csv&${days}`,
  )
  assert.equal(status, 200)
  assert.match(body, /Everything, everywhere/)
  assert.doesNotMatch(body, /~/)
})

test('countries of single ads are not told, which is said instead of guessed', async () => {
  const [account] = await accountsOn(app, 'google-ads')
  const { body } = await app.call<{ metadata: { partial: boolean; missing: { reason: string }[] } }>(
    'GET',
    `/v1/reports/query?accountIds=${account!.id}&groupBy=country,adId&metrics=spend&${days}`,
  )
  assert.equal(body.metadata.partial, true)
  assert.match(body.metadata.missing[0]!.reason, /not for single ads/)
})
