import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import sdk from 'facebook-nodejs-business-sdk'
import { daysAgo } from '../../../test/support/simulated/insights.ts'
import { graphClient, page, pixel, prepareLaunch, usdAccount } from '../../../test/support/simulated/primary.ts'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import { pointSdkAt } from '../../../test/support/platforms/primary-sdk.ts'

async function open(context: TestContext) {
  const { url, control } = await startTestSandbox(context)
  pointSdkAt(url)
  return { url, control, account: new sdk.AdAccount(usdAccount) }
}

/** The platform's code for a request that it refuses. */
function refused(code: number) {
  return (error: { response?: { code?: number; error?: { code: number } } }) =>
    (error.response?.code ?? error.response?.error?.code) === code
}

test('the official SDK makes audiences of each kind, and wrong ones are refused', async (context) => {
  const { account } = await open(context)
  const make = (params: object) => account.createCustomAudience([], { name: 'Buyers', ...params })
  const people = { subtype: 'CUSTOM', customer_file_source: 'USER_PROVIDED_ONLY' }
  const source = { event_sources: [{ id: pixel, type: 'pixel' }], retention_seconds: 86_400 }
  const rule = { inclusions: { operator: 'or', rules: [source] } }
  const own = await make(people)
  await make({ subtype: 'WEBSITE', rule })
  const alike = { subtype: 'LOOKALIKE', origin_audience_id: own.id, lookalike_spec: { ratio: 0.01, country: 'US' } }
  await make(alike)
  const foreign = JSON.parse(JSON.stringify(rule).replace(pixel, '1')) as object
  for (const wrong of [
    { ...people, customer_file_source: undefined },
    { ...people, customer_file_source: 'FOUND' },
    { subtype: 'WEBSITE' },
    { subtype: 'WEBSITE', rule: foreign },
    { ...alike, origin_audience_id: '1' },
    { ...alike, lookalike_spec: { ratio: 0.5, country: 'US' } },
    { ...people, retention_days: 181 },
    { ...people, subtype: 'EVERYBODY' },
  ])
    await assert.rejects(make(wrong), refused(100), JSON.stringify(wrong))
  const listed = await account.getCustomAudiences(['name', 'subtype'])
  assert.deepEqual(
    listed.slice(0, 3).map(({ _data }) => _data['subtype']),
    ['LOOKALIKE', 'WEBSITE', 'CUSTOM'],
  )
  const hash = createHash('sha256').update('ann@shop.example').digest('hex')
  const add = (data: unknown[]) =>
    new sdk.CustomAudience(own.id).createUser([], { payload: { schema: 'EMAIL_SHA256', data } })
  const { _data: told } = await add([hash, 'ann@shop.example'])
  assert.deepEqual([told['num_received'], told['num_invalid_entries']], [2, 1])
  await assert.rejects(add(Array(10_001).fill(hash)), refused(100))
})

test('an account has one pixel; audiences are saved with a place', async (context) => {
  const { url, account } = await open(context)
  assert.equal((await account.getAdsPixels(['name'])).length, 1)
  await assert.rejects(account.createAdsPixel([], { name: 'Second' }), refused(6200))
  const client = graphClient(url)
  const save = (targeting: object) => client.post(`${usdAccount}/saved_audiences`, { name: 'Americans', targeting })
  assert.equal((await save({ age_min: 30 })).status, 400)
  assert.equal((await save({ geo_locations: { countries: ['US'] } })).status, 200)
  assert.equal((await account.getSavedAudiences(['name', 'targeting'])).length, 1)
})

test('the official SDK makes forms with the token of the Page, and finds what people can be aimed at by', async (context) => {
  const { url, account } = await open(context)
  const form = {
    name: 'Visit',
    questions: [{ type: 'EMAIL' }],
    privacy_policy: { url: 'https://shop.example/privacy' },
  }
  await assert.rejects(new sdk.Page(page).createLeadGenForm([], form), refused(210))
  const found = await account.getTargetingSearch([], { q: 'shopp' })
  assert.ok(found.some(({ _data }) => _data['name'] === 'Engaged shoppers'))
  assert.ok((await account.getTargetingBrowse([])).length > found.length)
  await assert.rejects(account.getTargetingSearch([], {}), refused(100))
  const { creativeId } = await prepareLaunch(graphClient(url))
  const shown = { creative: { creative_id: creativeId }, ad_format: 'MOBILE_FEED_STANDARD' }
  const [preview] = await account.getGeneratePreviews([], shown)
  assert.match(String(preview?._data['body']), /^<iframe/)
  await assert.rejects(account.getGeneratePreviews([], { ...shown, creative: { creative_id: '1' } }), refused(100))
  await assert.rejects(account.getGeneratePreviews([], { ad_format: 'MOBILE_FEED_STANDARD' }), refused(100))
  const [own] = await new sdk.User('me').getAccounts(['access_token'])
  pointSdkAt(url, String(own?._data['access_token']))
  const make = (params: object) => new sdk.Page(page).createLeadGenForm([], { ...form, ...params })
  const made = await make({})
  const forms = await new sdk.Page(page).getLeadGenForms(['name', 'questions'])
  assert.deepEqual(
    forms.map(({ id, _data }) => [id, _data['name']]),
    [[made.id, 'Visit']],
  )
  for (const wrong of [{}, { name: 'Other', questions: [] }, { name: 'Other', questions: [{ type: 'MOON' }] }])
    await assert.rejects(make(wrong), refused(100))
  await assert.rejects(make({ name: 'Other', privacy_policy: {} }), refused(100))
})

test('figures are split by several things at once', async (context) => {
  const { account } = await open(context)
  const range = { level: 'account', time_range: { since: daysAgo(7), until: daysAgo(1) }, limit: 500 }
  const rows = await account.getInsights(['impressions'], { ...range, breakdowns: ['age', 'gender', 'country'] })
  const [whole] = await account.getInsights(['impressions'], range)
  const sum = rows.reduce((total, { _data }) => total + Number(_data['impressions']), 0)
  assert.ok(rows.length > 6)
  assert.equal(sum, Number(whole?._data['impressions']))
  await assert.rejects(account.getInsights(['impressions'], { ...range, breakdowns: ['age', 'moon'] }), refused(100))
})
