import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFlightdeck, FlightdeckError, FlightdeckUnreachable } from '../../client/src/index.ts'
import type { LaunchAdsRequest, Retry } from '../../client/src/index.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { startTestApp } from '../support/harness.ts'
import { roughProxy } from '../support/client/rough-proxy.ts'
import type { Passed, Trouble } from '../support/client/rough-proxy.ts'

const app = await startTestApp()
const fixture = await demoFixture(app)
const proxy = await roughProxy(app.url)
const flightdeck = createFlightdeck({ baseUrl: proxy.url, key: app.key })
const [adSet] = fixture.adSets[fixture.accounts[0]!.id]!

type Ad = LaunchAdsRequest['ads'][number]
const ad = (adName: string) => singleAd(app, fixture, { adName }) as Ad

/** These, one after the other, for the calls that it holds for; then none. */
function troubles(list: Trouble[], holdsFor: (call: Passed) => boolean): void {
  const left = [...list]
  proxy.calls.length = 0
  proxy.trouble = (call) => (holdsFor(call) ? (left.shift() ?? null) : null)
}

async function adsNamed(prefix: string): Promise<string[]> {
  const { ads } = await app.control<{ ads: { name: string }[] }>('GET', 'state?platform=meta')
  return ads.map(({ name }) => name).filter((name) => name.startsWith(prefix))
}

const unavailable = (seconds: number): Trouble => ({ status: 503, headers: { 'retry-after': String(seconds) } })

test('launches through a network that cuts, over a platform that fails: no ad is lost, none is there twice', async () => {
  const kinds: Trouble[] = ['cut-after', 'cut-before', unavailable(0), 'cut-within', { status: 502 }, { status: 504 }]
  const tries = new Map<string, number>()
  proxy.calls.length = 0
  proxy.trouble = ({ path, headers }) => {
    // Each call meets two troubles, others than the one before.
    const name = String(headers['idempotency-key'] ?? path.replace(/\?.*/, ''))
    const failed = tries.get(name) ?? 0
    tries.set(name, failed + 1)
    return failed < 2 ? kinds[(tries.size + failed) % kinds.length]! : null
  }
  for (const [fault, path] of [
    ['drop-after', '/ads$'],
    ['drop-before', '/adcreatives$'],
    ['status', '/ads$'],
  ]) {
    await app.control('POST', 'faults', {
      platform: 'meta',
      match: { method: 'POST', path },
      fault,
      status: 500,
      times: 2,
    })
  }
  const names = Array.from({ length: 6 }, (_none, batch) => [0, 1, 2].map((index) => `Rough ${batch}.${index}`))
  const ended = await Promise.all(
    names.map(async (own) => {
      const { adBatchId } = await flightdeck.launchAds({ ads: own.map(ad) })
      return flightdeck.waitForBatch(adBatchId, { include: 'ads' })
    }),
  )
  proxy.trouble = () => null
  await app.control('DELETE', 'faults')
  assert.deepEqual(
    ended.map(({ summaryStatus, ads }) => [summaryStatus, ads?.length]),
    names.map(() => ['success', 3]),
  )
  assert.deepEqual((await adsNamed('Rough ')).sort(), names.flat().sort())
  const launches = proxy.calls.filter(({ path }) => path === '/v1/launch')
  assert.equal(launches.length, 18, 'two tries failed of each launch')
  assert.equal(new Set(launches.map(({ headers }) => headers['idempotency-key'])).size, 6)
})

test('Retry-After is waited for, and told', async () => {
  const retries: Retry[] = []
  const patient = createFlightdeck({ baseUrl: proxy.url, key: app.key, onRetry: (retry) => retries.push(retry) })
  troubles([{ status: 429, headers: { 'retry-after': '1' } }], () => true)
  const from = performance.now()
  await patient.whoAmI()
  assert.ok(performance.now() - from >= 1000)
  assert.deepEqual(
    retries.map(({ tries }) => tries),
    [1],
  )
  assert.ok(retries[0]!.waitSeconds >= 1 && retries[0]!.waitSeconds < 1.5)
  assert.ok(retries[0]!.error instanceof FlightdeckError)
})

test('a wait that is longer than the caller has patience is not begun', async () => {
  troubles([{ status: 429, headers: { 'retry-after': '600' } }], () => true)
  const thrown = await flightdeck.whoAmI().catch((error: unknown) => error)
  assert.ok(thrown instanceof FlightdeckError)
  assert.deepEqual([thrown.status, thrown.code, thrown.retryAfterSeconds], [429, 'unexpected_answer', 600])
  assert.equal(proxy.calls.length, 1)
})

test('a call is tried as often as it was said, and the last failure is thrown', async () => {
  troubles(Array<Trouble>(9).fill('cut-before'), () => true)
  await assert.rejects(flightdeck.whoAmI({}, { retries: 2 }), FlightdeckUnreachable)
  assert.equal(proxy.calls.length, 3)
  troubles(Array<Trouble>(9).fill({ status: 500, body: '{"error":{"code":"internal_server_error"}}' }), () => true)
  await assert.rejects(flightdeck.whoAmI(), { code: 'internal_server_error', status: 500 })
  assert.equal(proxy.calls.length, 1, 'what went wrong inside does so again')
})

test('what a platform refused for good is not tried again', async () => {
  proxy.trouble = () => null
  await app.control('POST', 'faults', {
    platform: 'meta',
    match: { method: 'POST', path: adSet },
    fault: 'platform-error',
    code: 100,
    subcode: 1885183,
    times: 0,
  })
  proxy.calls.length = 0
  const asked = { accountId: fixture.accounts[0]!.id, adSetId: adSet!, name: 'Refused' }
  const thrown = await flightdeck.updateAdSet(asked).catch((error: unknown) => error)
  await app.control('DELETE', 'faults')
  assert.ok(thrown instanceof FlightdeckError, String(thrown))
  assert.ok(thrown.is('platform_error'))
  assert.equal(thrown.details.retryable, false)
  assert.equal(thrown.details.code, 100)
  assert.equal(proxy.calls.length, 1)
})

test('a call that still runs is waited for, not made twice', async () => {
  await app.control('POST', 'latency', { platform: 'meta', ms: 700 })
  const idempotencyKey = 'still running'
  const input = { ads: [ad('Slow')] }
  troubles([], () => false)
  const [first, second] = await Promise.all([
    flightdeck.launchAds(input, { idempotencyKey }),
    flightdeck.launchAds(input, { idempotencyKey }),
  ])
  await app.control('POST', 'latency', { platform: 'meta', ms: 0 })
  assert.equal(second.adBatchId, first.adBatchId)
  await flightdeck.waitForBatch(first.adBatchId)
  assert.deepEqual(await adsNamed('Slow'), ['Slow'])
  const launches = proxy.calls.filter(({ path }) => path === '/v1/launch')
  assert.ok(launches.length > 2, 'the second was told to ask again')
})

test('errors say what is wrong, by code', async () => {
  proxy.trouble = () => null
  const broken = { ads: [{ ...ad('Broken'), link: 'nowhere', cta: 'NO_SUCH' as never }] }
  const thrown = await flightdeck.launchAds(broken).catch((error: unknown) => error)
  assert.ok(thrown instanceof FlightdeckError)
  assert.ok(
    thrown.issues.some(({ path }) => path === 'ads.0.link'),
    JSON.stringify(thrown.issues),
  )
  assert.match(thrown.requestId!, /^req_/)
  const stranger = createFlightdeck({ baseUrl: proxy.url, key: 'ak_00000000000000000000000000000000' })
  await assert.rejects(stranger.whoAmI(), { name: 'FlightdeckError', code: 'unauthorized', status: 401 })
  await assert.rejects(flightdeck.getBatchStatus({ id: 99999999 }), { code: 'not_found', status: 404 })
  const { key } = await app.stranger(['read'])
  const reader = createFlightdeck({ baseUrl: proxy.url, key })
  await assert.rejects(reader.launchAds({ ads: [ad('Not mine')] }), { code: 'forbidden', status: 403 })
  await assert.rejects(createFlightdeck({ baseUrl: proxy.url }).whoAmI(), { code: 'unauthorized' })
})

test('a wrong address, a wrong key or a missing id is told before anything is sent', async () => {
  proxy.calls.length = 0
  assert.throws(
    () => createFlightdeck({ baseUrl: 'flightdeck.example.com', key: app.key }),
    /baseUrl must be an address/,
  )
  assert.throws(() => createFlightdeck({ baseUrl: proxy.url, key: 'ak_\n' }), /API key/)
  await assert.rejects(async () => flightdeck.getBatch({ id: '' }), /id is missing/)
  assert.equal(proxy.calls.length, 0)
})

test('lists come entry by entry, over all pages', async () => {
  proxy.calls.length = 0
  const found: string[] = []
  for await (const each of flightdeck.all.listAds({ accountId: fixture.accounts[0]!.id, adSetId: adSet, limit: 5 }))
    found.push(each.id)
  const whole = await flightdeck.listAds({ accountId: fixture.accounts[0]!.id, adSetId: adSet, limit: 100 })
  assert.ok(found.length > 5)
  assert.deepEqual(
    found,
    whole.data.map(({ id }) => id),
  )
  assert.equal(proxy.calls.length, Math.ceil(found.length / 5) + 1)
  const events: string[] = []
  for await (const { id } of flightdeck.all.listEvents({ type: ['ad.launched', 'batch.finished'], limit: 7 }))
    events.push(id)
  assert.equal(new Set(events).size, events.length)
  assert.ok(events.length > 20)
})

test('a page that is not from Flightdeck is told as such, at once', async () => {
  const page: Trouble = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Welcome</html>' }
  troubles(Array<Trouble>(9).fill(page), () => true)
  await assert.rejects(flightdeck.whoAmI(), { code: 'unexpected_answer', message: /text\/html .* baseUrl/ })
  assert.equal(proxy.calls.length, 1)
})

test('an abort ends a call, its waits, and the reading of a list', async () => {
  const stop = new AbortController()
  const reason = new Error('enough')
  troubles(Array<Trouble>(9).fill(unavailable(30)), () => true)
  const impatient = createFlightdeck({ baseUrl: proxy.url, key: app.key, onRetry: () => stop.abort(reason) })
  await assert.rejects(impatient.whoAmI({}, { signal: stop.signal }), reason)
  await assert.rejects(impatient.whoAmI({}, { signal: stop.signal }), reason)
  assert.equal(proxy.calls.length, 1)
})

test('a try that gets no answer in time is broken off and made again', async () => {
  let hung = 0
  const slow: typeof fetch = (url, init) => {
    // The second answers, however long this machine takes for it.
    if (hung++ > 0) return fetch(url, { ...init, signal: null })
    return new Promise((_resolve, reject) =>
      init?.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error)),
    )
  }
  proxy.trouble = () => null
  const client = createFlightdeck({ baseUrl: proxy.url, key: app.key, fetch: slow, timeoutSeconds: 0.2 })
  await client.whoAmI()
  assert.equal(hung, 2)
})

test('a file of rows comes as it is, and headers can be had', async () => {
  const answer = await flightdeck.exportReport({ startDate: '2026-01-05', endDate: '2026-01-06', format: 'ndjson' })
  assert.match(answer.headers.get('content-type')!, /ndjson/)
  await answer.text()
  const csv = await flightdeck.request('readAuditLog', { format: 'csv' })
  assert.match(await csv.text(), /launch_ads/)
})

test('what guards say comes with their figures', async () => {
  const [asks, refuses] = fixture.accounts.map(({ id }) => ({ accountId: id, largestBudget: 1, currency: 'USD' }))
  await flightdeck.setSpendGuards({
    guards: [
      { ...asks!, mode: 'ask' },
      { ...refuses!, mode: 'refuse' },
    ],
  })
  const raise = (accountId: string) =>
    flightdeck
      .updateBudget({ entityId: fixture.adSets[accountId]![0]!, entityType: 'adset', accountId, dailyBudget: 90_000 })
      .catch((error: unknown) => error)
  const [waits, refused] = await Promise.all([raise(asks!.accountId), raise(refuses!.accountId)])
  assert.ok(waits instanceof FlightdeckError && waits.is('approval_required'), String(waits))
  const approval = await flightdeck.getApproval({ id: waits.details.approvalId! })
  assert.equal(approval.digest, waits.details.digest)
  assert.ok(refused instanceof FlightdeckError && refused.is('guard_refused'), String(refused))
  assert.deepEqual([refused.details.limit, refused.details.cap, refused.details.currency], ['largestBudget', 1, 'USD'])
})
