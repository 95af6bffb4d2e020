import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'
import { refusedPaths } from '../support/reports/reports.ts'
import { askWhole, daysAgo, readAgain } from '../support/reports/totals.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const accountId = 'act_566148315000001'
const range = { from: daysAgo(8), to: daysAgo(3) }
const path = '/v1/reports/reconciliation'
const asked = { accountIds: accountId, startDate: range.from, endDate: range.to }

interface Reply {
  data: {
    daysCompared: number
    kept: { spend: number } | null
    platformTotal: { spend: number } | null
    rest: { spend: number; clicks: number } | null
    differsSince: string | null
    differences: { date: string }[]
    attribution: string[]
  }[]
  metadata: { failed: object[] }
}

const ask = async (more: Record<string, string> = {}) => {
  const { status, body } = await app.call<Reply>(
    'GET',
    `${path}?${new URLSearchParams({ ...asked, ...more }).toString()}`,
  )
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

test('what is kept is held against the platform on demand: an ad that its reports leave out is found, and told', async () => {
  const { data } = await askWhole(app, range, { accountIds: accountId, groupBy: 'ad', metrics: 'spend' })
  const [nothing] = (await ask()).data
  assert.deepEqual([nothing!.daysCompared, nothing!.kept, nothing!.platformTotal], [0, null, null])
  const agreed = await ask({ refresh: 'true' })
  assert.deepEqual(agreed.metadata.failed, [])
  assert.deepEqual(agreed.data[0]!.rest, { spend: 0, impressions: 0, clicks: 0 })
  assert.equal(agreed.data[0]!.daysCompared, 6)
  assert.match(agreed.data[0]!.attribution[0]!, /7 days after a click/)

  await app.control('POST', 'meta', { unlistedAds: [data[0]!.adId] })
  await readAgain(app, { id: accountId, currency: 'USD' }, range)
  const [differing] = (await ask({ refresh: 'true' })).data
  assert.equal(differing!.differences.length, 6)
  assert.ok(differing!.differsSince)
  assert.equal(Math.round(differing!.rest!.spend * 100), Math.round(Number(data[0]!.spend) * 100))
  const events = app.app.services.db.selectFrom('events').select('detail').where('kind', '=', 'sync.differs')
  assert.deepEqual(
    (await events.execute()).map(({ detail }) => detail['days']),
    [6],
  )
})

test('an account that cannot be asked says why, and keeps what was known', async () => {
  await app.control('POST', 'faults', {
    platform: 'meta',
    match: { path: '/insights' },
    fault: 'platform-error',
    code: 200,
    times: 20,
  })
  const { data, metadata } = await ask({ refresh: 'true' })
  assert.equal(metadata.failed.length, 1)
  assert.equal(data[0]!.daysCompared, 6)
  await app.control('DELETE', 'faults')
})

test('too many days to ask the platforms for at once, and accounts of nobody, are refused in words', async () => {
  const [issue] = await refusedPaths(app, path, { ...asked, startDate: daysAgo(60), refresh: 'true' }, 422)
  assert.match(`${issue!.path} ${issue!.message}`, /endDate is at most 31 days after startDate with refresh/)
  const stranger = await app.call('GET', `${path}?${new URLSearchParams({ ...asked, accountIds: 'act_1' }).toString()}`)
  assert.equal(stranger.status, 404)
})
