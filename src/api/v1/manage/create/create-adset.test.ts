import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture } from '../../../../../test/support/demo.ts'
import { startTestApp } from '../../../../../test/support/harness.ts'
import { creatingIn } from '../../../../../test/support/manage/creating.ts'
import { assertRefused, inDays, readNode, watchCalls } from '../../../../../test/support/manage/manage.ts'
import { noForecast } from '../../../../core/guards/forecast/shape.ts'

const app = await startTestApp()
const { accounts, page } = await demoFixture(app)
const account = accounts.find(({ currency }) => currency === 'USD')!.id
const url = '/v1/manage/create-adset'
const { makeCampaign, create } = creatingIn(app, account)

const pixels = await app.call<{ data: { id: string }[] }>('GET', `/v1/conversions/pixels?businessId=${account}`)
const pixel = pixels.body.data[0]!.id
const traffic = await makeCampaign({})
const sales = await makeCampaign({ objective: 'OUTCOME_SALES' })
const good = { accountId: account, campaignId: traffic, name: 'Broad', dailyBudget: 20 }
const targetingOf = async (id: string) =>
  (await readNode<{ targeting: Record<string, unknown> }>(app, id, 'targeting')).targeting

test('an ad set needs no more than a name and a budget, and is shown in the United States', async () => {
  const calls = await watchCalls(app)
  const { adSetId, adSet, fallbackApplied } = await create(good)
  assert.equal((await calls.writes()).length, 1, 'nothing is refused first')
  assert.deepEqual(adSet, {
    id: adSetId,
    name: 'Broad',
    campaign_id: traffic,
    status: 'PAUSED',
    optimization_goal: 'LINK_CLICKS',
  })
  assert.equal(fallbackApplied, 'automated_audience_on')
  assert.deepEqual(await targetingOf(adSetId), {
    geo_locations: { countries: ['US'] },
    targeting_automation: { advantage_audience: 1 },
  })
})

test('the platform is always told how to bid, also where the caller says nothing', async () => {
  const { adSetId } = await create(good)
  assert.equal((await readNode(app, adSetId, 'bid_strategy')).bid_strategy, 'LOWEST_COST_WITHOUT_CAP')
  const campaignId = await makeCampaign({ dailyBudget: 50 })
  assert.equal((await readNode(app, campaignId, 'bid_strategy')).bid_strategy, 'LOWEST_COST_WITHOUT_CAP')
})

test('should the platform miss a bid all the same, the ad set is sent again with the usual strategy', async () => {
  const campaignId = await makeCampaign({ dailyBudget: 50 })
  const targeting = { targeting_automation: { advantage_audience: 0 } }
  const match = { method: 'POST', path: '/adsets$' }
  const fault = { platform: 'meta', match, fault: 'platform-error', code: 100, subcode: 2490487 }
  await app.control('POST', 'faults', { ...fault, times: 1 })
  const made = await create({ accountId: account, campaignId, name: 'Broad', targeting })
  assert.equal(made.fallbackApplied, 'lowest_cost')
  await app.control('POST', 'faults', { ...fault, times: 2 })
  const { status } = await app.call('POST', url, { body: { accountId: account, campaignId, name: 'Broad', targeting } })
  assert.equal(status, 502, 'a second refusal is told')
  await app.control('DELETE', 'faults')
})

test('every field of the contract reaches the platform, in either spelling', async () => {
  const { adSetId } = await create({
    business_id: account,
    campaign_id: sales,
    name: 'Everything',
    status: 'ACTIVE',
    lifetime_budget: 700.5,
    billing_event: 'IMPRESSIONS',
    optimization_goal: 'OFFSITE_CONVERSIONS',
    bid_strategy: 'COST_CAP',
    bid_amount: 12.34,
    destination_type: 'WEBSITE',
    promoted_object: { pixel_id: pixel, custom_event_type: 'PURCHASE' },
    attribution_spec: [
      { event_type: 'CLICK_THROUGH', window_days: 7 },
      { eventType: 'VIEW_THROUGH', windowDays: 1 },
    ],
    start_time: inDays(1),
    end_time: inDays(9),
    pacing_type: ['standard'],
    existing_customer_budget_percentage: 20,
    targeting: {
      age_min: 21,
      publisher_platforms: ['primary', 'secondary'],
      targeting_automation: { advantage_audience: 0 },
    },
    dsa_beneficiary: 'Harbor & Pine',
    dsa_payor: 'Harbor & Pine',
    value_rule_set_id: '77',
    value_rules_applied: true,
    lifetime_min_spend_target: 10,
    lifetime_spend_cap: 650,
    location: {
      countries: ['de'],
      cities: [{ key: '2490299', radius: 25, distance_unit: 'mile' }],
      zips: ['US:94304'],
    },
  })
  const stored = await readNode(
    app,
    adSetId,
    'status,lifetime_budget,bid_strategy,bid_amount,destination_type,promoted_object,attribution_spec,pacing_type,existing_customer_budget_percentage,dsa_payor,value_rule_set_id,value_rules_applied,lifetime_min_spend_target,lifetime_spend_cap,targeting',
  )
  assert.deepEqual(stored, {
    id: adSetId,
    status: 'ACTIVE',
    lifetime_budget: '70050',
    bid_strategy: 'COST_CAP',
    bid_amount: 1234,
    destination_type: 'WEBSITE',
    promoted_object: { pixel_id: pixel, custom_event_type: 'PURCHASE' },
    attribution_spec: [
      { event_type: 'CLICK_THROUGH', window_days: 7 },
      { event_type: 'VIEW_THROUGH', window_days: 1 },
    ],
    pacing_type: ['standard'],
    existing_customer_budget_percentage: 20,
    dsa_payor: 'Harbor & Pine',
    value_rule_set_id: '77',
    value_rules_applied: true,
    lifetime_min_spend_target: '1000',
    lifetime_spend_cap: '65000',
    targeting: {
      age_min: 21,
      publisher_platforms: ['facebook', 'instagram'],
      targeting_automation: { advantage_audience: 0 },
      geo_locations: {
        countries: ['DE'],
        cities: [{ key: '2490299', radius: 25, distance_unit: 'mile' }],
        zips: [{ key: 'US:94304' }],
      },
    },
  })
})

test('a location wins over geo_locations, and what it leaves out goes where the platform wants it', async () => {
  const { adSetId } = await create({
    ...good,
    targeting: { geo_locations: { countries: ['US'] } },
    location: { countries: ['CA'], excluded_locations: { regions: [{ key: '3847' }] } },
  })
  const targeting = await targetingOf(adSetId)
  assert.deepEqual(targeting.geo_locations, { countries: ['CA'] })
  assert.deepEqual(targeting.excluded_geo_locations, { regions: [{ key: '3847' }] })
})

test('without a goal, one is chosen that goes with the objective', async () => {
  const promoted = { pixel_id: pixel, custom_event_type: 'PURCHASE' }
  const goalOf = async (body: object) => (await create({ ...good, ...body })).adSet.optimization_goal
  assert.equal(await goalOf({ campaignId: sales, promotedObject: promoted }), 'OFFSITE_CONVERSIONS')
  assert.equal(await goalOf({ campaignId: sales, destinationType: 'PHONE_CALL' }), 'QUALITY_CALL')
  assert.equal(await goalOf({ campaignId: await makeCampaign({ objective: 'OUTCOME_AWARENESS' }) }), 'REACH')
  const leads = await makeCampaign({ objective: 'OUTCOME_LEADS' })
  assert.equal(await goalOf({ campaignId: leads, promotedObject: { page_id: page } }), 'LEAD_GENERATION')
  const engagement = await makeCampaign({ objective: 'OUTCOME_ENGAGEMENT' })
  assert.equal(await goalOf({ campaignId: engagement }), 'POST_ENGAGEMENT')
})

test('a phone call is a destination with its own goal; website and phone is sent as the website', async () => {
  const goals = new Map([
    ['OUTCOME_AWARENESS', 'QUALITY_CALL'],
    ['OUTCOME_ENGAGEMENT', 'QUALITY_CALL'],
    ['OUTCOME_TRAFFIC', 'QUALITY_CALL'],
  ])
  for (const [objective, goal] of goals) {
    const campaignId = await makeCampaign({ objective })
    const { adSetId, adSet } = await create({ ...good, campaignId, destinationType: 'PHONE_CALL' })
    assert.equal(adSet.optimization_goal, goal, objective)
    assert.equal((await readNode(app, adSetId, 'destination_type')).destination_type, 'UNDEFINED')
  }
  const { adSetId, adSet } = await create({ ...good, campaignId: sales, destinationType: 'WEBSITE_AND_PHONE_CALL' })
  assert.equal(adSet.optimization_goal, 'LINK_CLICKS')
  assert.equal((await readNode(app, adSetId, 'destination_type')).destination_type, 'WEBSITE')
})

test('laws of single countries and the identities behind the ads are passed on', async () => {
  const { adSetId } = await create({
    ...good,
    regionalRegulatedCategories: ['SINGAPORE_UNIVERSAL'],
    regional_regulation_identities: { singaporeUniversalBeneficiary: '4260400000000001', singapore_universal_payer: 7 },
  })
  assert.deepEqual(await readNode(app, adSetId, 'regional_regulated_categories,regional_regulation_identities'), {
    id: adSetId,
    regional_regulated_categories: ['SINGAPORE_UNIVERSAL'],
    regional_regulation_identities: {
      singapore_universal_beneficiary: '4260400000000001',
      singapore_universal_payer: '7',
    },
  })
})

test('messages on the secondary network are a destination in neutral words and in the brand words', async () => {
  const words = {
    MESSAGING_SECONDARY_DIRECT_MESSENGER: 'MESSAGING_INSTAGRAM_DIRECT_MESSENGER',
    MESSAGING_SECONDARY_DIRECT_MESSENGER_CHAT_APP: 'MESSAGING_INSTAGRAM_DIRECT_MESSENGER_WHATSAPP',
    MESSAGING_INSTAGRAM_DIRECT_MESSENGER: 'MESSAGING_INSTAGRAM_DIRECT_MESSENGER',
  }
  for (const [word, wire] of Object.entries(words)) {
    const { adSetId } = await create({
      ...good,
      campaignId: sales,
      destinationType: word,
      promotedObject: { page_id: page },
    })
    assert.equal((await readNode(app, adSetId, 'destination_type')).destination_type, wire)
  }
})

test('narrow targeting without a word about the automated audience gets it switched off', async () => {
  const calls = await watchCalls(app)
  const { adSetId, fallbackApplied } = await create({ ...good, targeting: { age_min: 30, age_max: 45 } })
  assert.equal((await calls.writes()).length, 1, 'nothing is refused first')
  assert.equal(fallbackApplied, 'automated_audience_off')
  const targeting = await targetingOf(adSetId)
  assert.deepEqual(targeting.targeting_automation, { advantage_audience: 0 })
  assert.equal(targeting.age_min, 30)
})

test('ages that do not go with the automated audience win over it', async () => {
  const calls = await watchCalls(app)
  const { adSetId, fallbackApplied } = await create({
    ...good,
    targeting: { age_min: 30, targeting_automation: { advantage_audience: 1 } },
  })
  assert.equal((await calls.writes()).length, 1, 'nothing is refused first')
  assert.equal(fallbackApplied, 'automated_audience_off')
  assert.deepEqual((await targetingOf(adSetId)).targeting_automation, { advantage_audience: 0 })
})

test('should the platform miss the word all the same, the ad set is sent again', async () => {
  const match = { method: 'POST', path: '/adsets$' }
  const fault = { platform: 'meta', match, fault: 'platform-error', code: 100, subcode: 1870227 }
  await app.control('POST', 'faults', { ...fault, times: 1 })
  assert.equal((await create(good)).fallbackApplied, 'automated_audience_on')
  await app.control('DELETE', 'faults')
})

test('a clear word about the automated audience needs no second try', async () => {
  const calls = await watchCalls(app)
  const made = await create({ ...good, targeting: { targeting_automation: { advantage_audience: 0 } } })
  assert.equal(made.fallbackApplied, undefined)
  assert.equal((await calls.writes()).length, 1)
})

test('the old explore placement becomes its successor', async () => {
  const { adSetId } = await create({
    ...good,
    targeting: { publisher_platforms: ['secondary'], secondary_positions: ['stream', 'explore'] },
  })
  assert.deepEqual((await targetingOf(adSetId)).instagram_positions, ['stream', 'explore_home'])
})

test("a campaign's bid is used by its ad sets, and its automation by their audience", async () => {
  const campaignId = await makeCampaign({
    objective: 'OUTCOME_SALES',
    dailyBudget: 90,
    bidStrategy: 'COST_CAP',
    campaignBidAmount: 7.5,
    isAutomatedCampaign: true,
  })
  const { adSetId } = await create({ accountId: account, campaignId, name: 'Automated' })
  const stored = await readNode(app, adSetId, 'bid_amount,targeting')
  assert.equal(stored.bid_amount, 750)
  assert.deepEqual((stored.targeting as Record<string, unknown>).targeting_automation, { advantage_audience: 1 })
  const state = await readNode(app, campaignId, 'advantage_state_info')
  assert.equal((state.advantage_state_info as Record<string, unknown>).advantage_state, 'ADVANTAGE_PLUS_SALES')
  await assertRefused(app, url, {
    what: 'placements in an automated campaign',
    body: { accountId: account, campaignId, name: 'x', targeting: { publisher_platforms: ['primary'] } },
    path: 'targeting.publisher_platforms',
  })
  await assertRefused(app, url, {
    what: 'a share for existing customers in an automated campaign',
    body: { accountId: account, campaignId, name: 'x', existingCustomerBudgetPercentage: 20 },
    path: 'existingCustomerBudgetPercentage',
  })
})

test('a dry run asks the platform and creates nothing', async () => {
  const adSets = async () =>
    (await app.control<{ counts: { adsets: number } }>('GET', 'state?platform=meta')).counts.adsets
  const before = await adSets()
  const { body } = await app.call('POST', url, { body: { ...good, dryRun: true } })
  const rehearsed = { dryRun: true, depth: 'platform', ...noForecast }
  assert.deepEqual(body, { success: true, adSetId: null, adSet: null, sandbox: true, ...rehearsed })
  assert.equal(await adSets(), before)
})

test('an ad set whose answer got lost is found again, not made twice', async () => {
  const match = { method: 'POST', path: '/adsets$' }
  await app.control('POST', 'faults', { platform: 'meta', match, fault: 'drop-after', times: 1 })
  const body = { ...good, name: 'Lost and found', targeting: { targeting_automation: { advantage_audience: 1 } } }
  const { adSetId } = await create(body)
  const found = await app.call<{ data: { value: string }[] }>('GET', `/v1/adsets?accountId=${account}&search=Lost`)
  assert.deepEqual(
    found.body.data.map(({ value }) => value),
    [adSetId],
  )
})
