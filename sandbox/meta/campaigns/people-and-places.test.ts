import { test } from 'node:test'
import assert from 'node:assert/strict'
import { assertRefused } from '../../../test/support/simulated/refused.ts'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import { adSetForm, campaignForm, graphClient, targeting, usdAccount } from '../../../test/support/simulated/primary.ts'

test('a housing campaign lets nobody choose ages, genders, postal codes or places to leave out', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const special = { special_ad_categories: ['HOUSING'], special_ad_category_country: ['US'] }
  const campaignId = await client.create(`${usdAccount}/campaigns`, { ...campaignForm, ...special })
  const send = (chosen: object) =>
    client.post(`${usdAccount}/adsets`, { ...adSetForm(campaignId), targeting: { ...targeting, ...chosen } })
  const off = { targeting_automation: { advantage_audience: 0 } }
  const cases: [string, object, string][] = [
    ['ages 25 to 45', { ...off, age_min: 25, age_max: 45 }, 'age_min'],
    ['an oldest age', { ...off, age_max: 45 }, 'age_max'],
    ['women alone', { ...off, genders: [2] }, 'genders'],
    ['a postal code', { geo_locations: { zips: [{ key: 'US:10001' }] } }, 'geo_locations'],
    ['a place left out', { excluded_geo_locations: { regions: [{ key: '3847' }] } }, 'excluded_geo_locations'],
  ]
  for (const [title, chosen, field] of cases) assertRefused(await send(chosen), undefined, field, title)
  const adset = await send({ age_min: 18, genders: [1, 2] })
  assert.equal(adset.status, 200)
  assertRefused(
    await client.post(String(adset.body.id), { targeting: { ...targeting, ...off, age_min: 30 } }),
    undefined,
    'age_min',
    'later',
  )
  const credit = { ...campaignForm, ...special, special_ad_categories: ['CREDIT'] }
  assertRefused(await client.post(`${usdAccount}/campaigns`, credit), undefined, 'special_ad_categories', 'credit')
})

test('places that do not exist are refused', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const campaignId = await client.create(`${usdAccount}/campaigns`, campaignForm)
  const cases: [string, object, string][] = [
    ['no country', { countries: ['ZZ'] }, 'countries'],
    ['no region', { regions: [{ key: '1' }] }, 'regions'],
    ['letters', { zips: [{ key: 'US:XXXX' }] }, 'zips'],
    ['never given out', { zips: [{ key: 'US:99999' }] }, 'zips'],
    ['of another country', { zips: [{ key: 'DE:10001' }] }, 'zips'],
  ]
  for (const [title, geo, field] of cases) {
    const form = { ...adSetForm(campaignId), targeting: { ...targeting, geo_locations: geo } }
    assertRefused(await client.post(`${usdAccount}/adsets`, form), undefined, field, title)
  }
})
