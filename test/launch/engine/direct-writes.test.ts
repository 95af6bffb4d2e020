import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { demoFixture } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import type { TestApp } from '../../support/harness.ts'

// So long that no test comes near the moment from which on absence is certain, unless it says so.
const patient = { PLATFORM_TIMEOUT_SECONDS: '300' }
const app = await startTestApp(patient)
const accountId = (await demoFixture(app)).accounts[0]!.id
const url = '/v1/manage/create-campaign'

beforeEach(async () => {
  await app.control('DELETE', 'faults')
  await app.control('DELETE', 'calls')
})

const lose = (fault: 'drop-before' | 'hang') =>
  app.control('POST', 'faults', { platform: 'meta', match: { method: 'POST', path: '/campaigns$' }, fault, times: 1 })

interface Answer {
  campaignId: string
  message: string
  error: { code: string; details: { retryAfterSeconds?: number; hint?: string } }
}

function create(name: string, on: TestApp = app) {
  const body = { accountId, name, objective: 'OUTCOME_TRAFFIC', dailyBudget: 20 }
  return on.call<Answer>('POST', url, { body, headers: { 'idempotency-key': name } })
}

async function sent(): Promise<number> {
  const { calls } = await app.control<{ calls: { method: string; path: string }[] }>('GET', 'calls?platform=meta')
  return calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/campaigns')).length
}

async function campaignsNamed(wanted: string): Promise<string[]> {
  const path = `/v1/campaigns?accountId=${accountId}&limit=500`
  const { body } = await app.call<{ data: { id: string; name: string }[] }>('GET', path)
  return body.data.filter(({ name }) => name === wanted).map(({ id }) => id)
}

/** As if so much time had passed that no request of before can arrive any more. */
async function letTimePass(key: string): Promise<void> {
  const { db } = app.app.services
  const { numAffectedRows } = await sql`
    UPDATE journal SET certain_after = clock_timestamp() WHERE state = 'open' AND key LIKE ${`%key ${key} %`}`.execute(
    db,
  )
  assert.equal(numAffectedRows, 1n)
}

test('a write whose answer was lost is not sent again before its request can no longer arrive', async () => {
  await lose('drop-before')
  const first = await create('Lost at once')
  assert.equal(first.status, 503, JSON.stringify(first.body))
  assert.match(first.body.error.details.hint!, /same Idempotency-Key in \d+ s/)
  assert.ok(Number(first.headers.get('retry-after')) >= 1)
  const early = await create('Lost at once')
  assert.equal(early.status, 409, JSON.stringify(early.body))
  assert.equal(early.body.error.code, 'conflict')
  assert.match(early.body.message, /not known yet/)
  assert.equal(Number(early.headers.get('retry-after')), early.body.error.details.retryAfterSeconds)
  assert.equal(await sent(), 1)
  await letTimePass('Lost at once')
  const late = await create('Lost at once')
  assert.equal(late.status, 200, JSON.stringify(late.body))
  assert.equal(await sent(), 2)
  assert.deepEqual(await campaignsNamed('Lost at once'), [late.body.campaignId])
})

test('a repeat after a restart, by another process, keeps to it too', async () => {
  await lose('drop-before')
  assert.equal((await create('Lost before a restart')).status, 503)
  const other = await startTestApp(
    { DATABASE_URL: app.databaseUrl, SANDBOX_URL: app.sandboxUrl, DEMO_API_KEY: app.key, ...patient },
    { api: true, worker: false, sandbox: false },
  )
  assert.equal((await create('Lost before a restart', other)).status, 409)
  assert.equal(await sent(), 1)
  await letTimePass('Lost before a restart')
  const { status, body } = await create('Lost before a restart', other)
  assert.equal(status, 200)
  assert.deepEqual(await campaignsNamed('Lost before a restart'), [body.campaignId])
  await other.close()
})

test('a write that can be found is not waited for', async () => {
  const faults = [
    { match: { method: 'POST', path: '/campaigns$' }, fault: 'drop-after', times: 1 },
    // Whoever looks for it gets no answer either, however often, so that the fate of the write stays open.
    { match: { method: 'GET', path: '/adlabels' }, fault: 'status', status: 500, times: 3 },
  ]
  for (const fault of faults) await app.control('POST', 'faults', { platform: 'meta', ...fault })
  assert.equal((await create('Out of sight')).status, 503)
  const { status, body } = await create('Out of sight')
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(await sent(), 1)
  assert.deepEqual(await campaignsNamed('Out of sight'), [body.campaignId])
})

test('a write that hung for longer than a request can live is sent again by the same call', async () => {
  const impatient = await startTestApp(
    {
      DATABASE_URL: app.databaseUrl,
      SANDBOX_URL: app.sandboxUrl,
      DEMO_API_KEY: app.key,
      PLATFORM_TIMEOUT_SECONDS: '1',
    },
    { api: true, worker: false, sandbox: false },
  )
  await lose('hang')
  const { status, body } = await create('Hung', impatient)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(await sent(), 2)
  assert.deepEqual(await campaignsNamed('Hung'), [body.campaignId])
  await impatient.close()
})

test('a write that sets something to a value is simply repeated', async () => {
  const { body: made } = await create('Paused twice')
  await app.control('POST', 'faults', {
    platform: 'meta',
    match: { method: 'POST', path: `/${made.campaignId}$` },
    fault: 'drop-before',
    times: 1,
  })
  const body = { accountId, entityType: 'campaign', entityId: made.campaignId, newStatus: 'ACTIVE' }
  const { status, body: answer } = await app.call('POST', '/v1/manage/update-status', { body })
  assert.equal(status, 200, JSON.stringify(answer))
})
