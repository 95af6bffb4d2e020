import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import { adSetForm, campaignForm, graphClient, usdAccount } from '../../../test/support/simulated/primary.ts'
import { assertError } from '../../../test/support/simulated/refusals.ts'

const advantage = { targeting_automation: { advantage_audience: 0 } }

test('places and interests can be looked up', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const find = async (query: string) => (await client.get(`search?${query}`)).body.data ?? []
  const [city] = await find('type=adgeolocation&q=new york&location_types=["city"]')
  assert.deepEqual([city?.['type'], city?.['country_code'], city?.['region']], ['city', 'US', 'New York'])
  const [zip] = await find('type=adgeolocation&q=10001&location_types=["zip"]')
  assert.equal(zip?.['key'], 'US:10001')
  const [country] = await find('type=adgeolocation&q=jap&location_types=["country"]')
  assert.equal(country?.['key'], 'JP')
  assert.equal((await find('type=adcountry&q=germ'))[0]?.['key'], 'DE')
  assert.equal((await find('type=adgeolocation&q=a&limit=3')).length, 3)
  const [interest] = await find('type=adinterest&q=yoga')
  assert.ok(Number(interest?.['audience_size_lower_bound']) > 0)
  assert.deepEqual(await find('type=adinterest&q=pager'), [])
  const valid = await find('type=adinterestvalid&interest_list=["Yoga","Pager collecting","Zorbing"]')
  assert.deepEqual(
    valid.map((entry) => entry['valid']),
    [true, false, false],
  )
  assert.equal((await find('type=adlocale&q=german'))[0]?.['key'], 5)
  for (const query of ['q=x', 'type=admood&q=x', 'type=adinterest', 'type=adgeolocation&location_types=["moon"]'])
    assertError(await client.get(`search?${query}`), 100, undefined, query)
})

test('places that overlap, odd circles and dead interests cannot be targeted', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const campaignId = await client.create(`${usdAccount}/campaigns`, campaignForm)
  const create = (targeting: object) =>
    client.post(`${usdAccount}/adsets`, { ...adSetForm(campaignId), targeting: { ...advantage, ...targeting } })
  const near = (radius: number, unit = 'mile') => ({
    geo_locations: { cities: [{ key: '2490299', radius, distance_unit: unit }] },
  })
  assert.equal((await create(near(25))).status, 200)
  assert.equal((await create(near(80, 'kilometer'))).status, 200)
  assertError(await create(near(5)), 100)
  assertError(await create(near(80)), 100)
  assertError(await create({ geo_locations: { countries: ['US'], cities: [{ key: '2490299' }] } }), 100)
  assertError(await create({ geo_locations: { countries: ['US'], zips: [{ key: 'US:99999' }] } }), 100)
  assert.equal((await create({ geo_locations: { countries: ['GB'], zips: [{ key: 'US:10001' }] } })).status, 200)
  const many = Array.from({ length: 201 }, (_none, index) => ({ key: String(9_000_000 + index) }))
  assertError(await create({ geo_locations: { regions: many } }), 100)
  const interests = (id: string) => ({ geo_locations: { countries: ['US'] }, flexible_spec: [{ interests: [{ id }] }] })
  assert.equal((await create(interests('6003306084421'))).status, 200)
  assertError(await create(interests('6003000000001')), 100, 1870247)
})

test('an estimate shrinks with the audience, and the payor is recommended', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const estimate = async (spec: object) => {
    const { body } = await client.get(
      `${usdAccount}/reachestimate?targeting_spec=${encodeURIComponent(JSON.stringify(spec))}`,
    )
    return Number(body.data?.[0]?.['users_lower_bound'])
  }
  const geo = { geo_locations: { countries: ['US'] } }
  assert.ok((await estimate({ ...geo, age_min: 30, age_max: 35 })) < (await estimate(geo)))
  assertError(await client.get(`${usdAccount}/reachestimate`), 100)
  assert.deepEqual((await client.get(`${usdAccount}/dsa_recommendations`)).body.data, [
    { recommendations: ['Harbor & Pine US'] },
  ])
})
