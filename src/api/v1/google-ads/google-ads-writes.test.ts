import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startTestApp } from '../../../../test/support/harness.ts'

const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '2' })
const stranger = await app.stranger()
const accountId = '5661483101'
const yen = '5661483102'
const base = '/v1/google-ads'

interface Entity {
  id: string
  name: string
  status: string
  text: string
  matchType: string
  adGroupId: string | null
  campaignId: string
  dailyBudget: number
  budgetShared: boolean
}
interface Results {
  success: boolean
  results: {
    id: string
    entityId: string
    success: boolean
    outcome: string
    status: string
    error?: { platformCode: string }
  }[]
  successCount: number
  failCount: number
  dryRun?: boolean
  depth?: string
  old: { dailyBudget: number }
  new: { dailyBudget: number }
  campaigns: { id: string; name: string }[]
  error: { code: string; details: { issues: { path: string; message: string }[] } }
}

const list = async (path: string, account = accountId) =>
  (
    await app.call<{ data: Entity[] }>(
      'GET',
      `${base}/${path}${path.includes('?') ? '&' : '?'}accountId=${account}&limit=1000`,
    )
  ).body.data
const post = (path: string, body: object, { key = app.key, account = accountId, operationKey = '' } = {}) =>
  app.call<Results>('POST', path.startsWith('/') ? path : `${base}/${path}`, {
    body: { accountId: account, ...body },
    key,
    headers: operationKey ? { 'idempotency-key': operationKey } : {},
  })
const writes = async () => {
  const { calls } = await app.control<{ calls: { path: string }[] }>('GET', 'calls?platform=google-ads')
  return calls.filter(({ path }) => path.includes(':mutate')).length
}
const fault = (kind: string, path: string) =>
  app.control('POST', 'faults', { platform: 'google-ads', match: { method: 'POST', path }, fault: kind, times: 1 })

const campaigns = await list('campaigns')
const campaign = (name: string) => campaigns.find((each) => each.name === name)!
const [group] = await list(`ad-groups?campaignId=${campaign('Lamps').id}`)
const adGroupId = group!.id
const keyword = (text: string, matchType = 'PHRASE') => ({ text, matchType })

test('keywords are added with a result each: those that are there already stay as they are', async () => {
  const { body } = await post('keywords', {
    adGroupId,
    keywords: [keyword('oak lamp', 'exact'), { ...keyword('oak lamp'), bid: 1.25 }, keyword('floor lamp', 'BROAD')],
  })
  assert.deepEqual(
    body.results.map(({ outcome, success }) => [outcome, success]),
    [
      ['added', true],
      ['added', true],
      ['exists', true],
    ],
  )
  const stored = await list(`keywords?adGroupId=${adGroupId}`)
  for (const { id } of body.results) assert.ok(stored.some((each) => each.id === id))
})

test('a rehearsal has the platform look at every keyword, and adds none', async () => {
  const before = await list(`keywords?adGroupId=${adGroupId}`)
  const { body } = await post('keywords', { adGroupId, dryRun: true, keywords: [keyword('tall lamp')] })
  assert.deepEqual([body.dryRun, body.depth, body.results[0]!.outcome], [true, 'platform', 'valid'])
  assert.deepEqual(await list(`keywords?adGroupId=${adGroupId}`), before)
})

test('texts that the platform would refuse are all named before any call', async () => {
  const before = await writes()
  const texts = ['lamp!', 'a'.repeat(81), 'a b c d e f g h i j k', '+lamp', '  ', 'lamp 💡']
  const { status, body } = await post('keywords', { adGroupId, keywords: texts.map((text) => keyword(text)) })
  assert.equal(status, 422)
  assert.deepEqual(
    body.error.details.issues.map(({ path }) => path),
    texts.map((_, index) => `keywords.${index}.text`),
  )
  const bids = [{ ...keyword('a'), bid: 0.001 }]
  assert.equal(
    (await post('keywords', { adGroupId, keywords: bids })).body.error.details.issues[0]!.path,
    'keywords.0.bid',
  )
  assert.equal(await writes(), before)
})

test('lists have from 1 to 1,000 entries, and known match types', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => keyword(`lamp ${index}`))
  const negatives = (count: number) => many(count).map((each) => ({ ...each, adGroupId }))
  for (const count of [0, 1001]) {
    assert.equal((await post('keywords', { adGroupId, keywords: many(count) })).status, 400)
    assert.equal((await post('negatives', { negatives: negatives(count) })).status, 400)
  }
  assert.equal((await post('negatives/remove', { ids: [] })).status, 400)
  assert.equal((await post('negatives/remove', { ids: ['12'] })).status, 400)
  assert.equal((await post('keywords', { adGroupId, keywords: [keyword('a', 'FUZZY')] })).status, 400)
  const unclear = { negatives: [keyword('a'), { ...keyword('b'), adGroupId, campaignId: '1' }] }
  assert.equal((await post('negatives', unclear)).status, 400)
  const { body } = await post('keywords', { adGroupId, keywords: many(1000) })
  assert.equal(body.successCount, 1000)
})

test('negatives are added to campaigns and ad groups, listed, and removed by their ids', async () => {
  const { id: campaignId } = campaign('Lamps')
  const asked = [
    { ...keyword('lamp repair'), campaignId },
    { ...keyword('lamp repair'), adGroupId },
    { ...keyword('LAMP  repair'), campaignId },
  ]
  const { body } = await post('negatives', { negatives: asked })
  assert.deepEqual(
    body.results.map(({ outcome }) => outcome),
    ['added', 'added', 'exists'],
  )
  assert.equal(body.results[2]!.id, body.results[0]!.id)
  const own = async () =>
    (await list(`negatives?campaignId=${campaignId}`)).filter(({ campaignId: at }) => at === campaignId)
  const found = await own()
  assert.deepEqual(
    found.map(({ id, adGroupId: at }) => [id, at]),
    [
      [body.results[0]!.id, null],
      [body.results[1]!.id, adGroupId],
    ],
  )
  const ids = [...found.map(({ id }) => id), `${adGroupId}~1`]
  const rehearsed = await post('negatives/remove', { ids, dryRun: true })
  assert.deepEqual(
    rehearsed.body.results.map(({ outcome }) => outcome),
    ['valid', 'valid', 'missing'],
  )
  const removed = await post('negatives/remove', { ids })
  assert.deepEqual(
    removed.body.results.map(({ outcome }) => outcome),
    ['removed', 'removed', 'missing'],
  )
  assert.equal(removed.body.failCount, 1)
  assert.deepEqual(await own(), [])
})

test('campaigns, ad groups, ads and keywords are paused and resumed', async () => {
  const [ad] = await list(`ads?adGroupId=${adGroupId}`)
  const [word] = await list(`keywords?adGroupId=${adGroupId}`)
  const all = [
    ['campaign', campaign('Lamps').id, 'campaigns'],
    ['ad-group', adGroupId, 'ad-groups'],
    ['ad', ad!.id, 'ads'],
    ['keyword', word!.id, 'keywords'],
  ] as const
  for (const [entityType, id, path] of all) {
    for (const status of ['PAUSED', 'ENABLED']) {
      const { body } = await post('update-status', { entityType, entityIds: [id, '99'], status })
      assert.deepEqual(
        body.results.map((each) => [each.entityId, each.success, each.status]),
        [
          [id, true, status],
          ['99', false, null],
        ],
      )
      assert.equal((await list(path)).find((each) => each.id === id)!.status, status)
    }
  }
})

test('a budget of its own is changed, by a percentage through the shared operation too', async () => {
  const { id: campaignId } = campaign('Shelves')
  const { body } = await post('update-budget', { campaignId, dailyBudget: 70.5 })
  assert.deepEqual([body.old.dailyBudget, body.new.dailyBudget, body.campaigns], [65, 70.5, undefined])
  const shared = await post('/v1/manage/update-budget', {
    entityId: campaignId,
    entityType: 'campaign',
    changePercent: 10,
  })
  assert.equal(shared.body.new.dailyBudget, 77.55)
  const rehearsed = await post('update-budget', { campaignId, dailyBudget: 5, dryRun: true })
  assert.equal(rehearsed.body.depth, 'platform')
  assert.equal((await list('campaigns')).find(({ id }) => id === campaignId)!.dailyBudget, 77.55)
})

test('a shared budget is changed only by who says so, and the answer names all that it moves', async () => {
  const { id: campaignId } = campaign('Sofas')
  const before = await writes()
  for (const refused of [
    await post('update-budget', { campaignId, dailyBudget: 210 }),
    await post('/v1/manage/update-budget', { entityId: campaignId, entityType: 'campaign', dailyBudget: 210 }),
  ]) {
    assert.equal(refused.status, 422)
    assert.equal(refused.body.error.details.issues[0]!.path, 'allowShared')
  }
  assert.equal(await writes(), before)
  const { body } = await post('update-budget', { campaignId, dailyBudget: 210, allowShared: true })
  assert.deepEqual(
    body.campaigns.map(({ name }) => name),
    ['Sofas', 'Tables'],
  )
  const after = await list('campaigns')
  assert.deepEqual(
    after.filter(({ budgetShared }) => budgetShared).map(({ dailyBudget }) => dailyBudget),
    [210, 210],
  )
})

test('amounts that are nothing, or finer than the currency, are refused', async () => {
  const { id: campaignId } = campaign('Shelves')
  for (const dailyBudget of [0, -5])
    assert.equal((await post('update-budget', { campaignId, dailyBudget })).status, 400)
  assert.equal((await post('update-budget', { campaignId, dailyBudget: 10.005 })).status, 422)
  const [japanese] = await list('campaigns', yen)
  const { status } = await post('update-budget', { campaignId: japanese!.id, dailyBudget: 0.5 }, { account: yen })
  assert.equal(status, 422)
})

test('what belongs to another account is not found, and strangers change nothing', async () => {
  const [foreign] = await list('ad-groups', yen)
  const before = await writes()
  assert.equal((await post('keywords', { adGroupId: foreign!.id, keywords: [keyword('a')] })).status, 404)
  assert.equal((await post('negatives', { negatives: [{ ...keyword('a'), adGroupId: foreign!.id }] })).status, 404)
  assert.equal(
    (await post('negatives', { negatives: [{ ...keyword('a'), campaignId: foreign!.campaignId }] })).status,
    404,
  )
  assert.equal((await post('update-budget', { campaignId: foreign!.campaignId, dailyBudget: 5 })).status, 404)
  const { key } = stranger
  assert.equal((await post('keywords', { adGroupId, keywords: [keyword('a')] }, { key })).status, 404)
  assert.equal((await post('negatives/remove', { ids: ['1~2'] }, { key })).status, 404)
  assert.equal(
    (await post('update-budget', { campaignId: campaign('Shelves').id, dailyBudget: 5 }, { key })).status,
    404,
  )
  assert.equal(await writes(), before)
})

test('an answer that was lost is looked for by text and match type: nothing is sent twice', async () => {
  const before = await writes()
  await fault('drop-after', 'adGroupCriteria:mutate')
  const words = await post('keywords', { adGroupId, keywords: [keyword('lost lamp'), keyword('found lamp', 'EXACT')] })
  assert.equal(words.status, 200, JSON.stringify(words.body))
  assert.deepEqual(
    words.body.results.map(({ outcome, id }) => [outcome, id !== null]),
    [
      ['added', true],
      ['added', true],
    ],
  )
  await fault('drop-after', 'googleAds:mutate')
  const { body } = await post('negatives', {
    negatives: [{ ...keyword('lost lamp', 'EXACT'), campaignId: campaign('Lamps').id }],
  })
  assert.equal(body.results[0]!.outcome, 'added')
  await fault('drop-after', 'googleAds:mutate')
  const removed = await post('negatives/remove', { ids: [body.results[0]!.id] })
  assert.equal(removed.body.results[0]!.outcome, 'removed')
  assert.equal(await writes(), before + 3)
})

test('a write that never arrived is not sent again before its time, and the same key finds its end', async () => {
  await fault('drop-before', 'adGroupCriteria:mutate')
  const operationKey = randomUUID()
  const body = { adGroupId, keywords: [keyword('late lamp')] }
  const lost = await post('keywords', body, { operationKey })
  assert.equal(lost.status, 503)
  const again = await post('keywords', body, { operationKey })
  assert.equal(again.status, 409)
})

test('everything that was changed is in the list of changes', async () => {
  const { body } = await app.call<{
    data: { objectType: string; objectId: string; changes: Record<string, unknown> }[]
  }>('GET', `${base}/changes?accountId=${accountId}&objectId=${campaign('Lamps').id}`)
  assert.ok(body.data.length >= 2)
  assert.ok(body.data.every(({ objectType, changes }) => objectType === 'campaign' && 'status' in changes))
})
