import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture } from '../../../../../test/support/demo.ts'
import { startTestApp } from '../../../../../test/support/harness.ts'
import { assertRefused, readNode, watchCalls } from '../../../../../test/support/manage/manage.ts'

const app = await startTestApp()
const { accounts } = await demoFixture(app)
const accountId = accounts.find(({ currency }) => currency === 'USD')!.id

async function post<T>(path: string, body: object): Promise<T> {
  const reply = await app.call<T>('POST', `/v1/manage/${path}`, { body: { accountId, ...body } })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}

async function makeCampaign(fields: object): Promise<string> {
  const made = await post<{ campaignId: string }>('create-campaign', {
    ...{ name: 'Homes', objective: 'OUTCOME_TRAFFIC' },
    ...fields,
  })
  return made.campaignId
}

const housing = await makeCampaign({ specialAdCategories: ['HOUSING'] })
const traffic = await makeCampaign({})
const adSet = { name: 'Everybody', dailyBudget: 20 }
const { adSetId } = await post<{ adSetId: string }>('create-adset', { ...adSet, campaignId: housing })

const limits: [string, object, string][] = [
  ['ages 25 to 45', { targeting: { age_min: 25, age_max: 45 } }, 'targeting.age_min'],
  ['an oldest age', { targeting: { age_max: 45 } }, 'targeting.age_max'],
  [
    'a range of ages to start from',
    { targeting: { age_range: [25, 35], targeting_automation: { advantage_audience: 1 } } },
    'targeting.age_range',
  ],
  ['women alone', { targeting: { genders: [2] } }, 'targeting.genders'],
  ['a postal code', { location: { zips: ['US:10001'] } }, 'targeting.geo_locations.zips'],
  [
    'a place left out',
    { location: { countries: ['US'], excluded_locations: { regions: ['3847'] } } },
    'targeting.excluded_geo_locations',
  ],
]

for (const [what, fields, path] of limits)
  test(`a housing campaign with ${what} is refused before anything is sent`, async () => {
    const body = { accountId, ...adSet, campaignId: housing, ...fields }
    await assertRefused(app, '/v1/manage/create-adset', { what, body, path })
    await assertRefused(app, '/v1/manage/update-adset', { what, body: { accountId, adSetId, ...fields }, path })
  })

test('postal codes are not added to an ad set of a housing campaign', async () => {
  const body = { accountId, adSetId, zips: ['US:10001'], mode: 'merge' }
  await assertRefused(app, '/v1/manage/update-adset-zip-targeting', { what: 'zips', body, path: 'zips' })
})

test('every adult and every gender may be named, and other countries have other laws', async () => {
  await post('create-adset', {
    ...adSet,
    campaignId: housing,
    targeting: { age_min: 18, age_max: 65, genders: [1, 2] },
  })
  const abroad = await makeCampaign({ specialAdCategories: ['HOUSING'], specialAdCategoryCountry: ['GB'] })
  const young = { ...adSet, campaignId: abroad, targeting: { age_min: 25, age_max: 45 } }
  await post('create-adset', { ...young, location: { countries: ['GB'] } })
  const what = 'shown in the United States all the same'
  await assertRefused(app, '/v1/manage/create-adset', {
    what,
    body: { accountId, ...young },
    path: 'targeting.age_min',
  })
})

test('credit is an older name of financial products and services', async () => {
  const id = await makeCampaign({ specialAdCategories: ['CREDIT', 'FINANCIAL_PRODUCTS_SERVICES'] })
  assert.deepEqual((await readNode(app, id, 'special_ad_categories')).special_ad_categories, [
    'FINANCIAL_PRODUCTS_SERVICES',
  ])
  const body = { accountId, ...adSet, campaignId: id, targeting: { genders: [1] } }
  await assertRefused(app, '/v1/manage/create-adset', { what: 'men', body, path: 'targeting.genders' })
})

const nowhere: [string, object, string][] = [
  ['a country that is none', { countries: ['ZZ'] }, 'location.countries.0'],
  ['a region that the platform does not know', { regions: ['1'] }, 'location.regions.0'],
  ['a postal code of letters', { zips: ['US:10001', 'US:XXXX'] }, 'location.zips.1.key'],
  ['a postal code that was never given out', { zips: ['US:10001', 'US:99999'] }, 'location.zips.1'],
  ['a postal code of another country', { zips: ['DE:10001'] }, 'location.zips.0'],
  [
    'a city to leave out that is none',
    { countries: ['US'], excluded_locations: { cities: ['7'] } },
    'location.excluded_locations.cities.0',
  ],
]

for (const [what, location, path] of nowhere)
  test(`an ad set in ${what} is refused before anything is sent`, async () => {
    const body = { accountId, ...adSet, campaignId: traffic, location }
    await assertRefused(app, '/v1/manage/create-adset', { what, body, path })
  })

test('postal codes that do not exist are named, and the others are set', async () => {
  const open = await post<{ adSetId: string }>('create-adset', { ...adSet, campaignId: traffic })
  const zips = ['US:10001', 'ZZ:1', 'US:1', 'US:99999', 'DE:10001', 'US:XXXX', 'CA:M5H']
  const about = { adSetId: open.adSetId, zips }
  const done = await post<{ zips: string[]; invalid: string[] }>('update-adset-zip-targeting', about)
  assert.deepEqual(done.zips, ['US:10001', 'CA:M5H'])
  assert.deepEqual(done.invalid, ['ZZ:1', 'US:1', 'US:99999', 'DE:10001', 'US:XXXX'])
  const removed = await post<{ zips: string[] }>('update-adset-zip-targeting', {
    ...{ ...about, zips: ['CA:M5H', 'US:99999'] },
    mode: 'remove',
  })
  assert.deepEqual(removed.zips, ['US:10001'], 'what is taken out need not exist')
})

test('of ten thousand postal codes five hundred are asked for, and the form of the rest is looked at', async () => {
  const calls = await watchCalls(app)
  const zips = Array.from({ length: 9_999 }, (_none, index) => `US:${String(10_000 + index)}`)
  const open = await post<{ adSetId: string }>('create-adset', { ...adSet, campaignId: traffic })
  const done = await post<{ zips: string[]; invalid: string[] }>('update-adset-zip-targeting', {
    ...{ adSetId: open.adSetId, zips: [...zips, 'US:1234'] },
  })
  assert.deepEqual([done.zips.length, done.invalid], [9_999, ['US:1234']])
  assert.equal((await calls.all()).filter(({ path }) => path.includes('/search?')).length, 5)
})

test('where the platform does not tell which places it has, the form decides', async () => {
  const match = { method: 'GET', path: '/search$' }
  await app.control('POST', 'faults', { platform: 'meta', match, fault: 'platform-error', code: 200, times: 1 })
  const open = await post<{ adSetId: string }>('create-adset', { ...adSet, campaignId: traffic })
  const done = await post<{ zips: string[] }>('update-adset-zip-targeting', {
    ...{ adSetId: open.adSetId, zips: ['US:10001'] },
  })
  assert.deepEqual(done.zips, ['US:10001'])
  await app.control('DELETE', 'faults')
})

test('ten thousand places are refused in one line, and of many that are wrong a hundred are told', async () => {
  const some = (most: number, place: (index: number) => unknown) =>
    Array.from({ length: most }, (_none, at) => place(at))
  const ask = (location: object) => {
    const body = { accountId, ...adSet, campaignId: traffic, location }
    return app.call<Refusal>('POST', '/v1/manage/create-adset', { body })
  }
  const zip = (at: number) => `US:${String(10_000 + at)}`
  for (const [kind, place] of [
    ['zips', zip],
    ['countries', () => 'US'],
    ['cities', (at: number) => ({ key: String(at) })],
  ] as const) {
    const { status, body } = await ask({ [kind]: some(10_000, place) })
    assert.equal(status, 400, kind)
    assert.deepEqual(
      body.error.details.issues.map(({ path }) => path),
      [`location.${kind}`],
    )
  }
  const { status, body } = await ask({ zips: some(2_000, (at) => `US:X${at}`) })
  assert.equal(status, 422)
  assert.deepEqual([body.error.details.issues.length, body.error.details.moreIssues], [100, 1_900])
  await post('create-adset', { ...adSet, campaignId: traffic, location: { zips: some(2_000, zip) } })
})

interface Refusal {
  error: { details: { issues: { path: string }[]; moreIssues?: number } }
}
