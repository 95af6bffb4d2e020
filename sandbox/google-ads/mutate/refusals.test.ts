import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fields } from '../objects/objects.ts'
import { codesOf, direct, errorsOf, managed, namesOf, openCaller, placeOf } from '../test-caller.ts'
import { campaign, own, resultsOf } from './test-writes.ts'

test('campaigns are refused with the codes of the platform', async (context) => {
  const { mutate, rows } = await openCaller(context)
  const budgets = await rows('SELECT campaign_budget.resource_name, campaign_budget.name FROM campaign_budget')
  const named = (name: string) =>
    String(budgets.find(({ campaignBudget }) => campaignBudget!['name'] === name)!['campaignBudget']!['resourceName'])
  const create = async (change: Fields) => {
    const answer = await mutate('campaigns', [{ create: { ...campaign('New', named('Living room')), ...change } }], {
      validateOnly: true,
    })
    const [error] = errorsOf(answer)
    return error ? `${namesOf([error])[0]} ${placeOf(error).slice('operations[0].create'.length)}` : 'good'
  }
  assert.equal(await create({}), 'good')
  assert.equal(await create({ name: '' }), 'fieldError.REQUIRED .name')
  assert.equal(await create({ name: 'x'.repeat(256) }), 'stringLengthError.TOO_LONG .name')
  assert.equal(await create({ name: 'BRAND' }), 'campaignError.DUPLICATE_CAMPAIGN_NAME .name')
  assert.equal(await create({ name: 'Last summer' }), 'good')
  assert.equal(await create({ advertisingChannelType: null }), 'fieldError.REQUIRED .advertising_channel_type')
  assert.equal(await create({ campaignBudget: null }), 'fieldError.REQUIRED .campaign_budget')
  assert.equal(await create({ campaignBudget: 'budget' }), 'requestError.RESOURCE_NAME_MALFORMED .campaign_budget')
  assert.equal(
    await create({ campaignBudget: own('campaignBudgets', '1') }),
    'mutateError.RESOURCE_NOT_FOUND .campaign_budget',
  )
  assert.equal(
    await create({ campaignBudget: named('Brand') }),
    'campaignBudgetError.CANNOT_USE_IMPLICITLY_SHARED_CAMPAIGN_BUDGET_WITH_MULTIPLE_CAMPAIGNS .campaign_budget',
  )
  assert.equal(
    await create({ advertisingChannelType: 'PERFORMANCE_MAX' }),
    'campaignError.BUDGET_CANNOT_BE_SHARED .campaign_budget',
  )
  assert.equal(await create({ manualCpc: null }), 'fieldError.REQUIRED .campaign_bidding_strategy')
  assert.equal(
    await create({ containsEuPoliticalAdvertising: null }),
    'fieldError.REQUIRED .contains_eu_political_advertising',
  )
  assert.equal(
    await create({ status: 'REMOVED' }),
    'operationAccessDeniedError.CREATE_AS_REMOVED_NOT_PERMITTED .status',
  )
  assert.equal(
    await create({ startDateTime: '2020-01-01 00:00:00' }),
    'dateRangeError.CANNOT_SET_DATE_TO_PAST .start_date_time',
  )
  assert.equal(await create({ endDateTime: 'soon' }), 'dateError.INVALID_STRING_DATE_TIME_SECONDS .end_date_time')
  assert.equal(
    await create({ endDateTime: '2035-01-01 19:00:00' }),
    'dateError.DATE_RANGE_ERROR_END_TIME_MUST_BE_THE_END_OF_A_DAY .end_date_time',
  )
  assert.equal(
    await create({ startDateTime: '2035-01-01 19:00:00' }),
    'dateError.DATE_RANGE_ERROR_START_TIME_MUST_BE_THE_START_OF_A_DAY .start_date_time',
  )
  assert.equal(
    await create({ resourceName: own('campaigns', '7') }),
    'newResourceCreationError.CANNOT_SET_ID_FOR_CREATE .resource_name',
  )
  const performanceMax = (
    await rows(
      "SELECT campaign.resource_name FROM campaign WHERE campaign.advertising_channel_type = 'PERFORMANCE_MAX'",
    )
  )[0]!
  const group = await mutate('adGroups', [
    { create: { campaign: performanceMax['campaign']!['resourceName'], name: 'x' } },
  ])
  assert.deepEqual(codesOf(group), ['adGroupError.CANNOT_ADD_AD_GROUP_FOR_CAMPAIGN_TYPE'])
})

test('budgets are money in whole units, shared by those who may', async (context) => {
  const { mutate, rows } = await openCaller(context)
  const read = async (name: string, customer = direct) =>
    (
      await rows(
        `SELECT campaign_budget.resource_name, campaign_budget.amount_micros, campaign_budget.reference_count FROM campaign_budget WHERE campaign_budget.name = '${name}'`,
        customer,
      )
    )[0]!['campaignBudget']!
  const { resourceName, referenceCount } = await read('Living room')
  assert.equal(referenceCount, '2')
  const set = async (amountMicros: unknown, name = resourceName, customer = direct) => {
    const answer = await mutate(
      'campaignBudgets',
      [{ update: { resourceName: name, amountMicros }, updateMask: 'amountMicros' }],
      {},
      customer,
    )
    return codesOf(answer)[0] ?? String(answer.status)
  }
  assert.equal(await set('130000000'), '200')
  assert.equal((await read('Living room'))['amountMicros'], '130000000')
  assert.equal(await set('130005000'), 'campaignBudgetError.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT')
  assert.equal(await set('0'), 'campaignBudgetError.MONEY_AMOUNT_LESS_THAN_CURRENCY_MINIMUM_CPC')
  assert.equal(await set(-10_000), 'campaignBudgetError.NEGATIVE_MONEY_AMOUNT')
  assert.equal(await set('9000000000000000'), 'campaignBudgetError.MONEY_AMOUNT_TOO_LARGE')
  assert.equal(await set('1.5'), '400')
  const yen = await read('Brand', managed)
  assert.equal(
    await set('1500500000', yen['resourceName'], managed),
    'campaignBudgetError.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT',
  )
  assert.equal(await set('1500000000', yen['resourceName'], managed), '200')
  assert.equal(await set('1000000', yen['resourceName']), 'mutateError.RESOURCE_NOT_FOUND')
  const create = async (fields: Fields) => codesOf(await mutate('campaignBudgets', [{ create: fields }]))[0]
  assert.equal(await create({ name: 'No amount' }), 'fieldError.REQUIRED')
  assert.equal(await create({ amountMicros: '1000000' }), 'fieldError.REQUIRED', 'what is shared has a name')
  assert.equal(await create({ amountMicros: '1000000', name: 'living room' }), 'campaignBudgetError.DUPLICATE_NAME')
  assert.equal(await create({ amountMicros: '1000000', explicitlyShared: false }), undefined)
  assert.deepEqual(codesOf(await mutate('campaignBudgets', [{ remove: resourceName }])), [
    'campaignBudgetError.CAMPAIGN_BUDGET_IN_USE',
  ])
})

test('ads, lists of negatives and operations that are none are refused', async (context) => {
  const { mutate, rows } = await openCaller(context)
  const [row] = await rows(
    "SELECT ad_group_ad.resource_name, ad_group.resource_name, campaign.resource_name FROM ad_group_ad WHERE campaign.name = 'Tables'",
  )
  const adGroup = row!['adGroup']!['resourceName']
  const texts = (count: number, letters = 5) =>
    Array.from({ length: count }, (_, index) => ({ text: `${index}`.padEnd(letters, 'x') }))
  const make = async (change: Fields, url = 'https://shop.example') => {
    const responsiveSearchAd = { headlines: texts(3), descriptions: texts(2), ...change }
    const answer = await mutate('adGroupAds', [
      { create: { adGroup, status: 'PAUSED', ad: { finalUrls: [url], responsiveSearchAd } } },
    ])
    return codesOf(answer)[0]
  }
  assert.equal(await make({}), undefined)
  assert.equal(await make({ headlines: texts(2) }), 'collectionSizeError.TOO_FEW')
  assert.equal(await make({ headlines: texts(16) }), 'collectionSizeError.TOO_MANY')
  assert.equal(await make({ headlines: texts(3, 31) }), 'stringLengthError.TOO_LONG')
  assert.equal(await make({ descriptions: texts(2, 91) }), 'stringLengthError.TOO_LONG')
  assert.equal(await make({}, 'shop.example'), 'urlFieldError.MISSING_PROTOCOL_IN_FINAL_URL')
  const pause = { update: { resourceName: row!['adGroupAd']!['resourceName'], status: 'PAUSED' }, updateMask: 'status' }
  assert.equal((await mutate('adGroupAds', [pause])).status, 200)
  const [list] = await rows(
    'SELECT shared_set.resource_name, shared_set.member_count, shared_set.reference_count FROM shared_set',
  )
  assert.deepEqual([list!['sharedSet']!['memberCount'], list!['sharedSet']!['referenceCount']], ['3', '2'])
  const sharedSet = list!['sharedSet']!['resourceName']
  assert.deepEqual(codesOf(await mutate('sharedSets', [{ remove: sharedSet }])), ['sharedSetError.SHARED_SET_IN_USE'])
  const word = { create: { sharedSet, keyword: { text: 'broken', matchType: 'BROAD' } } }
  const added = resultsOf(await mutate('sharedCriteria', [word]))[0]!['resourceName']
  assert.equal((await mutate('sharedCriteria', [{ remove: added }])).status, 200)
  assert.equal((await rows('SELECT shared_criterion.criterion_id FROM shared_criterion')).length, 3)
  const positive = {
    create: { campaign: row!['campaign']!['resourceName'], keyword: { text: 'x', matchType: 'BROAD' } },
  }
  assert.deepEqual(codesOf(await mutate('campaignCriteria', [positive])), ['criterionError.CANNOT_ADD_CRITERIA_TYPE'])
  assert.deepEqual(codesOf(await mutate('campaigns', [{}])), ['requestError.OPERATION_REQUIRED'])
  assert.deepEqual(codesOf(await mutate('campaigns', [])), ['requestError.REQUIRED_FIELD_MISSING'])
  assert.deepEqual(codesOf(await mutate('campaigns', Array<object>(10_001).fill({}))), [
    'requestError.TOO_MANY_MUTATE_OPERATIONS',
  ])
  assert.equal((await mutate('sharedCriteria', [{ update: {} }])).status, 400)
})
