import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { z } from 'zod'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import { PlatformError } from '../../errors.ts'
import { createPacer } from '../kit/http/pacer.ts'
import type { Surroundings } from '../contract/platform.ts'
import { createApi } from './client.ts'
import type { Api } from './client.ts'
import { listAccounts } from './discover.ts'
import { tiktok } from './index.ts'
import { findVideo, uploadVideo } from './launch/upload.ts'
import { AdWire } from './wire.ts'

const store = { load: () => Promise.resolve(null), save: () => Promise.resolve() }

function surroundingsOf(baseUrl: string): Surroundings {
  return {
    baseUrl,
    timeoutMs: 5_000,
    isSandbox: true,
    pacer: createPacer('tiktok', store),
    settings: {},
    now: () => new Date(),
  }
}

const credentials = tiktok.sandboxCredentials(null)

/** A server that answers every call with the given texts, one after the other. */
async function apiThatAnswers(context: TestContext, answers: { status?: number; text: string }[]): Promise<Api> {
  const server = createServer((_request, response) => {
    const { status = 200, text } = answers.shift() ?? { text: '' }
    response.writeHead(status, { 'content-type': 'application/json', 'x-tt-logid': 'LOG' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const api = createApi(credentials, surroundingsOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  context.after(async () => {
    await api.close()
    server.close()
  })
  return api
}

const envelope = (code: number, data: object = {}) => ({
  text: JSON.stringify({ code, message: 'Words', request_id: 'R1', data }),
})
const account = { accountId: 'a' }
const kindOf = (call: Promise<unknown>) =>
  call.then(
    () => 'fine',
    (error: unknown) => (error instanceof PlatformError ? error.kind : String(error)),
  )

test('the code decides what a failure means, and for some it matters whether something was written', async (context) => {
  const cases: [number, string, string][] = [
    [40002, 'rejected', 'rejected'],
    [40001, 'rejected', 'rejected'],
    [40118, 'rejected', 'rejected'],
    [40125, 'rejected', 'rejected'],
    [40101, 'auth', 'auth'],
    [40105, 'auth', 'auth'],
    [40119, 'auth', 'auth'],
    [40124, 'auth', 'auth'],
    [41000, 'auth', 'auth'],
    [40050, 'rejected', 'unknown'],
    [40202, 'transient', 'transient'],
    [40901, 'transient', 'transient'],
    [50000, 'transient', 'unknown'],
    [50002, 'transient', 'unknown'],
    [60001, 'transient', 'transient'],
    [20001, 'rejected', 'unknown'],
  ]
  for (const [code, read, write] of cases) {
    const api = await apiThatAnswers(context, [envelope(code), envelope(code)])
    assert.equal(await kindOf(api.get(z.unknown(), 'ad/get', {}, account)), read, `read ${code}`)
    assert.equal(await kindOf(api.post(z.unknown(), 'ad/create', {}, account)), write, `write ${code}`)
  }
})

test('an answer without an envelope leaves a write open and a read to be tried again', async (context) => {
  const broken = { status: 502, text: '<html>' }
  const api = await apiThatAnswers(context, [
    broken,
    broken,
    { status: 200, text: '{"code":0,' },
    { status: 404, text: '' },
  ])
  assert.equal(await kindOf(api.get(z.unknown(), 'ad/get', {}, account)), 'transient')
  assert.equal(await kindOf(api.post(z.unknown(), 'ad/create', {}, account)), 'unknown')
  assert.equal(await kindOf(api.post(z.unknown(), 'ad/create', {}, account)), 'unknown')
  assert.equal(await kindOf(api.post(z.unknown(), 'ad/create', {}, account)), 'rejected')
})

test('a read that meets the limit is asked again in the next second; waits grow with refusals in a row', async (context) => {
  const api = await apiThatAnswers(context, [
    envelope(40100),
    envelope(0, { fine: true }),
    envelope(40133),
    envelope(40100),
  ])
  assert.deepEqual(await api.get(z.unknown(), 'ad/get', {}, account), { fine: true })
  const error = await api.get(z.unknown(), 'ad/get', {}, account).catch((thrown: unknown) => thrown as PlatformError)
  assert.ok(error instanceof PlatformError)
  assert.equal(error.failure.retryAfterMs, 5_000)
})

test('ids that come as numbers too large to be exact stay exact', async (context) => {
  const ad = `{"ad_id":1799999999999999999,"ad_name":"A","adgroup_id":"2","campaign_id":"3","operation_status":"ENABLE"}`
  const text = `{"code":0,"message":"OK","request_id":"R","data":${ad}}`
  const api = await apiThatAnswers(context, [{ text }])
  assert.equal((await api.get(AdWire, 'ad/get', {}, account)).ad_id, '1799999999999999999')
})

test('many calls at once stay within what the platform allows each second', async (context) => {
  const { url } = await startTestSandbox(context)
  const api = createApi(credentials, surroundingsOf(`${url}/tiktok`))
  context.after(() => api.close())
  const codes = await Promise.all(
    Array.from({ length: 25 }, () => kindOf(api.get(z.unknown(), 'user/info', {}, account))),
  )
  assert.deepEqual([...new Set(codes)], ['fine'])
})

test('ads are made within a limit of their own, and other calls beside them still keep to the common one', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const api = createApi(credentials, surroundingsOf(`${url}/tiktok`))
  context.after(() => api.close())
  // Nobody waits, so that what passes is what fits into one second: five ads, and ten calls in all.
  const make = () => kindOf(api.post(z.unknown(), 'ad/create', {}, { ...account, maxWaitMs: 0 }))
  const ask = () => kindOf(api.get(z.unknown(), 'user/info', {}, { ...account, maxWaitMs: 0 }))
  const made = await Promise.all(Array.from({ length: 7 }, make))
  const asked = await Promise.all(Array.from({ length: 7 }, ask))
  // An ad that names no account is refused by the platform, which is to say that it came there.
  assert.deepEqual(made.sort(), [...Array<string>(5).fill('rejected'), 'throttled', 'throttled'])
  assert.deepEqual(asked.sort(), [...Array<string>(5).fill('fine'), 'throttled', 'throttled'])
  const { calls } = (await control('GET', '/calls?platform=tiktok')).body as unknown as { calls: object[] }
  assert.equal(calls.length, 10)
})

test('a call that would have to wait too long for its turn is not made, and says how long', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const api = createApi(credentials, surroundingsOf(`${url}/tiktok`))
  context.after(() => api.close())
  const ask = () => api.get(z.unknown(), 'user/info', {}, { ...account, maxWaitMs: 0 })
  const results = await Promise.allSettled(Array.from({ length: 12 }, ask))
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as PlatformError] : []))
  assert.deepEqual(
    failures.map(({ kind }) => kind),
    ['throttled', 'throttled'],
  )
  assert.ok(failures.every(({ failure }) => failure.retryAfterMs! > 0 && failure.retryAfterMs! < 2_000))
  const { calls } = (await control('GET', '/calls?platform=tiktok')).body as unknown as { calls: object[] }
  assert.equal(calls.length, 10)
})

test('a large video goes in the pieces that the platform asks for, and can be found by its content', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const api = createApi(credentials, surroundingsOf(`${url}/tiktok`))
  context.after(() => api.close())
  const [first] = await listAccounts({ ...api, appId: credentials.appId!, appSecret: credentials.appSecret! })
  const clip = Buffer.from(await (await fetch(`${url}/_assets/vertical.mp4`)).arrayBuffer())
  // A film may be followed by a box of anything: so it becomes as long as needed.
  const filler = Buffer.alloc(21 * 1024 * 1024)
  filler.writeUInt32BE(filler.length, 0)
  filler.write('free', 4)
  const bytes = Buffer.concat([clip, filler])
  const media = {
    kind: 'video' as const,
    sha256: 'ab'.repeat(32),
    size: bytes.length,
    contentType: 'video/mp4',
    filename: 'large.mp4',
    width: 1080,
    height: 1920,
    url: '',
    open: (range?: { start: number; end: number }) =>
      Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
  }
  const options = { accountId: first!.id }
  const id = await uploadVideo(api, first!.id, media, options)
  assert.equal(await findVideo(api, first!.id, media, options), id)
  assert.equal(await uploadVideo(api, first!.id, media, options), id, 'a name that is taken leads to what has it')
  const { calls } = (await control('GET', '/calls?platform=tiktok')).body as unknown as { calls: { path: string }[] }
  assert.equal(calls.filter((call) => call.path.includes('/file/transfer/')).length, 6)
})
