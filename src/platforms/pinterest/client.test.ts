import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { renewedByOne } from '../../../test/support/connect/renewed-by-one.ts'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import { PlatformError } from '../../errors.ts'
import type { Usage } from '../kit/http/pacer.ts'
import type { Surroundings } from '../contract/platform.ts'
import { createApi } from './client.ts'
import { pinterest } from './index.ts'
import { AccountWire, IdWire } from './wire.ts'

const accountId = '54968903708000001'
const options = { accountId }

async function open(context: TestContext, more: Partial<Surroundings> = {}, credentials?: Record<string, string>) {
  const { url, control } = await startTestSandbox(context)
  const reports: Usage[] = []
  const pacer = {
    ready: () => Promise.resolve({ waitMs: 0 }),
    left: () => Promise.resolve(null),
    report: (_account: string, usage: Usage) => void reports.push(usage),
  }
  const surroundings = {
    baseUrl: `${url}/pinterest`,
    timeoutMs: 2_000,
    isSandbox: true,
    pacer,
    settings: {},
    now: () => new Date(),
    ...more,
  }
  const api = createApi(credentials ?? pinterest.sandboxCredentials(null), surroundings)
  context.after(() => api.close())
  const answerWith = (status: number, body: unknown, times = 1) =>
    control('POST', '/faults', { platform: 'pinterest', match: { path: '.' }, fault: 'status', status, body, times })
  const listing = () => api.list(AccountWire, 'ad_accounts', {}, { ...options, limit: 10 })
  const writing = () =>
    api.writeOne(
      IdWire,
      { method: 'POST', path: `ad_accounts/${accountId}/ads`, item: { ad_group_id: '1', pin_id: '1' } },
      options,
    )
  return { api, control, reports, answerWith, listing, writing }
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
const meanings: [what: string, status: number, body: unknown, read: string, write: string][] = [
  ['bad parameters', 400, { code: 1, message: 'Invalid' }, 'rejected', 'rejected'],
  ['a wrong token', 401, { code: 2, message: 'Authentication failed.' }, 'auth', 'auth'],
  ['an account that does not exist', 404, { code: 2, message: 'Not found' }, 'rejected', 'rejected'],
  ['a missing scope', 403, { code: 3, message: 'Scope' }, 'auth', 'auth'],
  ['a throttle', 429, { code: 8, message: 'Too many' }, 'throttled', 'throttled'],
  ['a throttle with status 400', 400, { code: 8, message: 'Too many' }, 'throttled', 'throttled'],
  ['trouble on their side with status 400', 400, { code: 12, message: 'Sorry' }, 'transient', 'unknown'],
  ['code 30 with 429', 429, { code: 30, message: 'Too many' }, 'throttled', 'throttled'],
  ['code 30 with 404', 404, { code: 30, message: 'User not found' }, 'rejected', 'rejected'],
  ['the cost limit', 400, { code: 2726, message: 'Retry after 7 seconds' }, 'throttled', 'throttled'],
  ['an account under review', 400, { code: 2626, message: 'Review' }, 'rejected', 'rejected'],
  ['a page of a proxy', 502, '<html>Bad gateway</html>', 'transient', 'unknown'],
  ['nonsense instead of an answer', 200, 'nonsense', 'transient', 'unknown'],
]

for (const [what, status, body, readKind, writeKind] of meanings) {
  test(`${what} is ${readKind} for a read and ${writeKind} for a write`, async (context) => {
    const credentials = { accessToken: 'sandbox-pinterest-token' }
    const { answerWith, listing, writing } = await open(context, {}, credentials)
    await answerWith(status, body)
    assert.equal((await failureOf(listing())).kind, readKind)
    await answerWith(status, body)
    assert.equal((await failureOf(writing())).kind, writeKind)
  })
}

test('the wait after a throttle is taken from the header, else from the seconds in the text', async (context) => {
  const { control, answerWith, listing, reports } = await open(context)
  await control('POST', '/faults', { platform: 'pinterest', match: {}, fault: 'throttle', seconds: 13, times: 1 })
  assert.equal((await failureOf(listing())).retryAfterMs, 13_000)
  assert.equal(reports.at(-1)?.blockedForMs, 13_000)
  await answerWith(400, { code: 2726, message: 'Query cost limit. Retry after 7 seconds.' })
  assert.equal((await failureOf(listing())).retryAfterMs, 7_000)
})

test('what is left of the allowance is told to the pacer, and another one that is fuller is not forgotten', async (context) => {
  const { api, reports } = await open(context)
  for (let count = 0; count < 10; count++) await api.post(IdWire.partial(), 'media', { media_type: 'video' }, options)
  const afterWrites = reports.at(-1)!.usagePercent
  assert.ok(afterWrites > 0 && afterWrites <= 10, String(afterWrites))
  await api.list(AccountWire, 'ad_accounts', {}, { ...options, limit: 10 })
  assert.equal(reports.at(-1)!.usagePercent, afterWrites)
})

test('an allowance is used to its end and no further, and what counts against another one still passes', async (context) => {
  const { api, control } = await open(context)
  const register = () => api.post(IdWire.partial(), 'media', { media_type: 'video' }, { ...options, maxWaitMs: 0 })
  let refusal: unknown
  for (let count = 0; count < 50 && !refusal; count++)
    await Promise.all(Array.from({ length: 4 }, register)).catch((error: unknown) => (refusal = error))
  assert.ok(refusal instanceof PlatformError)
  assert.equal(refusal.kind, 'throttled')
  assert.ok(refusal.failure.retryAfterMs! > 0 && refusal.failure.retryAfterMs! <= 60_000)
  await api.list(AccountWire, 'ad_accounts', {}, { ...options, limit: 10 })
  const { calls } = (await control('GET', '/calls?platform=pinterest')).body as unknown as {
    calls: { status: number }[]
  }
  assert.deepEqual(
    calls.filter(({ status }) => status === 429),
    [],
  )
  assert.ok(calls.length >= 100)
})

test('an item that has an id and a complaint is looked for, an item without an id was refused', async (context) => {
  const { answerWith, writing } = await open(context)
  const complaint = { code: 6, message: 'Careful' }
  await answerWith(200, { items: [{ data: { id: '5' }, exceptions: [complaint] }] })
  assert.equal((await failureOf(writing())).kind, 'unknown')
  for (const exceptions of [complaint, [complaint]]) {
    await answerWith(200, { items: [{ data: null, exceptions }] })
    const failure = await failureOf(writing())
    assert.deepEqual([failure.kind, failure.code, failure.message], ['rejected', 6, 'Careful'])
  }
  for (const exceptions of [null, [], undefined, {}]) {
    await answerWith(200, { items: [{ data: { id: '7' }, exceptions }] })
    assert.deepEqual(await writing(), { id: '7' })
  }
})

test('a token that has ended is renewed once for many calls, and the new refresh token is kept', async (context) => {
  const { renew, kept } = renewedByOne(pinterest.sandboxCredentials(null))
  const { control, listing } = await open(context, { renew })
  await control('POST', '/pinterest', { tokenEndsAt: 1 })
  const lists = await Promise.all([listing(), listing(), listing()])
  assert.ok(lists.every((accounts) => accounts.length === 2))
  assert.equal(kept.length, 1)
  assert.match(kept[0]!.credentials.accessToken!, /^pina_/)
  assert.match(kept[0]!.credentials.refreshToken!, /^pinr_/)
  assert.equal(kept[0]!.credentials.clientId, pinterest.sandboxCredentials(null).clientId)
})

test('a token is renewed before its end when that is known', async (context) => {
  const { control, listing } = await open(context)
  await control('POST', '/pinterest', { tokenEndsAt: 1, accessSeconds: 60 })
  await listing()
  await control('DELETE', '/calls?platform=pinterest')
  await listing()
  const { body } = await control('GET', '/calls?platform=pinterest')
  const calls = (body['calls'] as { path: string; status: number }[]).map(({ path, status }) => `${status} ${path}`)
  assert.deepEqual(calls, ['200 /v5/oauth/token', '200 /v5/ad_accounts?page_size=10'])
})

test('without a way to renew it, a token that has ended is reported with a hint and without itself', async (context) => {
  const { control, listing } = await open(context, {}, { accessToken: 'sandbox-pinterest-token' })
  await control('POST', '/pinterest', { tokenEndsAt: 1 })
  const failure = await failureOf(listing())
  assert.deepEqual([failure.kind, failure.code], ['auth', 1104])
  assert.match(failure.hint!, /flightdeck connection add pinterest/)
  assert.ok(!JSON.stringify(failure).includes('sandbox-pinterest-token'))
})
