import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../../test/support/harness.ts'
import { bareItems } from '../../../../test/support/launch/bare-items.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: false })
const { companyId, key } = await app.stranger()

const times = ['2026-01-30T23:59:59.999Z', '2026-01-31T00:00:00Z', '2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00Z']
const { pool } = app.app.services
for (const [place, time] of times.entries()) {
  await pool.query(
    `INSERT INTO batches (company_id, slug, state, request, total_ads, created_by, created_at)
     VALUES ($1, $2, 'success', '{}', 0, 'test', $3)`,
    [companyId, `batch-${place}`, time],
  )
}

interface Batches {
  data: { createdAt: string }[]
  error: { details: { issues: { path: string }[] } }
}

const list = (query: Record<string, string>) =>
  app.call<Batches>('GET', `/v1/batches?${new URLSearchParams(query).toString()}`, { key })

/** Which of the times above are in the range. */
async function found(query: Record<string, string>): Promise<number[]> {
  const { status, body } = await list(query)
  assert.equal(status, 200, JSON.stringify(body))
  return times
    .map((_, place) => place)
    .filter((place) => body.data.some(({ createdAt }) => Date.parse(createdAt) === Date.parse(times[place]!)))
}

test('a range of days includes its last day whole, in UTC', async () => {
  assert.deepEqual(await found({ from: '2026-01-31', to: '2026-01-31' }), [1, 2])
  assert.deepEqual(await found({ to: '2026-01-31' }), [0, 1, 2])
  assert.deepEqual(await found({ from: '2026-01-31' }), [1, 2, 3])
})

test('a day with an offset is a day of that zone', async () => {
  assert.deepEqual(await found({ from: '2026-01-31+01:00', to: '2026-01-31+01:00' }), [0, 1])
})

test('a time is exact, and without an offset in UTC wherever the service runs', async () => {
  assert.deepEqual(await found({ from: '2026-01-31T00:00:00Z', to: '2026-01-31T23:59:59.999Z' }), [1])
  assert.deepEqual(await found({ from: '2026-01-31T00:00', to: '2026-02-01T00:00:00.001' }), [1, 2, 3])
  assert.deepEqual(await found({ from: '2026-01-31T01:00:00+01:00', to: '2026-01-31T12:00:00z' }), [1])
})

test('what is no day, no time or no range is refused by name', async () => {
  for (const text of ['yesterday', '1', '2026-02-30', '2026-13-01', '2026-01-31T25:00:00Z', '2026-01-31T12', '']) {
    const { status, body } = await list({ from: text })
    assert.deepEqual([status, body.error?.details.issues[0]!.path], [400, 'from'], text)
  }
  const { status, body } = await list({ from: '2026-02-01', to: '2026-01-30' })
  assert.deepEqual([status, body.error.details.issues[0]!.path], [422, 'to'])
})

test('an ad leads to the launch that it came from, in its own company alone', async () => {
  const lane = { companyId, platform: 'primary', accountId: 'act_1' }
  const [item] = await bareItems(app.app.services.db, lane, 2)
  await pool.query(`UPDATE batch_items SET ad_id = 'ad_of_ours' WHERE id = $1`, [item!.id])
  const ids = async (query: Record<string, string>, as = key) => {
    const { body } = await app.call<{ data: { adBatchId: number }[] }>(
      'GET',
      `/v1/batches?${new URLSearchParams(query).toString()}`,
      { key: as },
    )
    return body.data.map(({ adBatchId }) => adBatchId)
  }
  assert.deepEqual(await ids({ adId: 'ad_of_ours' }), [item!.batchId])
  assert.deepEqual(await ids({ adId: 'ad_of_ours', accountId: 'act_1' }), [item!.batchId])
  assert.deepEqual(await ids({ adId: 'ad_of_ours', accountId: 'act_2' }), [])
  assert.deepEqual(await ids({ adId: 'ad_of_nobody' }), [])
  assert.deepEqual(await ids({ adId: 'ad_of_ours' }, (await app.stranger()).key), [])
})
