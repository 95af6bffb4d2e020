import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture } from '../support/demo.ts'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp()
const fixture = await demoFixture(app)
const accountId = fixture.accounts[0]!.id
const [adSetId] = fixture.adSets[accountId]!
const codes = (count: number, from = 10_000) => Array.from({ length: count }, (_, n) => `US:${from + n}`)

interface Answer {
  campaignId: string
  zips: string[]
  invalid: string[]
  message: string
  error: { details: { issues: { path: string; message: string }[] } }
}
const manage = (operation: string, body: object) =>
  app.call<Answer>('POST', `/v1/manage/${operation}`, { body: { accountId, ...body } })
const refused = async (operation: string, body: object) => {
  const { status, body: answer } = await manage(operation, body)
  return [status, ...answer.error.details.issues.map(({ path, message }) => `${path} ${message}`)]
}

test('10,000 postal codes are taken, and one more is refused by name', async () => {
  const { status, body } = await manage('update-adset-zip-targeting', { adSetId, zips: codes(10_000) })
  assert.deepEqual([status, body.zips.length, body.invalid], [200, 10_000, []])
  assert.deepEqual(await refused('update-adset-zip-targeting', { adSetId, zips: codes(10_001) }), [
    400,
    'zips takes at most 10,000 entries',
  ])
})

test('codes of another country are named, and what the platform refuses beyond those it was asked about says how to go on', async () => {
  const foreign = ['DE:94107-1', 'GB:10115']
  const { body } = await manage('update-adset-zip-targeting', { adSetId, zips: ['US:10001', ...foreign] })
  assert.deepEqual([body.zips, body.invalid], [['US:10001'], foreign])
  const [status, why] = await refused('update-adset-zip-targeting', { adSetId, zips: [...codes(600), 'US:99999'] })
  assert.equal(status, 422)
  assert.match(String(why), /^zips the platform refused them: .*99999.* send 500 at a time with mode merge/)
})

test('no kind of place is without a bound, however it is given', async () => {
  const { body: campaign } = await manage('create-campaign', { name: 'Places', objective: 'OUTCOME_TRAFFIC' })
  const adSet = { name: 'P', campaignId: campaign.campaignId, optimizationGoal: 'LINK_CLICKS', dailyBudget: 50 }
  const keys = Array.from({ length: 10_001 }, (_, n) => ({ key: String(2_000_000 + n) }))
  const bounds = { countries: 2_500, cities: 250, regions: 200, zips: 10_000, geo_markets: 2_500, places: 2_500 }
  for (const [kind, bound] of Object.entries(bounds)) {
    const message = `takes at most ${bound.toLocaleString('en')}`
    assert.deepEqual(await refused('create-adset', { ...adSet, targeting: { geo_locations: { [kind]: keys } } }), [
      422,
      ...(kind === 'geo_markets'
        ? ['targeting.geo_locations needs at least one country, region, city or postal code']
        : [`targeting.geo_locations.${kind} ${message}`]),
    ])
    if (kind !== 'places')
      assert.deepEqual(await refused('create-adset', { ...adSet, location: { [kind]: keys } }), [
        400,
        `location.${kind} takes at most 2,000 entries`,
      ])
  }
})
