import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../../test/support/harness.ts'

const app = await startTestApp()
/** Its clocks are those of New York. */
const accountId = '5661483101'

interface Ended {
  results: { success: boolean; endTime?: string; note?: string; error?: object }[]
}

const { body: listed } = await app.call<{ data: { id: string; name: string }[] }>(
  'GET',
  `/v1/google-ads/campaigns?accountId=${accountId}&limit=100`,
)
const entityId = listed.data.find(({ name }) => name === 'Lamps')!.id

async function end(endTime: string) {
  await app.control('DELETE', 'calls')
  const request = { accountId, entityType: 'campaign', entityId, endTime }
  const { body } = await app.call<Ended>('POST', '/v1/manage/update-status', { body: request })
  const [result] = body.results
  assert.equal(result!.success, true, JSON.stringify(result))
  const { calls } = await app.control<{ calls: { path: string }[] }>('GET', 'calls?platform=google-ads')
  return { ...result!, writes: calls.filter(({ path }) => path.includes(':mutate')).length }
}

test('a campaign that ends with a day goes on to the end of the day that was asked for, and the answer says so', async () => {
  const { endTime, note } = await end('2034-12-31T18:30:00Z')
  assert.equal(endTime, '2035-01-01T04:59:59.000Z')
  assert.match(note!, /2034-12-31 23:59:59 \(America\/New_York\)/)
})

test('the day is that of the account, not that of the caller', async () => {
  const { endTime, note } = await end('2035-01-01T00:00:00Z')
  assert.deepEqual([endTime, /2034-12-31 23:59:59/.test(note!)], ['2035-01-01T04:59:59.000Z', true])
})

test('a midnight of the account, or a day without a time, is an end of a day: nothing has to be said', async () => {
  for (const [asked, endTime] of [
    ['2035-01-01T00:00:00-05:00', '2035-01-01T05:00:00.000Z'],
    ['2034-12-31', '2035-01-01T04:59:59.000Z'],
  ] as const) {
    const ended = await end(asked)
    assert.deepEqual(
      [Date.parse(ended.endTime!) - Date.parse(endTime) < 1000, ended.note, ended.writes],
      [true, undefined, 1],
    )
  }
})

test('a campaign whose type takes a time of day ends at that time', async () => {
  await app.control('POST', 'google-ads', { timedCampaigns: ['SEARCH'] })
  const { endTime, note, writes } = await end('2034-12-31T18:30:00Z')
  assert.deepEqual([endTime, note, writes], ['2034-12-31T18:30:00.000Z', undefined, 1])
})
