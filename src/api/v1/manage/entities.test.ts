import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture } from '../../../../test/support/demo.ts'
import { startTestApp } from '../../../../test/support/harness.ts'
import { assertRefused, inDays, readNode, watchCalls } from '../../../../test/support/manage/manage.ts'
import type { Refusal } from '../../../../test/support/manage/manage.ts'

const app = await startTestApp()
const { accounts, adSets } = await demoFixture(app)
const account = accounts.find(({ currency }) => currency === 'USD')!.id
const otherAccount = accounts.find(({ currency }) => currency === 'JPY')!.id
const stranger = await app.stranger()

interface Results {
  results: { entityId: string; success: boolean; status: string | null; endTime?: string; error?: { code: string } }[]
  successCount: number
  failCount: number
  dryRun?: true
  depth?: string
}

interface Listing {
  data: {
    id: string
    name: string
    status: string
    effectiveStatus: string
    createdTime: string
    thumbnailUrl: string | null
    adsManagerUrl: string | null
  }[]
  count: number
  paging: { cursors: { before: string | null; after: string | null } }
}

const list = async (query: string) => (await app.call<Listing>('GET', `/v1/manage/list-ads?${query}`)).body
const change = (body: object) =>
  app.call<Results>('POST', '/v1/manage/update-status', { body: { businessId: account, ...body } })
const statusOf = async (id: string) => (await readNode(app, id, 'status')).status
const adSetId = adSets[account]![0]!
const ads = (await list(`accountId=${account}&limit=200`)).data.map(({ id }) => id)

test('ads are paused and resumed, each with its own result', async () => {
  const ids = ads.slice(0, 3)
  const paused = await change({ entityType: 'ad', entityIds: [...ids, '99'], newStatus: 'PAUSED' })
  assert.equal(paused.status, 200)
  assert.deepEqual([paused.body.successCount, paused.body.failCount], [3, 1])
  assert.deepEqual(
    paused.body.results.map(({ entityId, success, status }) => [entityId, success, status]),
    [...ids.map((id) => [id, true, 'PAUSED']), ['99', false, null]],
  )
  assert.equal(paused.body.results[3]?.error?.code, 'not_found')
  for (const id of ids) assert.equal(await statusOf(id), 'PAUSED')
  await change({ entityType: 'ad', entityIds: ids, newStatus: 'ENABLE' })
  for (const id of ids) assert.equal(await statusOf(id), 'ACTIVE')
})

test('without an account, an id that nobody knows fails alone, also when it is the first', async () => {
  for (const path of ['update-status', 'delete']) {
    const body = { entityType: 'ad', entityIds: ['99', ads[0], '98'], newStatus: 'PAUSED', dryRun: true }
    const reply = await app.call<Results>('POST', `/v1/manage/${path}`, { body })
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    assert.deepEqual(
      reply.body.results.map(({ entityId, success, error }) => [entityId, success, error?.code]),
      [
        ['99', false, 'not_found'],
        [ads[0], true, undefined],
        ['98', false, 'not_found'],
      ],
    )
  }
  const none = { entityType: 'ad', entityIds: ['99', '98'], newStatus: 'PAUSED' }
  assert.equal((await app.call('POST', '/v1/manage/update-status', { body: none })).status, 404)
  await change({ adId: ads[0], newStatus: 'ACTIVE' })
})

test('where every id fails the call did not succeed, and a repeat with its key tries again', async () => {
  const body = { businessId: account, entityType: 'ad', entityIds: ['99', '98'], newStatus: 'PAUSED' }
  for (const path of ['update-status', 'delete']) {
    const headers = { 'idempotency-key': `all of ${path}` }
    const send = () => app.call<Results & Refusal>('POST', `/v1/manage/${path}`, { body, headers })
    for (const reply of [await send(), await send()]) {
      assert.equal(reply.status, 200)
      assert.deepEqual([reply.body.success, reply.body.successCount, reply.body.failCount], [false, 0, 2])
      assert.equal(reply.body.message, 'All 2 failed: There is no ad 99 in this account.')
      assert.equal(reply.headers.get('idempotent-replayed'), null)
    }
  }
  const some = await change({ entityType: 'ad', entityIds: ['99', ads[0]], newStatus: 'ACTIVE' })
  assert.equal((some.body as unknown as Refusal).success, true)
})

test('without an account, each id is found in the account that it is in', async () => {
  const [elsewhere] = (await list(`accountId=${otherAccount}`)).data
  const entityIds = [elsewhere!.id, ads[0], '99']
  const set = async (newStatus: string) =>
    (await app.call<Results>('POST', '/v1/manage/update-status', { body: { entityType: 'ad', entityIds, newStatus } }))
      .body
  const paused = await set('PAUSED')
  assert.deepEqual([paused.successCount, paused.failCount], [2, 1])
  for (const id of entityIds.slice(0, 2)) assert.equal(await statusOf(id!), 'PAUSED')
  await set('ACTIVE')
})

test('the names of ids that callers use say what they are', async () => {
  const campaign = await readNode<{ campaign_id: string }>(app, adSetId, 'campaign_id')
  assert.equal((await change({ ad_id: ads[0], newStatus: 'PAUSED' })).body.successCount, 1)
  assert.equal((await change({ adset_id: adSetId, newStatus: 'PAUSED' })).body.successCount, 1)
  assert.equal((await change({ campaignId: campaign.campaign_id, newStatus: 'PAUSED' })).body.successCount, 1)
  assert.equal((await change({ id: adSetId, entityType: 'adgroup', newStatus: 'ACTIVE' })).body.successCount, 1)
  assert.equal(await statusOf(adSetId), 'ACTIVE')
  await change({ campaignId: campaign.campaign_id, newStatus: 'ACTIVE' })
})

test('an ad set ends at a time to come, and keeps running until then', async () => {
  const end = inDays(4)
  const { body } = await change({ adSetId, newStatus: 'PAUSED', endTime: end })
  assert.equal(body.results[0]?.status, 'ACTIVE')
  assert.equal(Date.parse(body.results[0]?.endTime ?? '') / 1000, end)
  const stored = await readNode(app, adSetId, 'status,end_time')
  assert.equal(stored.status, 'ACTIVE')
  assert.equal(Date.parse(String(stored.end_time)) / 1000, end)
})

test('a campaign ends through its ad sets', async () => {
  const { campaign_id: campaignId } = await readNode<{ campaign_id: string }>(app, adSetId, 'campaign_id')
  const end = inDays(3)
  const { body } = await change({ campaignId, endTime: new Date(end * 1000).toISOString() })
  assert.equal(body.successCount, 1, JSON.stringify(body))
  const stored = await readNode(app, adSetId, 'end_time')
  assert.equal(Date.parse(String(stored.end_time)) / 1000, end)
})

test('an end in the past ends at once', async () => {
  const { body } = await change({ adSetId, endTime: inDays(-1) })
  assert.equal(body.results[0]?.status, 'PAUSED')
  assert.equal(await statusOf(adSetId), 'PAUSED')
  await change({ adSetId, newStatus: 'ACTIVE' })
})

test('what the platform refuses an end says so, with the code', async () => {
  const other = adSetId
  await app.control('POST', 'faults', {
    platform: 'meta',
    match: { method: 'POST', path: `/${other}$` },
    fault: 'platform-error',
    code: 100,
    subcode: 1487007,
    times: 1,
  })
  const { body } = await change({ adSetId: other, endTime: inDays(2) })
  assert.equal(body.failCount, 1)
  assert.partialDeepStrictEqual(body.results[0], {
    entityId: other,
    success: false,
    error: { code: 'platform_error', platformCode: 100, platformSubcode: 1487007, retryable: false },
  })
})

test('an id of another kind is not taken for one of this kind', async () => {
  const { body } = await change({ entityType: 'campaign', entityIds: [ads[0]], newStatus: 'PAUSED' })
  assert.equal(body.results[0]?.error?.code, 'not_found')
})

test('many ads are read in one call before they are changed', async () => {
  const calls = await watchCalls(app)
  await change({ entityType: 'ad', entityIds: ads.slice(0, 10), newStatus: 'ACTIVE' })
  const reads = (await calls.http()).filter((call) => call.path === '/v26.0/')
  assert.equal(reads.length, 1)
  assert.equal((await calls.writes()).length, 10)
})

const rules: [string, object, string, number?][] = [
  ['no ids', { entityType: 'ad', entityIds: [], newStatus: 'PAUSED' }, 'entityIds', 400],
  [
    '51 ids',
    { entityType: 'ad', entityIds: Array.from({ length: 51 }, (_, n) => String(n + 1)), newStatus: 'PAUSED' },
    'entityIds',
    400,
  ],
  ['an unknown status', { adId: '1', newStatus: 'ASLEEP' }, 'newStatus', 400],
  ['neither status nor end', { adId: '1' }, 'newStatus', 400],
  ['no kind', { entityId: '1', newStatus: 'PAUSED' }, 'entityType', 400],
  ['an unknown kind', { entityId: '1', entityType: 'poster', newStatus: 'PAUSED' }, 'entityType', 400],
]

for (const [what, body, path, status] of rules) {
  test(`a status change with ${what} is refused`, () =>
    assertRefused(app, '/v1/manage/update-status', { what, body: { businessId: account, ...body }, path, status }))
}

test('a stranger can neither change nor delete, and learns nothing', async () => {
  const theirs = await app.call<{ data: { id: string }[] }>('GET', '/v1/adaccounts?platform=primary', {
    key: stranger.key,
  })
  const own = theirs.body.data[0]!.id
  const calls = await watchCalls(app)
  for (const path of ['update-status', 'delete']) {
    const send = (body: object) =>
      app.call<Results>('POST', `/v1/manage/${path}`, {
        key: stranger.key,
        body: { entityType: 'ad', entityIds: [ads[0]], newStatus: 'PAUSED', ...body },
      })
    assert.equal((await send({ businessId: account })).status, 404)
    assert.equal((await send({})).status, 404)
    assert.equal((await send({ businessId: own })).body.results[0]?.error?.code, 'not_found')
  }
  assert.deepEqual(await calls.writes(), [])
})

test('ads are listed page by page, one platform page for each', async () => {
  const calls = await watchCalls(app)
  const first = await list(`accountId=${account}&limit=3`)
  assert.equal((await calls.http()).length, 1)
  assert.equal(first.count, 3)
  assert.deepEqual(Object.keys(first.data[0]!).sort(), [
    'adsManagerUrl',
    'createdTime',
    'effectiveStatus',
    'id',
    'name',
    'status',
    'thumbnailUrl',
  ])
  const page = `${app.sandboxUrl}/manager/meta/${account}/ads/${first.data[0]!.id}`
  assert.equal(first.data[0]!.adsManagerUrl, page)
  assert.equal((await fetch(page)).status, 200)
  const second = await list(`accountId=${account}&limit=3&after=${first.paging.cursors.after}`)
  assert.deepEqual(
    [...first.data, ...second.data].map(({ id }) => id),
    ads.slice(0, 6),
  )
})

test('the ads of an ad set are listed with or without its account', async () => {
  const byAdSet = await list(`adSetId=${adSetId}`)
  assert.ok(byAdSet.count > 0)
  assert.deepEqual(await list(`adset_id=${adSetId}&accountId=${account}`), byAdSet)
  for (const { id } of byAdSet.data) assert.equal((await readNode(app, id, 'adset_id')).adset_id, adSetId)
})

test('ads are listed by status', async () => {
  await change({ adId: ads[1], newStatus: 'PAUSED' })
  const all = await list(`accountId=${account}&limit=200`)
  for (const status of ['ACTIVE', 'PAUSED']) {
    const wanted = all.data.filter((ad) => ad.status === status).map(({ id }) => id)
    assert.ok(wanted.length > 0)
    const found: string[] = []
    let after: string | null = ''
    while (after !== null) {
      const page: Listing = await list(`accountId=${account}&status=${status}&limit=4${after && `&after=${after}`}`)
      if (page.paging.cursors.after !== null) assert.equal(page.count, 4, 'a page before the end is full')
      found.push(...page.data.map(({ id }) => id))
      after = page.paging.cursors.after
    }
    assert.deepEqual(found, wanted, 'those whose own switch stands so, whatever their ad sets and campaigns are')
  }
})

test('a list without an ad set or account, with a limit of 201 or a made-up cursor is refused', async () => {
  const get = (query: string) => app.call<Refusal>('GET', `/v1/manage/list-ads?${query}`)
  assert.equal((await get('')).status, 400)
  assert.equal((await get(`accountId=${account}&limit=201`)).status, 400)
  const cursor = await get(`accountId=${account}&after=nonsense`)
  assert.equal(cursor.status, 400)
  assert.equal(cursor.body.error.details?.issues?.[0]?.path, 'after')
})

test('a stranger sees no ads, neither of the account nor of the ad set; an ad set of another account is not found', async () => {
  for (const query of [`accountId=${account}`, `adSetId=${adSetId}`]) {
    assert.equal((await app.call('GET', `/v1/manage/list-ads?${query}`, { key: stranger.key })).status, 404)
  }
  const mixed = await app.call('GET', `/v1/manage/list-ads?accountId=${otherAccount}&adSetId=${adSetId}`)
  assert.equal(mixed.status, 404)
})

test('ads are deleted, and can be listed as deleted afterwards', async () => {
  const id = ads.at(-1)!
  const send = (body: object) =>
    app.call<Results>('POST', '/v1/manage/delete', { body: { businessId: account, ...body } })
  const dry = await send({ entityIds: [id], dryRun: true })
  assert.deepEqual([dry.body.dryRun, dry.body.depth, dry.body.successCount], [true, 'rules', 1])
  assert.notEqual(await statusOf(id), 'DELETED')
  const { body } = await send({ adIds: [id, '5'] })
  assert.deepEqual([body.successCount, body.failCount], [1, 1])
  assert.equal(await statusOf(id), 'DELETED')
  const deleted = await list(`accountId=${account}&status=DELETED`)
  assert.deepEqual(
    deleted.data.map((ad) => [ad.id, ad.status]),
    [[id, 'DELETED']],
  )
  const remaining = await list(`accountId=${account}&limit=200`)
  assert.ok(!remaining.data.some((ad) => ad.id === id))
})
