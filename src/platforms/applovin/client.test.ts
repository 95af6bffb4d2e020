import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { z } from 'zod'
import { gamesAccount, shopAccount } from '../../../test/support/simulated/applovin.ts'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import { PlatformError } from '../../errors.ts'
import type { Usage } from '../kit/http/pacer.ts'
import { createApi } from './client.ts'
import { checkConnection, listAccounts } from './discover.ts'
import { applovin } from './index.ts'
import { IdWire } from './wire.ts'

const options = { accountId: gamesAccount }
const today = new Date().toISOString().slice(0, 10)

async function open(context: TestContext, credentials: Record<string, string> = {}) {
  const { url, control } = await startTestSandbox(context)
  const reports: (Usage & { accountId: string })[] = []
  const pacer = {
    ready: () => Promise.resolve({ waitMs: 0 }),
    left: () => Promise.resolve(null),
    report: (accountId: string, usage: Usage) => void reports.push({ accountId, ...usage }),
  }
  const surroundings = {
    baseUrl: `${url}/applovin`,
    timeoutMs: 2_000,
    isSandbox: true,
    pacer,
    settings: {},
    now: () => new Date(),
  }
  const api = createApi({ ...applovin.sandboxCredentials(null), ...credentials }, surroundings)
  context.after(() => api.close())
  const fault = (kind: string, more: object = {}) =>
    control('POST', '/faults', { platform: 'applovin', match: { path: '.' }, fault: kind, times: 1, ...more })
  const reading = () => api.get(z.array(IdWire), 'campaign/list', {}, options)
  const writing = () => api.post(IdWire, 'campaign/update', { id: '1', type: 'APP' }, options)
  const calls = async () => ((await control('GET', '/calls?platform=applovin')).body.calls as { path: string }[]).length
  return { api, control, reports, fault, reading, writing, calls }
}

async function failureOf(call: Promise<unknown>) {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof PlatformError, String(error))
  return error.failure
}

/** What the platform answers, and what that means for a read and for a write. */
const meanings: [what: string, code: number, read: string, write: string][] = [
  ['a rule that is broken', 100_001, 'rejected', 'rejected'],
  ['a key that opens nothing', 401, 'auth', 'auth'],
  ['a key of another kind', 403, 'auth', 'auth'],
  ['an outage', 503, 'transient', 'unknown'],
  ['a throttle', 429, 'throttled', 'throttled'],
  ['an account that is shut', 100_007, 'throttled', 'throttled'],
]

for (const [what, code, read, write] of meanings) {
  test(`${what} is ${read} for a read and ${write} for a write, with code, words and trace`, async (context) => {
    const { fault, reading, writing } = await open(context)
    await fault('platform-error', { code, message: 'In its words', times: 10 })
    const failure = await failureOf(reading())
    assert.deepEqual([failure.kind, failure.code], [read, code])
    assert.match(failure.traceId!, /^[0-9a-f-]{36}$/)
    if (code !== 100_007) assert.equal(failure.message, 'In its words')
    assert.equal((await failureOf(writing())).kind, write)
  })
}

test('reads are repeated a few times after an outage, refusals and writes never', async (context) => {
  const { fault, reading, writing, calls, control } = await open(context)
  await fault('status', { status: 502, times: 2 })
  assert.equal((await reading()).length, 3)
  assert.equal(await calls(), 3)
  await control('DELETE', '/calls?platform=applovin')
  await fault('status', { status: 502, times: 1 })
  await failureOf(writing())
  await failureOf(writing())
  await failureOf(api404(reading))
  assert.equal(await calls(), 3)

  async function api404(again: () => Promise<unknown>) {
    await fault('platform-error', { code: 404, times: 1 })
    return again()
  }
})

test('a throttle is told for as long as the platform keeps it up: ten minutes, or a day', async (context) => {
  const { fault, reading, reports } = await open(context)
  await fault('platform-error', { code: 429 })
  assert.equal((await failureOf(reading())).retryAfterMs, 600_000)
  await fault('platform-error', { code: 100_007 })
  assert.equal((await failureOf(reading())).retryAfterMs, 86_400_000)
  assert.deepEqual(
    reports.map(({ blockedForMs }) => blockedForMs),
    [600_000, 86_400_000],
  )
})

test('after 20 errors within five minutes the account is left alone, long before the platform would shut it', async (context) => {
  const { reports, writing, api } = await open(context)
  for (let count = 0; count < 19; count++) await failureOf(writing())
  assert.equal(reports.length, 0)
  api.noteTurnedDown(gamesAccount)
  const [report] = reports
  assert.equal(report!.accountId, gamesAccount)
  assert.ok(report!.blockedForMs! > 290_000 && report!.blockedForMs! <= 300_000)
})

test('accounts are those that were named, each with a look whether it is open', async (context) => {
  const { api } = await open(context, { accountIds: `${gamesAccount}, ${shopAccount} ${gamesAccount}` })
  const accounts = await listAccounts(api)
  assert.deepEqual(
    accounts.map(({ id, currency, timeZone, status }) => [id, currency, timeZone, status]),
    [gamesAccount, shopAccount].map((id) => [id, 'USD', 'UTC', 'active']),
  )
  const mixed = await open(context, { accountIds: `71111111111,${shopAccount}` })
  assert.deepEqual(
    (await listAccounts(mixed.api)).map(({ status }) => status),
    ['disabled', 'active'],
  )
  const foreign = await open(context, { accountIds: '71111111111' })
  const refused = await failureOf(listAccounts(foreign.api))
  assert.match(`${refused.kind} ${refused.hint}`, /auth.*account ids/)
})

test('a connection is good when both of its keys are', async (context) => {
  const good = await open(context)
  assert.equal((await checkConnection({ ...good.api, now: () => new Date() })).accounts.length, 2)
  const swapped = await open(context, { reportKey: 'sandbox-applovin-key' })
  const refused = await failureOf(checkConnection({ ...swapped.api, now: () => new Date() }))
  assert.match(`${refused.kind} ${refused.hint}`, /auth.*Report key/)
})

test('reports that fail inside of a good answer fail', async (context) => {
  const { api, fault } = await open(context)
  const ask = () => api.report({ start: today, end: today, columns: 'cost' }, {})
  await fault('status', { status: 200, body: { code: 500 }, times: 1 })
  assert.equal((await failureOf(ask())).kind, 'transient')
  await fault('status', { status: 200, body: { code: 429 }, times: 1 })
  assert.equal((await failureOf(ask())).kind, 'throttled')
  await fault('status', { status: 200, body: [{ cost: '1.50' }], times: 1 })
  assert.deepEqual(await ask(), [{ cost: '1.50' }])
})

test('account ids are digits, and nothing is stored without them', () => {
  const keys = { managementKey: 'a long enough key', reportKey: 'a long enough key' }
  for (const accountIds of ['', 'act_1', '1,x'])
    assert.equal(applovin.credentials.safeParse({ ...keys, accountIds }).success, false, accountIds)
  assert.equal(applovin.credentials.safeParse({ ...keys, accountIds: '12, 34' }).success, true)
})
