import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture } from '../../../../../test/support/demo.ts'
import { startTestApp } from '../../../../../test/support/harness.ts'
import { creatingIn } from '../../../../../test/support/manage/creating.ts'
import { assertRefused, inDays, readNode, watchCalls } from '../../../../../test/support/manage/manage.ts'
import type { Refusal } from '../../../../../test/support/manage/manage.ts'

const app = await startTestApp()
const { accounts } = await demoFixture(app)
const accountId = accounts.find(({ currency }) => currency === 'USD')!.id
const otherAccount = accounts.find(({ currency }) => currency === 'JPY')!.id
const stranger = await app.stranger()

async function post<T = Record<string, unknown>>(path: string, body: object): Promise<T> {
  const reply = await app.call<T>('POST', `/v1/manage/${path}`, { body })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}

const { makeCampaign: campaignWith, create } = creatingIn(app, accountId)
const makeCampaign = (fields: object = {}) => campaignWith({ name: 'Before', objective: 'OUTCOME_SALES', ...fields })
const makeAdSet = async (fields: object = {}) => {
  const campaignId = await campaignWith({})
  const targeting = {
    age_min: 21,
    targeting_automation: { advantage_audience: 0 },
    geo_locations: { countries: ['US'] },
  }
  return (await create({ accountId, campaignId, name: 'Before', dailyBudget: 20, targeting, ...fields })).adSetId
}

const campaignId = await makeCampaign({ dailyBudget: 50 })
const bareCampaign = await makeCampaign()
const adSetId = await makeAdSet()
const adSetInBudget = await makeAdSet({ campaignId, dailyBudget: undefined })
const ads = await app.call<{ data: { id: string }[] }>('GET', `/v1/manage/list-ads?accountId=${accountId}`)
const adId = ads.body.data[0]!.id

test("a campaign's fields are changed, and only those", async () => {
  const body = await post('update-campaign', {
    accountId,
    campaignId,
    name: 'After',
    dailyBudget: 60.5,
    spendCap: 1000,
  })
  assert.deepEqual(body.updated, ['name', 'dailyBudget', 'spendCap'])
  assert.equal((body.campaign as { name: string }).name, 'After')
  const stored = await readNode(app, campaignId, 'name,daily_budget,spend_cap,status')
  assert.deepEqual(stored, {
    id: campaignId,
    name: 'After',
    daily_budget: '6050',
    spend_cap: '100000',
    status: 'PAUSED',
  })
})

test("an ad set's targeting is merged with what is there", async () => {
  const body = await post('update-adset', {
    account_id: accountId,
    adset_id: adSetId,
    daily_budget: 25,
    targeting: { age_max: 50, publisher_platforms: ['secondary'] },
    location: { countries: ['CA'] },
  })
  assert.deepEqual(body.updated, ['dailyBudget', 'targeting', 'location'])
  const { targeting, daily_budget: budget } = await readNode(app, adSetId, 'targeting,daily_budget')
  assert.equal(budget, '2500')
  assert.deepEqual(targeting, {
    age_min: 21,
    age_max: 50,
    publisher_platforms: ['instagram'],
    targeting_automation: { advantage_audience: 0 },
    geo_locations: { countries: ['CA'] },
  })
})

test('an ad gets a new creative made from the old one', async () => {
  const before = await readNode<{ creative: Spec }>(app, adId, 'creative{id,object_story_spec,url_tags}')
  const change = {
    title: 'Fresh title',
    description: 'Fresh text',
    cta: 'LEARN_MORE',
    link: 'https://example.com/fresh',
  }
  const body = await post<{ creativeId: string; updated: string[] }>('update-ad', { accountId, adId, ...change })
  assert.deepEqual(body.updated, ['title', 'description', 'cta', 'link'])
  assert.notEqual(body.creativeId, before.creative.id)
  const after = await readNode<{ creative: Spec }>(app, adId, 'creative{id,object_story_spec,url_tags}')
  assert.equal(after.creative.id, body.creativeId)
  assert.equal(after.creative.url_tags, before.creative.url_tags)
  const { link_data: link, page_id: page } = after.creative.object_story_spec
  assert.equal(page, before.creative.object_story_spec.page_id)
  assert.equal(link.name, 'Fresh title')
  assert.equal(link.message, 'Fresh text')
  assert.equal(link.image_hash, before.creative.object_story_spec.link_data.image_hash)
  assert.deepEqual(link.call_to_action, { type: 'LEARN_MORE', value: { link: 'https://example.com/fresh' } })
})

interface Spec {
  id: string
  url_tags: string
  object_story_spec: { page_id: string; link_data: Record<string, unknown> }
}

test('a new name needs no new creative', async () => {
  const before = await readNode<{ creative: { id: string } }>(app, adId, 'creative')
  const body = await post('update-ad', { accountId, adId, name: 'Renamed' })
  assert.equal(body.creativeId, before.creative.id)
  assert.equal((await readNode(app, adId, 'name')).name, 'Renamed')
})

test('a budget is set, or changed by a percentage, and both values are told', async () => {
  const id = await makeAdSet()
  assert.deepEqual(await post('update-budget', { accountId, entityId: id, entityType: 'adset', dailyBudget: 30 }), {
    success: true,
    entityId: id,
    sandbox: true,
    old: { dailyBudget: 20, lifetimeBudget: null },
    new: { dailyBudget: 30, lifetimeBudget: null },
    currency: 'USD',
  })
  const raised = await post('update-budget', { entity_id: id, entity_type: 'adgroup', change_percent: 15 })
  assert.deepEqual(raised.new, { dailyBudget: 34.5, lifetimeBudget: null })
  assert.equal((await readNode(app, id, 'daily_budget')).daily_budget, '3450')
})

test('a percentage of a budget in yen is a whole number of yen', async () => {
  const yen = { accountId: otherAccount, name: 'Yen', objective: 'OUTCOME_TRAFFIC', dailyBudget: 5001 }
  const { campaignId: entityId } = await post<{ campaignId: string }>('create-campaign', yen)
  const body = { accountId: otherAccount, entityId, entityType: 'campaign', changePercent: 1.5 }
  const dry = await post('update-budget', { ...body, dryRun: true })
  assert.deepEqual(dry.new, { dailyBudget: 5076, lifetimeBudget: null })
  assert.deepEqual((await post('update-budget', body)).new, dry.new)
})

test('a budget that was changed too often is told with the wait, and the rest of the account goes on', async () => {
  const id = await makeAdSet()
  const set = (dailyBudget: number) =>
    app.call<Refusal>('POST', '/v1/manage/update-budget', {
      body: { accountId, entityId: id, entityType: 'adset', dailyBudget },
    })
  for (const amount of [21, 22, 23, 24]) assert.equal((await set(amount)).status, 200)
  const refused = await set(25)
  assert.equal(refused.status, 503)
  assert.equal(refused.body.error.details?.subcode, 1487632)
  assert.ok(Number(refused.headers.get('retry-after')) > 60)
  assert.equal((await app.call('GET', `/v1/manage/list-ads?accountId=${accountId}`)).status, 200)
})

test('postal codes are replaced, added and removed', async () => {
  const id = await makeAdSet()
  const zips = (body: object) => post('update-adset-zip-targeting', { accountId, adSetId: id, ...body })
  const first = await zips({ zips: ['US:10001', { key: 'us:94304' }, 'nonsense'] })
  assert.deepEqual(first, {
    success: true,
    adSetId: id,
    sandbox: true,
    zips: ['US:10001', 'US:94304'],
    added: ['US:10001', 'US:94304'],
    removed: [],
    invalid: ['nonsense'],
  })
  const stored = await readNode<{ targeting: Record<string, unknown> }>(app, id, 'targeting')
  assert.deepEqual(stored.targeting.geo_locations, { zips: [{ key: 'US:10001' }, { key: 'US:94304' }] })
  assert.equal(stored.targeting.age_min, 21)
  const foreign = { accountId, adSetId: id, zips: ['US:SW1A 1AA', 'ZZ:1'] }
  const { body: told } = await app.call<{ message: string }>('POST', '/v1/manage/update-adset-zip-targeting', {
    body: foreign,
  })
  assert.match(told.message, /there is no US:SW1A 1AA, ZZ:1$/)
  const merged = await zips({ zips: ['US:73301'], mode: 'merge' })
  assert.deepEqual(merged.zips, ['US:10001', 'US:94304', 'US:73301'])
  const removed = await zips({ zips: ['US:10001', 'US:00000'], mode: 'remove' })
  assert.deepEqual([removed.zips, removed.removed], [['US:94304', 'US:73301'], ['US:10001']])
  await assertRefused(app, '/v1/manage/update-adset-zip-targeting', {
    what: 'removing the last place',
    body: { accountId, adSetId: id, zips: ['US:94304', 'US:73301'], mode: 'remove' },
    path: 'zips',
  })
})

test('a dry run of every change asks the platform and changes nothing', async () => {
  const runs: [string, object, string][] = [
    ['update-campaign', { campaignId, name: 'Dry' }, campaignId],
    ['update-adset', { adSetId, name: 'Dry', dailyBudget: 99 }, adSetId],
    ['update-ad', { adId, name: 'Dry', title: 'Dry' }, adId],
    ['update-budget', { entityId: adSetId, entityType: 'adset', dailyBudget: 99 }, adSetId],
    ['update-adset-zip-targeting', { adSetId, zips: ['US:10001'] }, adSetId],
  ]
  for (const [path, fields, id] of runs) {
    const look = () => readNode(app, id, 'name,updated_time')
    const before = await look()
    const body = await post(path, { accountId, ...fields, dryRun: true })
    assert.deepEqual([body.dryRun, body.depth], [true, 'platform'], path)
    assert.deepEqual(await look(), before, path)
  }
})

const rules: [string, string, object, string, number?][] = [
  ['update-campaign', 'nothing to change', { campaignId }, '', 400],
  ['update-campaign', 'two budgets', { campaignId, dailyBudget: 10, lifetimeBudget: 10 }, 'lifetimeBudget'],
  ['update-campaign', 'an unknown bid strategy', { campaignId, bidStrategy: 'HOPE' }, 'bidStrategy'],
  ['update-campaign', 'an end in the past', { campaignId, endTime: inDays(-1) }, 'endTime'],
  [
    'update-campaign',
    'a budget where the ad sets hold it',
    { campaignId: bareCampaign, dailyBudget: 10 },
    'dailyBudget',
  ],
  ['update-adset', 'nothing to change', { adSetId }, '', 400],
  ['update-adset', 'a budget where the campaign holds it', { adSetId: adSetInBudget, dailyBudget: 10 }, 'dailyBudget'],
  ['update-adset', 'a lifetime budget without an end', { adSetId, lifetimeBudget: 100 }, 'endTime'],
  ['update-adset', 'an empty location', { adSetId, location: { countries: [] } }, 'location'],
  ['update-adset', 'a market and no country', { adSetId, location: { geo_markets: ['DMA:501'] } }, 'location'],
  ['update-adset', 'a negative bid', { adSetId, bidAmount: -1 }, 'bidAmount', 400],
  ['update-ad', 'nothing to change', { adId }, '', 400],
  ['update-ad', 'an unknown button', { adId, cta: 'PUSH_ME' }, 'cta'],
  ['update-ad', 'a link that is no web address', { adId, link: 'javascript:1' }, 'link'],
  ['update-budget', 'no amount', { entityId: adSetId, entityType: 'adset' }, 'dailyBudget', 400],
  [
    'update-budget',
    'an amount and a percentage',
    { entityId: adSetId, entityType: 'adset', dailyBudget: 5, changePercent: 5 },
    'changePercent',
    400,
  ],
  [
    'update-budget',
    'a cut of a hundred percent',
    { entityId: adSetId, entityType: 'adset', changePercent: -100 },
    'changePercent',
    400,
  ],
  [
    'update-budget',
    'a lifetime without an end',
    { entityId: adSetId, entityType: 'adset', lifetimeBudget: 500 },
    'endTime',
  ],
  [
    'update-budget',
    'an end of a campaign, which has none',
    { entityId: campaignId, entityType: 'campaign', lifetimeBudget: 500, endTime: inDays(40) },
    'endTime',
  ],
  ['update-budget', 'a tenth of a cent', { entityId: adSetId, entityType: 'adset', dailyBudget: 5.001 }, 'dailyBudget'],
  [
    'update-budget',
    'a percentage of no budget',
    { entityId: bareCampaign, entityType: 'campaign', changePercent: 5 },
    'changePercent',
  ],
  ['update-budget', 'the budget of an ad', { entityId: adId, entityType: 'ad', dailyBudget: 5 }, 'entityType', 400],
  ['update-adset-zip-targeting', 'no readable postal code', { adSetId, zips: ['10001'] }, 'zips'],
  ['update-adset-zip-targeting', 'an unknown mode', { adSetId, zips: ['US:10001'], mode: 'shuffle' }, 'mode', 400],
]

for (const [path, what, body, field, status] of rules) {
  test(`${path} with ${what} is refused and changes nothing`, () =>
    assertRefused(app, `/v1/manage/${path}`, { what, body: { accountId, ...body }, path: field, status }))
}

const changes: [string, object][] = [
  ['update-campaign', { campaignId, name: 'Mine now' }],
  ['update-adset', { adSetId, name: 'Mine now' }],
  ['update-ad', { adId, name: 'Mine now' }],
  ['update-budget', { entityId: adSetId, entityType: 'adset', dailyBudget: 5 }],
  ['update-adset-zip-targeting', { adSetId, zips: ['US:10001'] }],
]

for (const [path, body] of changes) {
  test(`${path} is 404 to a stranger, whichever account he names`, async () => {
    const theirs = await app.call<{ data: { id: string }[] }>('GET', '/v1/adaccounts?platform=primary', {
      key: stranger.key,
    })
    const calls = await watchCalls(app)
    for (const account of [accountId, theirs.body.data[0]!.id]) {
      const reply = await app.call('POST', `/v1/manage/${path}`, {
        key: stranger.key,
        body: { accountId: account, ...body },
      })
      assert.equal(reply.status, 404, JSON.stringify(reply.body))
    }
    const elsewhere = await app.call('POST', `/v1/manage/${path}`, { body: { accountId: otherAccount, ...body } })
    assert.equal(elsewhere.status, 404, JSON.stringify(elsewhere.body))
    assert.deepEqual(await calls.writes(), [])
  })
}

test('a budget can be changed without naming the account, but not by a stranger', async () => {
  const body = { entityId: adSetId, entityType: 'adset', dailyBudget: 5 }
  assert.equal((await app.call('POST', '/v1/manage/update-budget', { key: stranger.key, body })).status, 404)
})
