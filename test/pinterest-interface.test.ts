import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { checkExchange } from '../sandbox/pinterest/interface-client-fixture.ts'
import { startSandbox } from '../sandbox/server.ts'
import { startTestApp } from './harness.ts'
import { pinAd, pinGround } from './pinterest-ground.ts'
import { recordingProxy } from './recording-proxy.ts'

const sandbox = await startSandbox({ port: 0 })
after(() => sandbox.close())
const proxy = await recordingProxy(sandbox.url)
after(() => proxy.close())
const app = await startTestApp({ SANDBOX_URL: proxy.url }, { api: true, worker: true, sandbox: false })

const root = '/pinterest/v5'
const parsed = (bytes: Buffer): unknown => (bytes.length === 0 ? undefined : JSON.parse(bytes.toString()))

/** Which operations of the published interface went through since the last look; throws where a call differs from it. */
function operationsUsed(): string[] {
  const names = proxy.calls.splice(0).flatMap(({ method, url, requestBody, status, replyBody }) => {
    const { pathname, searchParams: query } = new URL(url, proxy.url)
    if (!pathname.startsWith(`${root}/`) || pathname === `${root}/oauth/token`) return []
    const path = pathname.slice(root.length)
    return checkExchange({
      method,
      path,
      query,
      requestBody: parsed(requestBody),
      status,
      replyBody: parsed(replyBody),
    })
  })
  return [...new Set(names)].sort()
}

async function ok(method: string, path: string, body?: object) {
  const answer = await app.call<Record<string, unknown>>(method, path, body ? { body } : {})
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

test('every call of a launch is one that the published interface knows, and so is every answer', async () => {
  const ground = await pinGround(app)
  assert.deepEqual(operationsUsed(), [
    'ad_accounts/list',
    'ad_groups/list',
    'ads/list',
    'boards/list',
    'campaigns/list',
  ])
  const video = [{ url: `${app.sandboxUrl}/_assets/vertical.mp4`, thumbnail: `${app.sandboxUrl}/_assets/vertical.png` }]
  const ads = [
    pinAd(app, ground, { adName: 'Interface picture', urlTags: 'utm_source=pin' }),
    pinAd(app, ground, { adName: 'Interface video', media: video, launchPaused: true }),
    pinAd(app, ground, { adName: 'Interface own cover', media: [{ url: video[0]!.url }] }),
  ]
  const { adBatchId } = await ok('POST', '/v1/launch', { ads })
  assert.equal((await app.finished(adBatchId as number)).status, 'success')
  await ok('GET', `/v1/batches/${adBatchId as number}/receipts`)
  const used = operationsUsed()
  for (const name of ['ads/create', 'ads/get', 'media/create', 'media/get', 'pins/create', 'pins/get'])
    assert.ok(used.includes(name), `${name} is not among ${used.join(', ')}`)
})

test('looking for a write whose answer was lost keeps to the published interface', async () => {
  const ground = await pinGround(app)
  operationsUsed()
  for (const path of ['/pins', '/ads$'])
    await app.control('POST', 'faults', {
      platform: 'pinterest',
      match: { method: 'POST', path },
      fault: 'drop-after',
      times: 1,
    })
  const { adBatchId } = await ok('POST', '/v1/launch', { ads: [pinAd(app, ground, { adName: 'Interface lost' })] })
  assert.equal((await app.finished(adBatchId as number)).status, 'success')
  const used = operationsUsed()
  for (const name of ['ads/list', 'boards/list_pins'])
    assert.ok(used.includes(name), `${name} is not among ${used.join(', ')}`)
})

test('switching, budgets, deletion and figures keep to the published interface', async () => {
  const ground = await pinGround(app)
  const accountId = ground.usd
  const list = await ok('GET', `/v1/manage/list-ads?accountId=${accountId}&limit=5`)
  const [ad] = list.data as { id: string }[]
  const [adSetId] = ground.adSets[accountId]!
  operationsUsed()
  const about = { accountId, entityType: 'adset', entityIds: [adSetId] }
  await ok('POST', '/v1/manage/update-status', { ...about, newStatus: 'PAUSED' })
  await ok('POST', '/v1/manage/update-budget', { accountId, entityType: 'adset', entityId: adSetId, dailyBudget: 42 })
  await ok('POST', '/v1/manage/update-status', {
    accountId,
    entityType: 'ad',
    entityIds: [ad!.id],
    newStatus: 'PAUSED',
  })
  await ok('POST', '/v1/manage/delete', { accountId, entityType: 'ad', entityIds: [ad!.id] })
  await ok('GET', `/v1/profiles?businessId=${accountId}`)
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  for (const from of [7, 120])
    await ok('GET', `/v1/campaigns?accountId=${accountId}&startDate=${day(from)}&endDate=${day(1)}`)
  const used = operationsUsed()
  const expected = ['ad_groups/update', 'ads/update', 'user_account/get', 'campaigns/analytics']
  for (const name of [...expected, 'analytics/create_report', 'analytics/get_report'])
    assert.ok(used.includes(name), `${name} is not among ${used.join(', ')}`)
})
