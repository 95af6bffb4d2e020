import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { createFlightdeck, verifyWebhook, WebhookRefused } from '../../client/src/index.ts'
import type { BatchStreamEvent, LaunchAdsRequest, UploadProgress } from '../../client/src/index.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { testReceiver } from '../support/events/receiver.ts'
import { startTestApp } from '../support/harness.ts'
import { serveHttp } from '../support/media/file-server.ts'
import { picture } from '../support/media/media-files.ts'
import { roughProxy } from '../support/client/rough-proxy.ts'

/** A picture that is there once it is released. */
async function slowPicture() {
  const released = Promise.withResolvers<void>()
  const bytes = await picture({ width: 600, height: 600 }).png().toBuffer()
  const server = await serveHttp((_asked, reply) => {
    void released.promise.then(() => reply.setHeader('content-type', 'image/png').end(bytes))
  })
  after(() => server.close())
  return { server, release: () => released.resolve() }
}

const receiver = await testReceiver()
const slow = await slowPicture()
const app = await startTestApp({ ALLOW_PRIVATE_URLS: [receiver.host, slow.server.host].join(',') })
const fixture = await demoFixture(app)
const proxy = await roughProxy(app.url)
const flightdeck = createFlightdeck({ baseUrl: proxy.url, key: app.key })

type Ad = LaunchAdsRequest['ads'][number]
const adsNamed = (prefix: string, count: number) =>
  Array.from({ length: count }, (_none, index) => singleAd(app, fixture, { adName: `${prefix} ${index}` }) as Ad)

/** A process that serves the same database, as after a restart. */
const anotherService = () =>
  startTestApp(
    { DATABASE_URL: app.databaseUrl, DEMO_API_KEY: app.key, SANDBOX_URL: app.sandboxUrl },
    { api: true, worker: false, sandbox: false },
  )

test('a batch is followed to its end while the service goes and comes back', async () => {
  const first = await anotherService()
  proxy.target = first.url
  const last = singleAd(app, fixture, {
    adName: 'Followed last',
    media: [{ url: slow.server.url('/square.png') }],
  }) as Ad
  const { adBatchId } = await flightdeck.launchAds({ ads: [...adsNamed('Followed', 5), last] })
  // The batch is not over before somebody goes on reading where it was cut.
  proxy.trouble = ({ path, headers }) => {
    if (path.endsWith('/events') && headers['last-event-id'] !== undefined) slow.release()
    return null
  }
  const reported: BatchStreamEvent[] = []
  const restarts: Promise<void>[] = []
  const restart = async () => {
    proxy.target = null
    await first.close()
    proxy.cut()
    proxy.target = (await anotherService()).url
  }
  const onEvent = (event: BatchStreamEvent) => {
    reported.push(event)
    if (event.type === 'ad.launched') restarts[0] ??= restart()
  }
  const progress: number[] = []
  const ended = await flightdeck.waitForBatch(adBatchId, {
    onEvent,
    onProgress: (now) => progress.push(now.successfulAds),
    include: 'ads',
  })
  await Promise.all(restarts)
  proxy.trouble = () => null
  proxy.target = app.url
  assert.equal(ended.summaryStatus, 'success')
  assert.equal(ended.ads!.length, 6)
  const ids = reported.filter(({ type }) => type === 'ad.launched').map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length, 'nothing is told twice')
  assert.deepEqual(
    progress,
    [...progress].sort((a, b) => a - b),
  )
})

test('where no stream can be had, it is asked for', async () => {
  proxy.trouble = ({ path }) => (path.endsWith('/events') ? { status: 504 } : null)
  const progress: number[] = []
  const { adBatchId } = await flightdeck.launchAds({ ads: adsNamed('Asked', 1) })
  const ended = await flightdeck.waitForBatch(adBatchId, { onProgress: (now) => progress.push(now.progress) })
  proxy.trouble = () => null
  assert.equal(ended.summaryStatus, 'success')
  assert.equal(progress.at(-1), 100)
})

test('a wait ends in time, and when it is called off; a batch that is over is not waited for', async () => {
  await app.control('POST', 'latency', { platform: 'meta', ms: 1500 })
  const { adBatchId } = await flightdeck.launchAds({ ads: adsNamed('Late', 1) })
  await assert.rejects(flightdeck.waitForBatch(adBatchId, { timeoutSeconds: 0.3 }), { name: 'TimeoutError' })
  const off = new AbortController()
  const waiting = flightdeck.waitForBatch(adBatchId, { signal: off.signal })
  off.abort()
  await assert.rejects(waiting, { name: 'AbortError' })
  await app.control('POST', 'latency', { platform: 'meta', ms: 0 })
  await flightdeck.waitForBatch(adBatchId)
  proxy.calls.length = 0
  assert.equal((await flightdeck.waitForBatch(adBatchId)).summaryStatus, 'success')
  assert.equal(proxy.calls.length, 1)
  await assert.rejects(flightdeck.waitForBatch(99999999), { code: 'not_found' })
})

test('the events of the company go on over a cut connection', async () => {
  const found: string[] = []
  let cuts = 0
  for await (const { data } of flightdeck.companyEvents({ type: ['batch.finished'] })) {
    found.push(String(data.adBatchSlug))
    if (cuts++ === 0) proxy.cut()
    if (found.length === 3) break
  }
  assert.equal(new Set(found).size, 3)
})

const png = await picture({ width: 900, height: 900 }).png({ compressionLevel: 0 }).toBuffer()
const path = join(app.dataDir, 'spring 50% ä.png')
await writeFile(path, png)

test('a file is uploaded from its path, with its progress, over cuts', async () => {
  proxy.calls.length = 0
  let cuts = 0
  proxy.trouble = ({ path: asked }) =>
    asked === '/v1/media/upload' && cuts++ < 2 ? (['cut-before', 'cut-after'] as const)[cuts - 1]! : null
  const progress: UploadProgress[] = []
  const uploaded = await flightdeck.upload(path, { onProgress: (now) => progress.push(now) })
  proxy.trouble = () => null
  assert.equal(uploaded.size, png.length)
  assert.equal(uploaded.originalName, 'spring 50% ä.png')
  assert.equal(uploaded.dimensions?.width, 900)
  assert.deepEqual(progress.at(-1), { sentBytes: png.length, totalBytes: png.length })
  assert.ok(progress.length > 10)
  assert.equal(new Set(proxy.calls.map(({ headers }) => headers['idempotency-key'])).size, 1)
  const { data } = await flightdeck.listMedia({ search: 'spring' })
  assert.equal(data.length, 1, 'three tries, one file')
})

test('a Blob, a File, a stream and an address are uploaded too', async () => {
  const sizes: number[] = []
  const blob = new Blob([await picture({ width: 200 }).png().toBuffer()])
  const file = new File([await picture({ width: 210 }).png().toBuffer()], 'a file.png')
  const onProgress = ({ sentBytes }: UploadProgress) => sizes.push(sentBytes)
  assert.equal((await flightdeck.upload(blob, { filename: 'a blob.png', onProgress })).originalName, 'a blob.png')
  assert.equal(sizes.at(-1), blob.size)
  assert.equal((await flightdeck.upload(file)).originalName, 'a file.png')
  const bytes = await picture({ width: 220 }).png().toBuffer()
  const stream = new Blob([bytes]).stream()
  assert.equal((await flightdeck.upload(stream, { filename: 'a stream.png' })).size, bytes.length)
  const byAddress = await flightdeck.upload(`${app.sandboxUrl}/_assets/square.png?v=3`)
  assert.equal(byAddress.dimensions?.width, byAddress.dimensions?.height)
})

test('a file that is none, or is not there, is told by its own code', async () => {
  await assert.rejects(flightdeck.upload(new Blob(['no picture'])), (error: { status: number; details: object }) => {
    assert.deepEqual([error.status, (error.details as { error?: string }).error], [415, 'INVALID_FORMAT'])
    return true
  })
  await assert.rejects(flightdeck.uploadFile({ file: new Blob(['no picture']) }), { code: 'INVALID_FORMAT' })
  await assert.rejects(flightdeck.upload(join(app.dataDir, 'nowhere.png')), { code: 'ENOENT' })
  await assert.rejects(flightdeck.upload(app.dataDir), /is no file/)
  const stop = AbortSignal.abort(new Error('no more'))
  await assert.rejects(flightdeck.upload(path, { signal: stop }), /no more/)
})

test('a webhook of the service is known by its signature', async () => {
  const { id, secret } = await flightdeck.createWebhook({ url: `${receiver.url}/hook` })
  await flightdeck.testWebhook({ id })
  const [{ text, headers }] = (await receiver.until((all) => all.length > 0)) as [(typeof receiver.all)[number]]
  const event = await verifyWebhook(text, headers, secret!)
  assert.equal(event.id, headers['webhook-id'])
  assert.equal(typeof event.type, 'string')
  const rotated = await flightdeck.rotateWebhookSecret({ id })
  assert.notEqual(rotated.secret, secret)
  await assert.rejects(verifyWebhook(text, headers, rotated.secret!), { reason: 'wrong_signature' })
  await verifyWebhook(new TextEncoder().encode(text), headers, [rotated.secret!, secret!])
})

test('webhooks that are not what they say are refused, as the library for them does', async () => {
  const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`
  const body = JSON.stringify({ type: 'ad.launched', timestamp: '2026-11-01T09:00:00.000Z', data: { adName: 'Ä' } })
  const at = new Date()
  const signature = new Webhook(secret).sign('evt_1_1', at, body)
  const headers = {
    'Webhook-Id': 'evt_1_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': `v1a,nothing v1,AAAA ${signature}`,
  }
  assert.equal((await verifyWebhook(body, new Headers(headers), secret)).id, 'evt_1_1')
  const refusals: [string, Parameters<typeof verifyWebhook>][] = [
    ['wrong_signature', [`${body} `, headers, secret]],
    ['wrong_signature', [body, { ...headers, 'webhook-signature': 'v1,' }, secret]],
    ['wrong_signature', [body, { ...headers, 'Webhook-Id': 'evt_1_2' }, secret]],
    ['missing_header', [body, { ...headers, 'webhook-signature': undefined }, secret]],
    ['wrong_time', [body, headers, secret, { now: () => at.getTime() + 301_000 }]],
    ['wrong_time', [body, headers, secret, { now: () => at.getTime() - 302_000 }]],
    ['wrong_time', [body, { ...headers, 'webhook-timestamp': 'soon' }, secret]],
    ['wrong_secret', [body, headers, '']],
  ]
  for (const [reason, given] of refusals) {
    await assert.rejects(verifyWebhook(...given), (error) => error instanceof WebhookRefused && error.reason === reason)
  }
})
