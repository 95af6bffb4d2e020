import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture } from '../../../../../test/support/demo.ts'
import { startTestApp } from '../../../../../test/support/harness.ts'
import { creatingIn } from '../../../../../test/support/manage/creating.ts'
import { assertRefused, inDays } from '../../../../../test/support/manage/manage.ts'

const app = await startTestApp()
const { accounts } = await demoFixture(app)
const account = accounts.find(({ currency }) => currency === 'USD')!.id
const yen = accounts.find(({ currency }) => currency === 'JPY')!.id
const url = '/v1/manage/create-adset'

const { makeCampaign } = creatingIn(app, account)
const traffic = await makeCampaign({})
const sales = await makeCampaign({ objective: 'OUTCOME_SALES' })
const withBudget = await makeCampaign({ objective: 'OUTCOME_SALES', dailyBudget: 100 })
const good = { accountId: account, campaignId: traffic, name: 'Broad', dailyBudget: 20 }

const rules: [string, object, string, number?][] = [
  ['no budget anywhere', { dailyBudget: undefined }, 'dailyBudget'],
  [
    'a budget of another kind than its campaign',
    { campaignId: withBudget, dailyBudget: undefined, lifetimeBudget: 100, endTime: inDays(9) },
    'lifetimeBudget',
  ],
  ['a budget beside its campaign and a cap', { campaignId: withBudget, dailySpendCap: 10 }, 'dailyBudget'],
  ['two budgets', { lifetimeBudget: 100, endTime: inDays(3) }, 'lifetimeBudget'],
  ['a lifetime budget without an end', { dailyBudget: undefined, lifetimeBudget: 100 }, 'endTime'],
  ['a lifetime of half a day', { dailyBudget: undefined, lifetimeBudget: 100, endTime: inDays(0.5) }, 'endTime'],
  ['an end in the past', { endTime: inDays(-1) }, 'endTime'],
  ['a daily budget for half a day', { endTime: inDays(0.5) }, 'endTime'],
  ['an end before its start', { startTime: inDays(3), endTime: inDays(2) }, 'endTime'],
  ['a time that is none', { endTime: 'next spring' }, 'endTime', 400],
  ['an unknown goal', { optimizationGoal: 'FAME' }, 'optimizationGoal'],
  ['an unknown billing event', { billingEvent: 'SMILES' }, 'billingEvent'],
  ['an unknown destination', { destinationType: 'THE_MOON' }, 'destinationType'],
  [
    'an identity that is no id',
    { regionalRegulationIdentities: { universal_payer: 'Acme' } },
    'regionalRegulationIdentities.universal_payer',
  ],
  ['an unknown status', { status: 'DELETED' }, 'status', 400],
  ['a capped strategy without a bid', { bidStrategy: 'COST_CAP' }, 'bidAmount'],
  ['a bid without a capped strategy', { bidAmount: 3 }, 'bidAmount'],
  [
    'an attribution event that does not exist',
    { attributionSpec: [{ event_type: 'GUESS', window_days: 1 }] },
    'attributionSpec.0.event_type',
  ],
  [
    'an attribution window of three days',
    { attributionSpec: [{ event_type: 'CLICK_THROUGH', window_days: 3 }] },
    'attributionSpec.0.window_days',
  ],
  [
    'an attribution to views of seven days',
    { attributionSpec: [{ event_type: 'VIEW_THROUGH', window_days: 7 }] },
    'attributionSpec.0.window_days',
  ],
  ['an empty location', { location: {} }, 'location'],
  ['a market and no country', { location: { geo_markets: [{ key: 'DMA:501' }] } }, 'location'],
  [
    'an electoral district and no country',
    { targeting: { geo_locations: { electoral_districts: [{ key: 'US:NY01' }] } } },
    'targeting.geo_locations',
  ],
  ['a country that is no code', { location: { countries: ['Germany'] } }, 'location.countries.0'],
  ['a city without a key', { location: { cities: [{ radius: 20 }] } }, 'location.cities.0.key'],
  [
    'a city with a radius of 90 miles',
    { location: { cities: [{ key: '1', radius: 90, distance_unit: 'mile' }] } },
    'location.cities.0.radius',
  ],
  ['251 cities', { location: { cities: Array.from({ length: 251 }, (_, n) => String(n + 1)) } }, 'location.cities'],
  ['201 regions', { location: { regions: Array.from({ length: 201 }, (_, n) => String(n + 1)) } }, 'location.regions'],
  ['a postal code without a country', { location: { zips: ['10001'] } }, 'location.zips.0.key'],
  ['targeting without a place', { targeting: { geo_locations: {} } }, 'targeting.geo_locations'],
  [
    'an unknown network',
    { targeting: { publisher_platforms: ['primary', 'myspace'] } },
    'targeting.publisher_platforms.1',
  ],
  ['ages the wrong way round', { targeting: { age_min: 40, age_max: 30 } }, 'targeting.age_max'],
  ['a share above a hundred', { existingCustomerBudgetPercentage: 101 }, 'existingCustomerBudgetPercentage', 400],
  ['a payor of 513 characters', { dsaPayor: 'x'.repeat(513) }, 'dsaPayor', 400],
  ['half a cent', { dailySpendCap: 1.005 }, 'dailySpendCap'],
  [
    'conversions without a pixel',
    { campaignId: sales, optimizationGoal: 'OFFSITE_CONVERSIONS' },
    'promotedObject.pixel_id',
  ],
  ['an age beside its targeting', { ageMin: 21 }, 'ageMin'],
  ['ages in the words of others', { age_max: 30 }, 'age_max'],
  ['countries beside its location', { countries: ['DE'] }, 'countries'],
  ['no campaign', { campaignId: undefined }, 'campaignId', 400],
]

for (const [what, change, path, status] of rules) {
  test(`an ad set with ${what} is refused before anything is written`, () =>
    assertRefused(app, url, { what, body: { ...good, ...change }, path, status }))
}

test("another company's account, another account's campaign and an unknown campaign do not exist", async () => {
  const { key } = await app.stranger()
  assert.equal((await app.call('POST', url, { key, body: good })).status, 404)
  assert.equal((await app.call('POST', url, { body: { ...good, accountId: yen, dailyBudget: 5000 } })).status, 404)
  for (const campaignId of ['1', 'me', '../me', 'act_1/campaigns']) {
    assert.equal((await app.call('POST', url, { body: { ...good, campaignId } })).status, 404, campaignId)
  }
})
