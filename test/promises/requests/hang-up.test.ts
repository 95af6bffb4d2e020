import assert from 'node:assert/strict'
import { request } from 'node:http'
import { afterEach, test } from 'node:test'
import { addDays, todayIn } from '../../../src/days.ts'
import { startTestApp } from '../../support/harness.ts'
import { askUntil } from '../../support/ask-until.ts'

const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '30' })
const today = todayIn('UTC')
const fromLongAgo = (platform: string) =>
  `startDate=${addDays(today, platform === 'pinterest' ? -80 : -1090)}&endDate=${today}`

afterEach(async () => {
  for (const platform of ['meta', 'tiktok', 'snapchat', 'pinterest'])
    await app.control('POST', 'latency', { platform, ms: 0 })
})

async function accountOf(platform: string): Promise<string> {
  const { body } = await app.call<{ data: { id: string }[] }>('GET', `/v1/adaccounts?platform=${platform}`)
  return body.data[0]!.id
}

async function countCalls(path: RegExp): Promise<number> {
  const { calls } = await app.control<{ calls: { path: string }[] }>('GET', 'calls')
  return calls.filter((call) => path.test(call.path)).length
}

async function untilCalled(path: RegExp, count: number): Promise<void> {
  await askUntil(async () => (await countCalls(path)) >= count || null)
}

/** Begins a call. `hangUp` resolves when the connection is closed on our side, be it that the answer was quicker. */
function begin(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const call = request(`${app.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${app.key}`, 'content-type': 'application/json', ...headers },
    agent: false,
  })
  const closed = new Promise<void>((done) => call.once('close', done))
  call.on('error', () => undefined).end(body && JSON.stringify(body))
  const hangUp = () => {
    call.destroy()
    return closed
  }
  return { hangUp }
}

/** `ms`: how long each call takes. The fewer there are, the longer, so that even a late hang-up comes in the middle of them. */
const longReads = [
  { platform: 'tiktok', path: '/v1/campaigns', begun: /report/, calls: /report/, ms: 500 },
  { platform: 'primary', path: '/v1/reports/primary/reach-composition', begun: /insights/, calls: /insights/, ms: 300 },
  { platform: 'snapchat', path: '/v1/campaigns', begun: /campaigns/, calls: /stats/, ms: 1_000 },
  { platform: 'pinterest', path: '/v1/campaigns', begun: /campaigns/, calls: /analytics/, ms: 1_000 },
]

for (const { platform, path, begun, calls, ms } of longReads) {
  test(`a caller who hangs up ends what ${path} asks of ${platform}`, async () => {
    const accountId = await accountOf(platform)
    await app.control('DELETE', 'calls')
    const whole = await app.call('GET', `${path}?accountId=${accountId}&${fromLongAgo(platform)}`)
    assert.equal(whole.status, 200, JSON.stringify(whole.body))
    const all = await countCalls(calls)
    assert.ok(all > 0, 'nothing was asked')
    await app.control('POST', 'latency', { platform: platform === 'primary' ? 'meta' : platform, ms })
    await app.control('DELETE', 'calls')
    const { hangUp } = begin('GET', `${path}?accountId=${accountId}&${fromLongAgo(platform)}`)
    await untilCalled(begun, 1)
    await hangUp()
    // As long as it would have taken the one who hung up, who began earlier.
    await app.call('GET', `${path}?accountId=${accountId}&${fromLongAgo(platform)}`)
    const made = (await countCalls(calls)) - all
    assert.ok(made < all, `${made} of ${all} calls were made for nobody`)
  })
}

test('a question that several wait for is answered although one of them hangs up', async () => {
  const accountId = await accountOf('primary')
  const days = `startDate=${addDays(today, -3)}&endDate=${addDays(today, -1)}`
  const path = `/v1/reports/query?accountIds=${accountId}&${days}&groupBy=account&metrics=spend,reach`
  await app.control('POST', 'latency', { platform: 'meta', ms: 200 })
  await app.control('DELETE', 'calls')
  const { hangUp } = begin('GET', path)
  await untilCalled(/insights/, 1)
  const second = app.call<{ data: { reach: number | null }[]; metadata: { partial: boolean } }>('GET', path)
  await hangUp()
  const { status, body } = await second
  assert.equal(status, 200)
  assert.equal(body.metadata.partial, false, JSON.stringify(body.metadata))
  assert.equal(typeof body.data[0]!.reach, 'number')
})

test('a write whose caller hangs up comes to its end, and its repeat finds what it made', async () => {
  const accountId = await accountOf('primary')
  const body = { accountId, name: 'Made for a caller who left', objective: 'OUTCOME_TRAFFIC', dailyBudget: 20 }
  const headers = { 'idempotency-key': 'left-in-the-middle' }
  await app.control('POST', 'latency', { platform: 'meta', ms: 1_000, match: { method: 'POST' } })
  const { hangUp } = begin('POST', '/v1/manage/create-campaign', body, headers)
  await askUntil(async () => {
    const { rowCount } = await app.app.services.pool.query('SELECT FROM idempotency_keys WHERE key = $1', [
      headers['idempotency-key'],
    ])
    return rowCount || null
  })
  await hangUp()
  const repeat = () => app.call<{ success: boolean }>('POST', '/v1/manage/create-campaign', { body, headers })
  const answer = await askUntil(async () => {
    const each = await repeat()
    // The first one is still under way.
    return each.status === 409 ? null : each
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const list = await app.call<{ data: { name: string }[] }>('GET', `/v1/campaigns?accountId=${accountId}&limit=500`)
  assert.equal(list.body.data.filter(({ name }) => name === body.name).length, 1)
})
