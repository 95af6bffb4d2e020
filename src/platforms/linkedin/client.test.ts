import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { renewedByOne } from '../../../test/support/connect/renewed-by-one.ts'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import { PlatformError } from '../../errors.ts'
import type { Surroundings } from '../contract/platform.ts'
import type { Usage } from '../kit/http/pacer.ts'
import { createApi } from './client.ts'
import { checkConnection } from './discover.ts'
import { linkedin } from './index.ts'
import { AccountWire, CampaignWire, ObjectWire } from './wire.ts'

const accountId = '5066148311'
const options = { accountId }
const campaigns = `adAccounts/${accountId}/adCampaigns`

async function open(
  context: TestContext,
  more: Partial<Surroundings> = {},
  credentials = linkedin.sandboxCredentials(null),
) {
  const { url, control } = await startTestSandbox(context)
  const reports: Usage[] = []
  const surroundings: Surroundings = {
    baseUrl: `${url}/linkedin`,
    timeoutMs: 2_000,
    isSandbox: true,
    pacer: {
      ready: () => Promise.resolve({ waitMs: 0 }),
      left: () => Promise.resolve(null),
      report: (_account: string, usage: Usage) => void reports.push(usage),
    },
    settings: {},
    now: () => new Date(),
    ...more,
  }
  const another = () => {
    const api = createApi(credentials, surroundings)
    context.after(() => api.close())
    return api
  }
  const answerWith = (status: number, body: unknown) =>
    control('POST', '/faults', {
      ...{ platform: 'linkedin', match: { path: 'adCampaigns' }, fault: 'status', status, body, times: 1 },
    })
  const calls = async () => {
    const { body } = await control('GET', '/calls?platform=linkedin')
    return body['calls'] as { method: string; path: string; status: number }[]
  }
  const api = another()
  const reading = () => api.get(ObjectWire, `${campaigns}/2066148311001`, {}, options)
  const writing = () => api.update(`${campaigns}/2066148311001`, { set: { status: 'ACTIVE' } }, options)
  return { api, another, control, reports, answerWith, calls, reading, writing }
}

async function failureOf(call: Promise<unknown>) {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof PlatformError, String(error))
  return error.failure
}

test('an answer is sorted by what it means for the call', async (context) => {
  const { answerWith, reading, writing } = await open(context)
  const sorted: [status: number, body: unknown, write: string, read: string][] = [
    [400, { status: 400, code: 'MISSING_FIELD', message: 'No.' }, 'rejected', 'rejected'],
    [403, { status: 403, serviceErrorCode: 100, message: 'No.' }, 'rejected', 'rejected'],
    [408, { status: 408, code: 'TIMEOUT', message: 'Late.' }, 'unknown', 'transient'],
    [409, { status: 409, code: 'CONFLICT', message: 'Two.' }, 'transient', 'transient'],
    [422, { status: 422, code: 'DUPLICATE_POST', message: 'Again.' }, 'rejected', 'rejected'],
    [426, { status: 426, code: 'NONEXISTENT_VERSION', message: 'Old.' }, 'rejected', 'rejected'],
    [429, { status: 429, serviceErrorCode: 101, message: 'Often.' }, 'throttled', 'throttled'],
    [500, { status: 500, message: 'Oh.' }, 'unknown', 'transient'],
    [503, '<html>', 'unknown', 'transient'],
  ]
  for (const [status, body, write, read] of sorted) {
    await answerWith(status, body)
    assert.equal((await failureOf(writing())).kind, write, `write ${status}`)
    await answerWith(status, body)
    assert.equal((await failureOf(reading())).kind, read, `read ${status}`)
  }
})

test('a refusal tells every field, its code, its number, where to look it up, and what to do', async (context) => {
  const { answerWith, writing, api } = await open(context)
  const input = (code: string, fieldPath: string, description: string) => ({
    code,
    description,
    input: { inputPath: { fieldPath } },
  })
  const inputErrors = [
    input('MISSING_FIELD', 'content/carousel/cards/1/landingPage', 'is missing'),
    input('AUDIENCE_SIZE_TOO_SMALL', 'targetingCriteria', 'too small'),
  ]
  const message = 'Multiple errors occurred.'
  await answerWith(400, { status: 400, code: 'MULTIPLE_VALIDATIONS_FAILED', message, errorDetails: { inputErrors } })
  const failure = await failureOf(writing())
  assert.equal(failure.field, 'link')
  assert.equal(
    failure.message,
    'Multiple errors occurred (content/carousel/cards/1/landingPage: is missing; targetingCriteria: too small)',
  )
  assert.match(failure.hint!, /300 people/)
  const missing = await failureOf(api.get(ObjectWire, `${campaigns}/1`, {}, options))
  assert.equal(missing.code, 'RESOURCE_NOT_FOUND')
  assert.ok(missing.traceId)
})

test('a query that is too long for an address travels in a body', async (context) => {
  const { api, calls } = await open(context)
  const ids = Array.from({ length: 400 }, (_, n) => `urn:li:sponsoredCampaign:${2_066_148_311_001 + n}`)
  const found = await api.list(
    CampaignWire,
    campaigns,
    { q: 'search', search: { id: { values: ids } } },
    { ...options, limit: 10 },
  )
  assert.equal(found.length, 7)
  assert.equal((await calls()).at(-1)!.method, 'POST')
})

test('lists are followed to their end, or to as many as are asked for', async (context) => {
  const { api, calls } = await open(context)
  const list = (limit: number) => api.list(CampaignWire, campaigns, { q: 'search' }, { ...options, limit, pageSize: 2 })
  assert.equal((await list(100)).length, 7)
  assert.equal((await calls()).length, 4)
  assert.equal((await list(3)).length, 3)
  assert.equal((await api.list(AccountWire, 'adAccounts', { q: 'search' }, { ...options, limit: 5 })).length, 2)
})

/** Whose access token is known to be over. */
const ended = { ...linkedin.sandboxCredentials(null), accessTokenEndsAt: new Date(0).toISOString() }

test('a token is renewed once for all processes, and the end of the connection is told', async (context) => {
  const { renew, kept } = renewedByOne(ended)
  const { api, another, calls, control, reading } = await open(context, { renew }, ended)
  const other = another()
  const read = (from: typeof api) => from.get(ObjectWire, `${campaigns}/2066148311001`, {}, options)
  const renewals = async () => (await calls()).filter(({ path }) => path === '/oauth/v2/accessToken').length
  for (const times of [1, 2]) {
    await Promise.all([reading(), read(other), reading(), read(other)])
    assert.equal(await renewals(), times, 'ended or refused in both, renewed by one')
    if (times === 1) await control('POST', '/linkedin', { expireTokens: true })
  }
  const end = kept.at(-1)!.expiresAt!
  assert.ok(Math.abs(end.getTime() - Date.now() - 365 * 86_400_000) < 60_000, 'a year')
  const check = await checkConnection(api)
  assert.deepEqual([check.missingScopes, check.isRenewed], [[], true])
})

test('a refresh token that has ended is said, with what to do', async (context) => {
  const credentials = { ...ended, refreshToken: 'ended-refresh-token' }
  const { reading } = await open(context, {}, credentials)
  const failure = await failureOf(reading())
  assert.equal(failure.kind, 'auth')
  assert.match(failure.hint!, /connection connect linkedin/)
})

test('without a refresh token the access token is used until it is refused', async (context) => {
  const { reading, control } = await open(context, {}, { accessToken: 'sandbox-linkedin-token' })
  assert.ok(await reading())
  await control('POST', '/faults', {
    ...{ platform: 'linkedin', match: { path: 'adCampaigns' }, fault: 'platform-error', code: 65602, times: 1 },
  })
  const failure = await failureOf(reading())
  assert.deepEqual([failure.kind, failure.code, failure.subcode], ['auth', 'EXPIRED_ACCESS_TOKEN', 65602])
})
