import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { z } from 'zod'
import { renewedByOne } from '../../../test/support/connect/renewed-by-one.ts'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import { PlatformError } from '../../errors.ts'
import type { Surroundings } from '../contract/platform.ts'
import type { Usage } from '../kit/http/pacer.ts'
import { createApi } from './client.ts'
import { googleAds } from './index.ts'

const accountId = '5661483101'
const managed = '5661483102'
const options = { accountId }

async function open(
  context: TestContext,
  more: Partial<Surroundings> = {},
  credentials = googleAds.sandboxCredentials(null),
) {
  const { url, control } = await startTestSandbox(context)
  const reports: Usage[] = []
  const pacer = {
    ready: () => Promise.resolve({ waitMs: 0 }),
    left: () => Promise.resolve(null),
    report: (_account: string, usage: Usage) => void reports.push(usage),
  }
  const surroundings: Surroundings = {
    baseUrl: `${url}/google-ads`,
    timeoutMs: 2_000,
    isSandbox: true,
    pacer,
    settings: {},
    now: () => new Date(),
    ...more,
  }
  const another = () => {
    const api = createApi(credentials, surroundings)
    context.after(() => api.close())
    return api
  }
  const api = another()
  const answerWith = (status: number, body: unknown) =>
    control('POST', '/faults', {
      ...{
        platform: 'google-ads',
        match: { path: 'googleAds:search$|:mutate$' },
        fault: 'status',
        status,
        body,
        times: 1,
      },
    })
  const query = { select: ['campaign.id', 'campaign.name'], from: 'campaign', orderBy: ['campaign.id'] }
  const listing = (id = accountId) => api.rows(z.unknown(), query, { accountId: id })
  const operations = [
    { update: { resourceName: `customers/${accountId}/campaigns/1`, status: 'PAUSED' }, updateMask: 'status' },
  ]
  const writing = () => api.mutate('campaigns', { operations }, options)
  const calls = async () => {
    const { body } = await control('GET', '/calls?platform=google-ads')
    return body['calls'] as { path: string; status: number }[]
  }
  const tokenCalls = async () => (await calls()).filter(({ path }) => path === '/token').length
  return { api, another, control, reports, answerWith, listing, writing, calls, tokenCalls, query }
}

async function failureOf(call: Promise<unknown>) {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof PlatformError, String(error))
  return error.failure
}

function refusal(code: number, family: string, word: string, more: object = {}) {
  const error = { errorCode: { [family]: word }, message: 'They say why.', ...more }
  const type = 'type.googleapis.com/google.ads.googleads.v25.errors.GoogleAdsFailure'
  return {
    error: {
      code,
      message: 'General words.',
      status: 'X',
      details: [{ '@type': type, errors: [error], requestId: 'r1' }],
    },
  }
}

/** What the platform answers, and what that means for a read and for a write. */
const meanings: [what: string, status: number, body: unknown, read: string, write: string][] = [
  ['a wrong field', 400, refusal(400, 'queryError', 'UNRECOGNIZED_FIELD'), 'rejected', 'rejected'],
  ['an account of somebody else', 403, refusal(403, 'authorizationError', 'USER_PERMISSION_DENIED'), 'auth', 'auth'],
  ['a closed account', 403, refusal(403, 'authorizationError', 'CUSTOMER_NOT_ENABLED'), 'rejected', 'rejected'],
  ['a throttle', 429, refusal(429, 'quotaError', 'RESOURCE_TEMPORARILY_EXHAUSTED'), 'throttled', 'throttled'],
  ['two changes at once', 409, refusal(409, 'databaseError', 'CONCURRENT_MODIFICATION'), 'transient', 'transient'],
  ['trouble on their side', 500, refusal(500, 'internalError', 'INTERNAL_ERROR'), 'transient', 'unknown'],
  ['trouble with status 400', 400, refusal(400, 'internalError', 'TRANSIENT_ERROR'), 'transient', 'unknown'],
  ['a page of a proxy', 502, '<html>Bad gateway</html>', 'transient', 'unknown'],
  ['nonsense instead of an answer', 200, 'nonsense', 'transient', 'unknown'],
  ['a version that ended', 404, '<html>Not found</html>', 'rejected', 'rejected'],
]

for (const [what, status, body, readKind, writeKind] of meanings) {
  test(`${what} is ${readKind} for a read and ${writeKind} for a write`, async (context) => {
    const { answerWith, listing, writing } = await open(context)
    // The first search that is made looks for the ways to accounts.
    await listing()
    await answerWith(status, body)
    assert.equal((await failureOf(listing())).kind, readKind)
    await answerWith(status, body)
    assert.equal((await failureOf(writing())).kind, writeKind)
  })
}

test('a refusal tells which field of which operation, what set it off, and its request', async (context) => {
  const { api } = await open(context)
  const create = {
    adGroup: `customers/${accountId}/adGroups/2661483101000004`,
    keyword: { text: 'a!', matchType: 'EXACT' },
  }
  const failure = await failureOf(api.mutate('adGroupCriteria', { operations: [{ create }] }, options))
  assert.equal(failure.code, 'criterionError.KEYWORD_HAS_INVALID_CHARS')
  assert.equal(failure.field, 'operations[0].create.keyword.text')
  assert.match(failure.message, /\(a!\)$/)
  assert.ok(failure.traceId)
})

test('with partial failure each operation has its own fate', async (context) => {
  const { api } = await open(context)
  const adGroup = `customers/${accountId}/adGroups/2661483101000004`
  const keyword = (text: string) => ({ create: { adGroup, keyword: { text, matchType: 'EXACT' } } })
  const mutation = {
    operations: [keyword('one fine day'), keyword('no!'), keyword('another day')],
    partialFailure: true,
  }
  const { names, failures } = await api.mutate('adGroupCriteria', mutation, options)
  assert.deepEqual(
    names.map((name) => name !== null),
    [true, false, true],
  )
  assert.deepEqual([...failures.keys()], [1])
})

test('the wait after a throttle is the one that the platform names, and is told to the pacer', async (context) => {
  const { control, listing, reports } = await open(context)
  await listing()
  await control('POST', '/faults', { platform: 'google-ads', match: {}, fault: 'throttle', seconds: 13, times: 1 })
  assert.equal((await failureOf(listing())).retryAfterMs, 13_000)
  assert.equal(reports.at(-1)?.blockedForMs, 13_000)
})

test("the day's operations are counted, and none is spent on a call that would be refused", async (context) => {
  const { listing, reports, calls } = await open(context, { settings: { GOOGLE_ADS_DAILY_OPERATIONS: '5' } })
  for (let count = 0; count < 2; count++) await listing()
  assert.equal(reports.at(-1)!.usagePercent, 100)
  const before = (await calls()).length
  const failure = await failureOf(listing())
  assert.equal(failure.kind, 'throttled')
  assert.ok(failure.retryAfterMs! > 0 && failure.retryAfterMs! <= 86_400_000)
  assert.equal((await calls()).length, before)
})

test('an account under managers is reached through the one that is open, found once for many calls', async (context) => {
  const { listing, calls } = await open(context)
  await Promise.all([listing(managed), listing(managed), listing()])
  const walks = (await calls()).filter(({ path }) => path.includes('listAccessibleCustomers'))
  assert.equal(walks.length, 1)
  assert.ok((await calls()).every(({ status }) => status === 200))
})

test('all pages are read, and the pages after the first cost nothing', async (context) => {
  const { control, listing, calls } = await open(context, { settings: { GOOGLE_ADS_DAILY_OPERATIONS: '4' } })
  await control('POST', '/google-ads', { pageRows: 2 })
  assert.equal((await listing()).length, 10)
  assert.ok((await calls()).filter(({ path }) => path.includes(`${accountId}/googleAds:search`)).length >= 5)
})

test('a token that has ended is renewed once for many calls', async (context) => {
  const { control, listing, tokenCalls } = await open(context)
  await listing()
  await control('POST', '/google-ads', { expireTokens: true })
  await Promise.all([listing(), listing(), listing()])
  assert.equal(await tokenCalls(), 2)
})

test('sessions that share a token have it renewed by one of them', async (context) => {
  const { another, control, tokenCalls, query } = await open(context, {
    renew: renewedByOne(googleAds.sandboxCredentials(null)).renew,
  })
  const sessions = [another(), another()]
  const all = () => Promise.all(sessions.map((session) => session.rows(z.unknown(), query, options)))
  await all()
  assert.equal(await tokenCalls(), 1)
  await control('POST', '/google-ads', { expireTokens: true })
  await all()
  assert.equal(await tokenCalls(), 2)
})

test('a refresh token that was taken back is reported with a hint and without itself', async (context) => {
  const credentials = { ...googleAds.sandboxCredentials(null), refreshToken: 'sandbox-nothing-at-all' }
  const { listing } = await open(context, {}, credentials)
  const failure = await failureOf(listing())
  assert.deepEqual([failure.kind, failure.code], ['auth', 'invalid_grant'])
  assert.match(failure.hint!, /flightdeck connection connect google-ads/)
  assert.ok(!JSON.stringify(failure).includes(credentials.refreshToken))
})
