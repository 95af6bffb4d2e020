import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from '../../../test/support/simulated/refused.ts'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import {
  adSetForm,
  campaignForm,
  graphClient,
  jpyAccount,
  page,
  pixel,
  targeting,
  usdAccount,
} from '../../../test/support/simulated/primary.ts'
import type { GraphClient } from '../../../test/support/simulated/primary.ts'

type Form = Record<string, unknown>

test('campaigns that the platform would refuse are refused with its codes', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const cases: [string, Form, number | undefined, string][] = [
    ['no name', { name: undefined }, undefined, 'name'],
    ['no objective', { objective: undefined }, undefined, 'objective'],
    ['unknown objective', { objective: 'FAME' }, undefined, 'objective'],
    ['legacy objective', { objective: 'CONVERSIONS' }, undefined, 'objective'],
    ['no special ad categories', { special_ad_categories: undefined }, undefined, 'special_ad_categories'],
    ['unknown category', { special_ad_categories: ['FUN'] }, undefined, 'special_ad_categories'],
    [
      'special category without countries',
      { special_ad_categories: ['HOUSING'] },
      undefined,
      'special_ad_category_country',
    ],
    [
      'special category in no country that exists',
      { special_ad_categories: ['HOUSING'], special_ad_category_country: ['XX'] },
      undefined,
      'special_ad_category_country',
    ],
    [
      'budget sharing not chosen',
      { is_adset_budget_sharing_enabled: undefined },
      4834011,
      'is_adset_budget_sharing_enabled',
    ],
    ['budget too low', { daily_budget: 50 }, 1885272, 'daily_budget'],
    ['two budgets', { daily_budget: 5000, lifetime_budget: 5000 }, undefined, 'lifetime_budget'],
    ['budget that is no integer', { daily_budget: '10.5' }, undefined, 'daily_budget'],
    ['spend cap too low', { spend_cap: 100 }, 2446307, 'spend_cap'],
    ['status other than active or paused', { status: 'ARCHIVED' }, undefined, 'status'],
    ['bid strategy without campaign budget', { bid_strategy: 'COST_CAP' }, undefined, 'bid_strategy'],
    [
      'automated shopping campaign',
      { smart_promotion_type: 'AUTOMATED_SHOPPING_ADS' },
      undefined,
      'smart_promotion_type',
    ],
    ['date_format', { date_format: 'U' }, undefined, 'date_format'],
  ]
  for (const [title, change, subcode, field] of cases)
    assertRefused(await client.post(`${usdAccount}/campaigns`, { ...campaignForm, ...change }), subcode, field, title)
})

type Case = [title: string, change: Form, subcode: number | undefined, field: string]

interface Campaigns {
  traffic: string
  sales: string
  budgeted: string
  capped: string
  foreign: string
}

async function createCampaigns(client: GraphClient): Promise<Campaigns> {
  const create = (change: Form, account = usdAccount) =>
    client.create(`${account}/campaigns`, { ...campaignForm, ...change })
  return {
    traffic: await create({}),
    sales: await create({ objective: 'OUTCOME_SALES' }),
    budgeted: await create({ daily_budget: 5000 }),
    capped: await create({ daily_budget: 5000, bid_strategy: 'COST_CAP' }),
    foreign: await create({}, jpyAccount),
  }
}

const explore = { ...targeting, publisher_platforms: ['instagram'], instagram_positions: ['explore'] }

function budgetCases({ foreign, budgeted }: Campaigns): Case[] {
  const tomorrow = Math.floor(Date.now() / 1000) + 3600 * 20
  return [
    ['no name', { name: undefined }, undefined, 'name'],
    ['name too long', { name: 'x'.repeat(401) }, undefined, 'name'],
    ['unknown campaign', { campaign_id: '120219999999999999' }, undefined, 'campaign_id'],
    ['campaign of another account', { campaign_id: foreign }, undefined, 'campaign_id'],
    ['budget on both levels', { campaign_id: budgeted }, 1885621, 'daily_budget'],
    ['budget on no level', { daily_budget: undefined }, undefined, 'daily_budget'],
    ['budget too low', { daily_budget: 99 }, 1885272, 'daily_budget'],
    ['lifetime budget without an end', { daily_budget: undefined, lifetime_budget: 50000 }, undefined, 'end_time'],
    [
      'lifetime budget for less than a day',
      { daily_budget: undefined, lifetime_budget: 50000, end_time: tomorrow },
      1487094,
      'end_time',
    ],
    ['end in the past', { end_time: 1_600_000_000 }, 1487033, 'end_time'],
    ['unknown billing event', { billing_event: 'SMILES' }, undefined, 'billing_event'],
    ['destination that is none', { destination_type: 'WEBSITE_AND_PHONE_CALL' }, undefined, 'destination_type'],
    ['destination of a guide', { destination_type: 'PHONE_CALL' }, undefined, 'destination_type'],
    [
      'law that is none',
      { regional_regulated_categories: ['ATLANTIS_UNIVERSAL'] },
      undefined,
      'regional_regulated_categories',
    ],
    [
      'identity that is none',
      { regional_regulation_identities: { universal_payer: 'Acme' } },
      undefined,
      'regional_regulation_identities',
    ],
    ['old explore placement', { targeting: explore }, undefined, 'instagram_positions'],
    ['status other than active or paused', { status: 'DELETED' }, undefined, 'status'],
  ]
}

function audienceCases(): Case[] {
  const germany = { ...targeting, geo_locations: { countries: ['DE'] } }
  const advantage = { ...targeting, targeting_automation: { advantage_audience: 1 } }
  return [
    [
      'advantage audience not chosen',
      { targeting: { geo_locations: { countries: ['US'] } } },
      1870227,
      'targeting_automation',
    ],
    ['advantage audience with a low maximum age', { targeting: { ...advantage, age_max: 50 } }, 1870189, 'age_max'],
    ['advantage audience with a high minimum age', { targeting: { ...advantage, age_min: 30 } }, 1870188, 'age_min'],
    ['no location', { targeting: { targeting_automation: { advantage_audience: 0 } } }, undefined, 'geo_locations'],
    ['no targeting', { targeting: undefined }, undefined, 'geo_locations'],
    ['Europe without a payor', { targeting: germany, dsa_beneficiary: 'Us' }, 3858079, 'dsa_payor'],
    ['Europe without a beneficiary', { targeting: germany, dsa_payor: 'Us' }, 3858081, 'dsa_beneficiary'],
  ]
}

function biddingCases({ sales, capped }: Campaigns): Case[] {
  const promoted = { pixel_id: pixel, custom_event_type: 'PURCHASE' }
  const conversion = { campaign_id: sales, optimization_goal: 'OFFSITE_CONVERSIONS', promoted_object: promoted }
  return [
    ['no word on bids', { bid_strategy: undefined }, 2490487, 'bid_amount'],
    ['bid cap without a bid', { bid_strategy: 'LOWEST_COST_WITH_BID_CAP' }, 2490487, 'bid_amount'],
    [
      'cost cap of the campaign without a bid',
      { campaign_id: capped, daily_budget: undefined, bid_strategy: undefined },
      2490487,
      'bid_amount',
    ],
    ['minimum return without a floor', { bid_strategy: 'LOWEST_COST_WITH_MIN_ROAS' }, 2490487, 'bid_constraints'],
    ['bid with automatic bidding', { bid_amount: 500 }, 1885204, 'bid_amount'],
    [
      'attribution too wide for clicks',
      { attribution_spec: [{ event_type: 'CLICK_THROUGH', window_days: 7 }] },
      1885501,
      'attribution_spec',
    ],
    [
      'attribution of 28 days',
      { ...conversion, attribution_spec: [{ event_type: 'CLICK_THROUGH', window_days: 28 }] },
      1885501,
      'attribution_spec',
    ],
    ['conversions without a pixel', { ...conversion, promoted_object: undefined }, undefined, 'promoted_object'],
    [
      'pixel of nobody',
      { ...conversion, promoted_object: { pixel_id: '1', custom_event_type: 'PURCHASE' } },
      undefined,
      'pixel_id',
    ],
    ['page of nobody', { promoted_object: { page_id: '1' } }, 1487202, 'page_id'],
    ['goal that does not fit the objective', { optimization_goal: 'APP_INSTALLS' }, undefined, 'optimization_goal'],
  ]
}

test('ad sets that the platform would refuse are refused with its codes', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const campaigns = await createCampaigns(client)
  const base = adSetForm(campaigns.traffic)
  for (const [title, change, subcode, field] of [
    ...budgetCases(campaigns),
    ...audienceCases(),
    ...biddingCases(campaigns),
  ])
    assertRefused(await client.post(`${usdAccount}/adsets`, { ...base, ...change }), subcode, field, title)
  const older = graphClient(url, undefined, 'v25.0')
  const answer = await older.post(`${usdAccount}/adsets`, { ...base, targeting: explore })
  assertRefused(answer, 2490392, 'instagram_positions', 'explore without explore_home')
})

test('ad sets that follow the rules are created', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const traffic = await client.create(`${usdAccount}/campaigns`, campaignForm)
  const sales = await client.create(`${usdAccount}/campaigns`, {
    ...campaignForm,
    objective: 'OUTCOME_SALES',
    daily_budget: 9000,
  })
  const germany = { ...targeting, geo_locations: { countries: ['DE'] } }
  const inTwoDays = Math.floor(Date.now() / 1000) + 3600 * 48
  const forms: Form[] = [
    adSetForm(traffic),
    { ...adSetForm(traffic), targeting: germany, dsa_payor: 'Us', dsa_beneficiary: 'Us' },
    { ...adSetForm(traffic), bid_strategy: 'COST_CAP', bid_amount: 300 },
    { ...adSetForm(traffic), daily_budget: undefined, lifetime_budget: 90000, end_time: inTwoDays },
    {
      ...adSetForm(sales),
      daily_budget: undefined,
      optimization_goal: 'OFFSITE_CONVERSIONS',
      promoted_object: { pixel_id: pixel, custom_event_type: 'PURCHASE' },
      attribution_spec: [
        { event_type: 'CLICK_THROUGH', window_days: 7 },
        { event_type: 'VIEW_THROUGH', window_days: 1 },
      ],
    },
    { ...adSetForm(traffic), promoted_object: { page_id: page } },
  ]
  for (const form of forms) assert.ok(await client.create(`${usdAccount}/adsets`, form))
})

test('changes follow the rules of the platform', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = graphClient(url)
  const campaignId = await client.create(`${usdAccount}/campaigns`, campaignForm)
  const adsetId = await client.create(`${usdAccount}/adsets`, adSetForm(campaignId))
  assert.deepEqual((await client.post(adsetId, { name: 'Renamed', status: 'PAUSED' })).body, { success: true })
  assertRefused(await client.post(adsetId, { end_time: 1_600_000_000 }), 1487033, 'end_time', 'past end')
  assertRefused(await client.post(campaignId, { daily_budget: 9000 }), 1885621, 'daily_budget', 'second budget')
  assertRefused(
    await client.post(campaignId, { objective: 'OUTCOME_SALES' }),
    undefined,
    'objective',
    'objective with ad sets',
  )
  for (let edit = 1; edit <= 4; edit++)
    assert.equal((await client.post(adsetId, { daily_budget: 2000 + edit })).status, 200)
  const fifth = (await client.post(adsetId, { daily_budget: 9999 })).body.error
  assert.deepEqual([fifth?.code, fifth?.error_subcode], [613, 1487632])
  await control('POST', '/clock', { offsetSeconds: 3700 })
  assert.equal((await client.post(adsetId, { daily_budget: 9999 })).status, 200)
  await client.remove(adsetId)
  assertRefused(await client.post(adsetId, { status: 'ACTIVE' }), 1487056, undefined, 'deleted ad set')
  assert.equal((await client.post(adsetId, { name: 'Old one' })).status, 200)
  await client.post(campaignId, { status: 'ARCHIVED' })
  assertRefused(await client.post(campaignId, { status: 'ACTIVE' }), 1487566, undefined, 'archived campaign')
})

test('validating only checks and creates nothing', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = graphClient(url)
  const before = (await control('GET', '/state?platform=meta')).body['counts']
  const form = { ...campaignForm, execution_options: ['validate_only'] }
  assert.deepEqual((await client.post(`${usdAccount}/campaigns`, form)).body, { success: true })
  assertRefused(
    await client.post(`${usdAccount}/campaigns`, { ...form, name: undefined }),
    undefined,
    'name',
    'validated name',
  )
  assert.deepEqual((await control('GET', '/state?platform=meta')).body['counts'], before)
})

test('what was deleted takes up no room in its campaign', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = graphClient(url)
  await control('POST', '/meta', { limits: 'off' })
  const adSet = adSetForm(await client.create(`${usdAccount}/campaigns`, campaignForm))
  const create = () => client.post(`${usdAccount}/adsets`, adSet)
  const made: string[] = []
  for (let answer = await create(); answer.status === 200; answer = await create()) made.push(answer.body.id!)
  assert.equal(made.length, 200)
  assertRefused(await create(), 1487809, undefined, 'one too many')
  await client.remove(made[0]!)
  assert.equal((await create()).status, 200)
})
