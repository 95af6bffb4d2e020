import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { PlatformError } from '../../errors.ts'
import { renewedByOne } from '../../../test/support/connect/renewed-by-one.ts'
import { createSnap } from './client.ts'
import { snapchat } from './index.ts'
import { openSnap } from '../../../test/support/platforms/snapchat-client.ts'
import { AdWire, CampaignWire, IdWire } from './wire.ts'

const credentials = { clientId: 'sandbox-app', clientSecret: 'secret-secret', refreshToken: 'refresh-token' }

test('many calls at once ask for one access token, and it is used until it ends', async (context) => {
  let now = Date.now()
  const { snap, accountId, options, calls } = await openSnap(context, { now: () => new Date(now) })
  const read = () =>
    snap.list(
      { kind: 'campaign', schema: CampaignWire },
      `adaccounts/${accountId}/campaigns`,
      {},
      { ...options, limit: 50 },
    )
  await Promise.all([read(), read(), read()])
  const grants = async () => (await calls()).filter((call) => call.path.startsWith('/login')).length
  assert.equal(await grants(), 1)
  now += 58 * 60_000
  await read()
  assert.equal(await grants(), 1)
  now += 2 * 60_000
  await read()
  assert.equal(await grants(), 2, 'a token about to end is replaced before it is refused')
})

test('a token that the platform no longer takes is replaced once, and the call is made again', async (context) => {
  const { snap, sandbox, accountId, options, calls } = await openSnap(context)
  const read = () =>
    snap.list(
      { kind: 'campaign', schema: CampaignWire },
      `adaccounts/${accountId}/campaigns`,
      {},
      { ...options, limit: 50 },
    )
  await read()
  await sandbox.control('POST', '/snapchat', { expireTokens: true })
  assert.equal((await read()).items.length, 4)
  const statuses = (await calls()).map((call) => call.status)
  assert.deepEqual(statuses, [200, 200, 401, 200, 200])
  const match = { path: '/campaigns' }
  await sandbox.control('POST', '/faults', { platform: 'snapchat', fault: 'status', status: 401, match, times: 0 })
  await assert.rejects(read(), (error) => error instanceof PlatformError && error.kind === 'auth')
  assert.equal((await calls()).filter((call) => call.status === 401).length, 3)
})

test('a refresh token that is given out anew is used from then on and handed over to be kept', async (context) => {
  const { renew, kept } = renewedByOne(snapchat.sandboxCredentials(null))
  const { snap, sandbox, accountId, options } = await openSnap(context, { renew })
  await sandbox.control('POST', '/snapchat', { rotateRefreshTokens: true })
  await snap.list(
    { kind: 'campaign', schema: CampaignWire },
    `adaccounts/${accountId}/campaigns`,
    {},
    { ...options, limit: 50 },
  )
  assert.deepEqual(
    kept.map(({ credentials }) => credentials.clientId),
    ['sandbox-snapchat-app'],
  )
  assert.match(kept[0]!.credentials.refreshToken!, /^sandbox-snapchat-refresh-[\w-]{43}$/)
})

test('an element that was refused inside a good answer is a refusal with its code', async (context) => {
  const { snap, accountId, options } = await openSnap(context)
  const fields = {
    ad_account_id: accountId,
    name: 'x'.repeat(400),
    status: 'PAUSED',
    start_time: '2026-01-01T00:00:00Z',
  }
  await assert.rejects(
    snap.create({ kind: 'campaign', schema: IdWire }, `adaccounts/${accountId}/campaigns`, fields, options),
    (error) => {
      assert.ok(error instanceof PlatformError)
      assert.deepEqual([error.kind, error.failure.code], ['rejected', 'E2025'])
      assert.match(error.message, /name must be at most 375/)
      assert.equal(typeof error.failure.traceId, 'string')
      return true
    },
  )
})

test('a forbidden read is tried once more, a forbidden write is not', async (context) => {
  const { snap, sandbox, accountId, options, calls } = await openSnap(context)
  const forbid = (times: number) =>
    sandbox.control('POST', '/faults', {
      platform: 'snapchat',
      fault: 'platform-error',
      code: 403,
      match: { path: '/campaigns' },
      times,
    })
  await forbid(1)
  const path = `adaccounts/${accountId}/campaigns`
  assert.equal(
    (await snap.list({ kind: 'campaign', schema: CampaignWire }, path, {}, { ...options, limit: 50 })).items.length,
    4,
  )
  await forbid(1)
  await assert.rejects(snap.create({ kind: 'campaign', schema: IdWire }, path, {}, options), { kind: 'rejected' })
  assert.equal((await calls()).filter((call) => call.method === 'POST' && call.path.endsWith('/campaigns')).length, 1)
})

test('lists follow the platform from page to page, and say whether they are whole', async (context) => {
  const { snap, sandbox, accountId, options, calls } = await openSnap(context)
  await sandbox.control('POST', '/reset', { size: 5 })
  const path = `adaccounts/${accountId}/ads`
  const all = await snap.list({ kind: 'ad', schema: AdWire }, path, {}, { ...options, limit: 60 })
  assert.deepEqual([all.items.length, all.isWhole], [60, false])
  const pages = (await calls()).filter((call) => call.path.includes('/ads?'))
  assert.equal(pages.length, 1)
  let query: string | null = '?limit=50'
  const ids = new Set<string>()
  while (query !== null) {
    const page: { items: { id: string }[]; next: string | null } = await snap.page(
      { kind: 'ad', schema: AdWire },
      path,
      query,
      options,
    )
    for (const { id } of page.items) ids.add(id)
    query = page.next
  }
  assert.equal(ids.size, 120)
})

test('a link to another host is never followed there: the token stays with the platform', async (context) => {
  const asked: string[] = []
  const stray: string[] = []
  const elsewhere = createServer((request, response) => {
    stray.push(request.url ?? '')
    response.end('{}')
  })
  elsewhere.listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  const strange = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  const server = createServer((request, response) => {
    const url = request.url ?? ''
    response.setHeader('content-type', 'application/json')
    if (url.startsWith('/login'))
      return void response.end('{"access_token":"t","expires_in":3600,"token_type":"Bearer"}')
    asked.push(url)
    const isFirst = !url.includes('cursor')
    const paging = isFirst ? { next_link: `${strange}/v1/adaccounts/a/ads?cursor=c&limit=50` } : undefined
    response.end(JSON.stringify({ request_status: 'success', ads: [], paging }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const snap = createSnap(credentials, {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    timeoutMs: 2_000,
    isSandbox: true,
    settings: {},
    now: () => new Date(),
    pacer: { ready: () => Promise.resolve({ waitMs: 0 }), left: () => Promise.resolve(null), report: () => undefined },
  })
  context.after(async () => {
    await snap.close()
    server.close()
    elsewhere.close()
  })
  await snap.list({ kind: 'ad', schema: AdWire }, 'adaccounts/a/ads', {}, { accountId: 'a', limit: 50 })
  assert.deepEqual(asked, ['/v1/adaccounts/a/ads?limit=50', '/v1/adaccounts/a/ads?cursor=c&limit=50'])
  assert.deepEqual(stray, [])
})

test('a throttle without a hint asks for a short pause, one with a hint for as long as it says', async (context) => {
  const reports: unknown[] = []
  const pacer = {
    ready: () => Promise.resolve({ waitMs: 0 }),
    left: () => Promise.resolve(null),
    report: (_account: string, usage: object) => void reports.push(usage),
  }
  const { snap, sandbox, accountId, options } = await openSnap(context, { pacer })
  await sandbox.control('POST', '/faults', {
    platform: 'snapchat',
    fault: 'throttle',
    seconds: 0,
    match: { path: '/ads' },
  })
  await assert.rejects(
    snap.list({ kind: 'ad', schema: AdWire }, `adaccounts/${accountId}/ads`, {}, { ...options, limit: 50 }),
    (error) => {
      assert.ok(error instanceof PlatformError)
      assert.deepEqual([error.kind, error.failure.retryAfterMs], ['throttled', 2_000])
      return true
    },
  )
  assert.deepEqual(reports, [{ usagePercent: 0, blockedForMs: 2_000, reason: 'code E1021' }])
})
