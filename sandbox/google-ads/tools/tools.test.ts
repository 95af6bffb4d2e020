import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fields } from '../objects/objects.ts'
import { codesOf, direct, openCaller } from '../test-caller.ts'
import type { Answer } from '../test-caller.ts'

const account = `/v25/customers/${direct}`

function listOf({ status, body }: Answer, name: string): Fields[] {
  assert.equal(status, 200, JSON.stringify(body))
  return body[name] as Fields[]
}

test('conversions, audiences and lead forms are made, listed and refused by the rules', async (context) => {
  const { mutate, rows } = await openCaller(context)
  const form = {
    ...{ businessName: 'Harbor & Pine', headline: 'Visit us', description: 'Tell us when you come.' },
    ...{ callToActionType: 'SIGN_UP', callToActionDescription: 'Sign up', fields: [{ inputType: 'EMAIL' }] },
    privacyPolicyUrl: 'https://shop.example/privacy',
  }
  const made = async (kind: string, create: Fields) => {
    const answer = await mutate(kind, [{ create }])
    return answer.status === 200
      ? ((answer.body['results'] as Fields[])[0]!['resourceName'] as string)
      : codesOf(answer)
  }
  const action = await made('conversionActions', { name: 'Order', type: 'WEBPAGE', category: 'PURCHASE' })
  const list = await made('userLists', { name: 'Buyers', crmBasedUserList: { uploadKeyType: 'CONTACT_INFO' } })
  const asset = await made('assets', { name: 'Visit', leadFormAsset: form })
  const [one] = await rows(
    "SELECT conversion_action.name, conversion_action.status FROM conversion_action WHERE conversion_action.name = 'Order'",
  )
  assert.deepEqual(one!['conversionAction'], { resourceName: action, name: 'Order', status: 'ENABLED' })
  const [own] = await rows("SELECT user_list.type FROM user_list WHERE user_list.name = 'Buyers'")
  assert.deepEqual(own!['userList'], { resourceName: list, type: 'CRM_BASED' })
  const [shown] = await rows("SELECT asset.lead_form_asset.headline FROM asset WHERE asset.name = 'Visit'")
  assert.deepEqual(shown!['asset'], { resourceName: asset, leadFormAsset: { headline: 'Visit us' } })
  assert.deepEqual(
    [
      await made('conversionActions', { name: 'Order', type: 'WEBPAGE' }),
      await made('conversionActions', { name: 'Visits', type: 'STORE_VISITS' }),
      await made('conversionActions', { name: 'Late', type: 'WEBPAGE', clickThroughLookbackWindowDays: 91 }),
      await made('userLists', { name: 'Nobody' }),
      await made('userLists', { name: 'Buyers', basicUserList: {} }),
      await made('assets', { name: 'Nothing' }),
      await made('assets', { name: 'Open', leadFormAsset: { ...form, privacyPolicyUrl: null } }),
    ].flat(),
    [
      'conversionActionError.DUPLICATE_NAME',
      'conversionActionError.CREATION_NOT_SUPPORTED',
      'rangeError.TOO_HIGH',
      'userListError.CONCRETE_TYPE_REQUIRED',
      'userListError.NAME_ALREADY_USED',
      'assetError.ASSET_DATA_IS_MISSING',
      'fieldError.REQUIRED',
    ],
  )
})

test('recommendations are read, and figures split by several things at once', async (context) => {
  const { rows } = await openCaller(context)
  const found = await rows(
    'SELECT recommendation.type, recommendation.campaign, campaign.name, recommendation.campaign_budget_recommendation.recommended_budget_amount_micros FROM recommendation',
  )
  assert.ok(found.length > 0)
  assert.equal(found[0]!['recommendation']!['type'], 'CAMPAIGN_BUDGET')
  const split = await rows(
    'SELECT campaign.id, segments.device, segments.ad_network_type, segments.day_of_week, metrics.clicks FROM campaign WHERE segments.date DURING LAST_7_DAYS',
  )
  assert.ok(split.every(({ segments }) => segments!['device'] && segments!['adNetworkType'] && segments!['dayOfWeek']))
})

test('fields of the interface are looked up', async (context) => {
  const { call } = await openCaller(context)
  const path = '/v25/googleAdsFields:search'
  const ask = (query: string) => call('POST', path, { query })
  const found = listOf(
    await ask("SELECT name, category, data_type, enum_values WHERE name LIKE 'campaign.stat%' ORDER BY name"),
    'results',
  )
  assert.deepEqual(
    found.map(({ name, category, dataType }) => [name, category, dataType]),
    [['campaign.status', 'ATTRIBUTE', 'ENUM']],
  )
  assert.ok((found[0]!['enumValues'] as string[]).includes('PAUSED'))
  const one = await call('GET', '/v25/googleAdsFields/metrics.clicks')
  assert.equal(one.body['category'], 'METRIC')
  assert.deepEqual(codesOf(await ask('SELECT moon')), ['queryError.UNRECOGNIZED_FIELD'])
  assert.deepEqual(codesOf(await ask('SELECT name FROM campaign')), ['queryError.UNEXPECTED_INPUT'])
  assert.equal((await call('GET', '/v25/googleAdsFields/campaign.moon')).status, 400)
})

test('keywords are suggested, places found and ads previewed; what says too little is refused', async (context) => {
  const { call, rows } = await openCaller(context)
  const ideas = (body: Fields) => call('POST', `${account}:generateKeywordIdeas`, body)
  const places = (body: Fields) => call('POST', '/v25/geoTargetConstants:suggest', body)
  const previews = (adGroupAd: string) =>
    call('POST', `${account}:generateShareablePreviews`, { operation: { shareablePreviews: [{ adGroupAd }] } })
  const keywordSeed = { keywords: ['oak desk'] }
  const [first] = listOf(await ideas({ keywordSeed, geoTargetConstants: ['geoTargetConstants/2840'] }), 'results')
  assert.equal(first!['text'], 'oak desk')
  assert.match(String((first!['keywordIdeaMetrics'] as Fields)['avgMonthlySearches']), /^\d+$/)
  assert.deepEqual(codesOf(await ideas({})), ['requestError.REQUIRED_FIELD_MISSING'])
  assert.deepEqual(codesOf(await ideas({ keywordSeed: { keywords: [] } })), ['keywordPlanIdeaError.INVALID_VALUE'])
  assert.equal((await ideas({ keywordSeed, urlSeed: { url: 'https://shop.example' } })).status, 400)
  assert.equal((await ideas({ keywordSeed, geoTargetConstants: ['geoTargetConstants/1'] })).status, 400)
  const [place] = listOf(await places({ locationNames: { names: ['germany'] } }), 'geoTargetConstantSuggestions')
  assert.equal((place!['geoTargetConstant'] as Fields)['countryCode'], 'DE')
  const family = 'geoTargetConstantSuggestionError'
  assert.deepEqual(codesOf(await places({})), [`${family}.REQUEST_PARAMETERS_UNSET`])
  const many = { names: Array.from({ length: 26 }, (_, index) => `Place ${index}`) }
  assert.deepEqual(codesOf(await places({ locationNames: many })), [`${family}.LOCATION_NAME_LIMIT`])
  const [ad] = await rows('SELECT ad_group_ad.ad.id FROM ad_group_ad LIMIT 1')
  const { body } = await previews(String(ad!['adGroupAd']!['resourceName']))
  const [preview] = (body['result'] as { previews: { uiPreviewResult: Fields }[] }).previews
  assert.equal((await fetch(String(preview!.uiPreviewResult['shareablePreviewUrl']))).status, 200)
  assert.deepEqual(codesOf(await previews(`customers/${direct}/adGroupAds/1~1`)), ['mutateError.RESOURCE_NOT_FOUND'])
})
