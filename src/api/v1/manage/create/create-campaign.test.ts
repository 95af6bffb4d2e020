import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture } from '../../../../../test/support/demo.ts'
import { startTestApp } from '../../../../../test/support/harness.ts'
import { assertRefused, readNode, watchCalls } from '../../../../../test/support/manage/manage.ts'
import type { Refusal } from '../../../../../test/support/manage/manage.ts'
import { noForecast } from '../../../../core/guards/forecast/shape.ts'

const app = await startTestApp()
const { accounts } = await demoFixture(app)
const dollars = accounts.find(({ currency }) => currency === 'USD')!.id
const yen = accounts.find(({ currency }) => currency === 'JPY')!.id
const url = '/v1/manage/create-campaign'

interface Created {
  success: true
  campaignId: string
  campaign: Record<string, unknown>
  specialAdCategoryCountry?: string[]
}

const create = (body: object) => app.call<Created>('POST', url, { body })

test('a campaign is created paused and answered with the fields of the contract', async () => {
  const { status, body } = await create({ accountId: dollars, name: 'Spring', objective: 'OUTCOME_TRAFFIC' })
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(body, {
    success: true,
    campaignId: body.campaignId,
    sandbox: true,
    campaign: {
      id: body.campaignId,
      name: 'Spring',
      objective: 'OUTCOME_TRAFFIC',
      status: 'PAUSED',
      buying_type: 'AUCTION',
    },
  })
})

test('snake_case, the other account name and every field of the contract are understood', async () => {
  const { body } = await create({
    business_id: dollars,
    name: 'App push',
    objective: 'OUTCOME_APP_PROMOTION',
    status: 'ACTIVE',
    buying_type: 'AUCTION',
    special_ad_categories: ['NONE'],
    daily_budget: 80.25,
    bid_strategy: 'COST_CAP',
    campaign_bid_amount: 4.5,
    campaign_spend_cap: 5000,
    campaign_budget_optimization: true,
    campaign_budget_type: 'DAILY',
    is_automated_campaign: true,
    is_app_network_attribution: true,
    promoted_object: { application_id: '5550000000001', object_store_url: 'https://apps.example/id5550000000001' },
  })
  const fields =
    'status,daily_budget,bid_strategy,spend_cap,is_skadnetwork_attribution,promoted_object,special_ad_categories'
  const stored = await readNode(app, body.campaignId, fields)
  assert.deepEqual(stored, {
    id: body.campaignId,
    status: 'ACTIVE',
    daily_budget: '8025',
    bid_strategy: 'COST_CAP',
    spend_cap: '500000',
    is_skadnetwork_attribution: true,
    promoted_object: { application_id: '5550000000001', object_store_url: 'https://apps.example/id5550000000001' },
    special_ad_categories: [],
  })
})

test('a special category goes to the platform together with its countries', async () => {
  const { status, body } = await create({
    accountId: dollars,
    name: 'Flats to let',
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: ['HOUSING'],
    special_ad_category_country: ['us', 'CA'],
  })
  assert.equal(status, 200, JSON.stringify(body))
  const stored = await readNode(app, body.campaignId, 'special_ad_categories,special_ad_category_country')
  assert.deepEqual(stored, {
    id: body.campaignId,
    special_ad_categories: ['HOUSING'],
    special_ad_category_country: ['US', 'CA'],
  })
})

test('a special category alone holds in the country of the account and in the United States, and every answer says so', async () => {
  const flats = { name: 'Flats to let', objective: 'OUTCOME_TRAFFIC', specialAdCategories: ['HOUSING'] }
  for (const [accountId, countries] of [
    [dollars, ['US']],
    [yen, ['JP', 'US']],
  ] as const) {
    const rehearsed = await create({ ...flats, accountId, dryRun: true })
    assert.deepEqual([rehearsed.status, rehearsed.body.specialAdCategoryCountry], [200, countries])
    const { body } = await create({ ...flats, accountId })
    assert.deepEqual(body.specialAdCategoryCountry, countries)
    const stored = await readNode(app, body.campaignId, 'special_ad_category_country')
    assert.deepEqual(stored['special_ad_category_country'], countries)
  }
  const plain = await create({ ...flats, accountId: dollars, specialAdCategories: ['NONE'] })
  assert.equal(plain.body.specialAdCategoryCountry, undefined)
})

test('a budget in yen is not multiplied by a hundred', async () => {
  const { body } = await create({
    accountId: yen,
    name: 'Tokyo',
    objective: 'OUTCOME_AWARENESS',
    dailyBudget: 6000,
  })
  assert.equal((await readNode(app, body.campaignId, 'daily_budget')).daily_budget, '6000')
})

const good = { accountId: dollars, name: 'Rules', objective: 'OUTCOME_SALES' }
const rules: [string, object, string, number?][] = [
  ['an unknown objective', { objective: 'MORE_MONEY' }, 'objective', 400],
  ['a status that cannot be created', { status: 'ARCHIVED' }, 'status', 400],
  ['an unknown buying type', { buyingType: 'BARTER' }, 'buyingType', 400],
  ['an unknown bid strategy', { dailyBudget: 10, bidStrategy: 'HOPE' }, 'bidStrategy'],
  ['an unknown special category', { specialAdCategories: ['HOUSING', 'GOSSIP'] }, 'specialAdCategories.1'],
  [
    'a country that is no code',
    { specialAdCategories: ['CREDIT'], specialAdCategoryCountry: ['US', 'Canada'] },
    'specialAdCategoryCountry.1',
  ],
  ['two budgets', { dailyBudget: 10, lifetimeBudget: 100 }, 'lifetimeBudget'],
  ['a budget of nothing', { dailyBudget: 0 }, 'dailyBudget', 400],
  ['a tenth of a cent', { dailyBudget: 10.001 }, 'dailyBudget'],
  ['half a yen', { accountId: yen, dailyBudget: 1500.5 }, 'dailyBudget'],
  [
    'a budget that the campaign is told not to hold',
    { campaignBudgetOptimization: false, dailyBudget: 10 },
    'campaignBudgetOptimization',
  ],
  ['campaign budget optimization without a budget', { campaignBudgetOptimization: true }, 'dailyBudget'],
  ['a budget type that is another', { campaignBudgetType: 'lifetime', dailyBudget: 10 }, 'campaignBudgetType'],
  ['a bid strategy without a budget', { bidStrategy: 'COST_CAP' }, 'bidStrategy'],
  ['a bid without a strategy that takes one', { dailyBudget: 10, campaignBidAmount: 2 }, 'campaignBidAmount'],
  ['an automated campaign without a budget', { isAutomatedCampaign: true }, 'dailyBudget'],
  [
    'an automated campaign for awareness',
    { isAutomatedCampaign: true, dailyBudget: 10, objective: 'OUTCOME_AWARENESS' },
    'isAutomatedCampaign',
  ],
  [
    'app attribution without an app',
    { isAppNetworkAttribution: true, objective: 'OUTCOME_APP_PROMOTION' },
    'promotedObject.application_id',
  ],
  ['app attribution for sales', { isAppNetworkAttribution: true }, 'isAppNetworkAttribution'],
  ['a name of 401 characters', { name: 'x'.repeat(401) }, 'name'],
  ['no name', { name: undefined }, 'name', 400],
  ['a budget that is no number', { dailyBudget: 'plenty' }, 'dailyBudget', 400],
]

for (const [what, change, path, status] of rules) {
  test(`a campaign with ${what} is refused before the platform is asked`, () =>
    assertRefused(app, url, { what, body: { ...good, ...change }, path, status }))
}

test("another company's account does not exist", async () => {
  const { key } = await app.stranger()
  const calls = await watchCalls(app)
  const reply = await app.call<Refusal>('POST', url, { key, body: good })
  assert.equal(reply.status, 404)
  assert.deepEqual(await calls.writes(), [])
})

test('a dry run asks the platform and creates nothing', async () => {
  const count = async () => (await app.control<{ counts: { campaigns: number } }>('GET', 'state?platform=meta')).counts
  const before = await count()
  const { body } = await app.call('POST', url, { body: { ...good, dailyBudget: 20, dryRun: true } })
  const rehearsed = { dryRun: true, depth: 'platform', ...noForecast }
  assert.deepEqual(body, { success: true, campaignId: null, campaign: null, sandbox: true, ...rehearsed })
  assert.deepEqual(await count(), before)
})

test('what only the platform knows is passed on with its code, trace and a hint, without the token', async () => {
  const reply = await app.call<Refusal>('POST', url, { body: { ...good, dailyBudget: 0.01 } })
  assert.equal(reply.status, 502)
  const { details } = reply.body.error
  assert.equal(details?.platform, 'primary')
  assert.equal(details?.code, 100)
  assert.equal(details?.subcode, 1885272)
  assert.equal(details?.field, 'daily_budget')
  assert.match(String(details?.traceId), /./)
  assert.match(String(details?.hint), /Raise it/)
  assert.ok(!JSON.stringify(reply.body).includes('sandbox-meta-token'))
})

test('a campaign whose answer got lost is found again, not made twice', async () => {
  await app.control('POST', 'faults', {
    platform: 'meta',
    match: { method: 'POST', path: '/campaigns$' },
    fault: 'drop-after',
    times: 1,
  })
  const { status, body } = await create({ ...good, name: 'Lost and found' })
  assert.equal(status, 200, JSON.stringify(body))
  const { body: list } = await app.call<{ data: { id: string; name: string }[] }>(
    'GET',
    `/v1/campaigns?accountId=${dollars}&limit=500`,
  )
  const named = list.data.filter(({ name }) => name === 'Lost and found')
  assert.deepEqual(
    named.map(({ id }) => id),
    [body.campaignId],
  )
})

test('the same Idempotency-Key answers with the same campaign', async () => {
  const headers = { 'idempotency-key': 'campaign-once' }
  const first = await app.call<Created>('POST', url, { body: good, headers })
  const second = await app.call<Created>('POST', url, { body: good, headers })
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.equal(second.body.campaignId, first.body.campaignId)
})
