import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fields } from '../objects/objects.ts'
import type { Answer, GivenError } from '../test-caller.ts'
import { codesOf, direct, errorsOf, managed, namesOf, openCaller, placeOf } from '../test-caller.ts'
import { campaign, own, resultsOf } from './test-writes.ts'

function partialErrors({ body }: Answer): GivenError[] {
  const status = body['partialFailureError'] as { details: { errors: GivenError[] }[] } | undefined
  return status?.details[0]?.errors ?? []
}

test('a whole campaign is made in one call, by temporary names, or not at all', async (context) => {
  const { call, rows } = await openCaller(context)
  const write = (mutateOperations: object[], more: Fields = {}) =>
    call('POST', `/v25/customers/${direct}/googleAds:mutate`, { mutateOperations, ...more })
  const budget = { resourceName: own('campaignBudgets', '-1'), amountMicros: '20000000', explicitlyShared: false }
  const group = {
    resourceName: own('adGroups', '-3'),
    campaign: own('campaigns', '-2'),
    name: 'Stools',
    cpcBidMicros: 1_500_000,
  }
  const keyword = { adGroup: own('adGroups', '-3'), keyword: { text: 'bar stool', match_type: 'PHRASE' } }
  const headlines = ['One', 'Two', 'Three'].map((text) => ({ text }))
  const descriptions = ['First.', 'Second.'].map((text) => ({ text }))
  const ad = { final_urls: ['https://shop.example/stools'], responsiveSearchAd: { headlines, descriptions } }
  const operations = [
    { campaignBudgetOperation: { create: budget } },
    {
      campaignOperation: {
        create: { ...campaign('Stools', own('campaignBudgets', '-1')), resourceName: own('campaigns', '-2') },
      },
    },
    { adGroupOperation: { create: group } },
    { adGroupCriterionOperation: { create: keyword } },
    { adGroupAdOperation: { create: { adGroup: own('adGroups', '-3'), ad } } },
  ]
  const find = () =>
    rows(
      "SELECT campaign.id, campaign_budget.reference_count, campaign.bidding_strategy_type FROM campaign WHERE campaign.name = 'Stools'",
    )
  const bad = await write([
    ...operations,
    { adGroupOperation: { create: { ...group, resourceName: '', cpcBidMicros: 5 } } },
  ])
  assert.deepEqual(codesOf(bad), ['adGroupError.DUPLICATE_ADGROUP_NAME'])
  assert.equal(placeOf(errorsOf(bad)[0]!), 'mutate_operations[5].ad_group_operation.create.name')
  assert.deepEqual(await find(), [])
  assert.deepEqual((await write(operations, { validateOnly: true })).body, {})
  assert.deepEqual(await find(), [])
  const { body } = await write(operations)
  const made = body['mutateOperationResponses'] as Record<string, Fields>[]
  assert.deepEqual(
    made.map((each) => Object.keys(each)[0]),
    ['campaignBudgetResult', 'campaignResult', 'adGroupResult', 'adGroupCriterionResult', 'adGroupAdResult'],
  )
  const [row] = await find()
  assert.equal(row!['campaignBudget']!['referenceCount'], '1')
  assert.equal(row!['campaign']!['biddingStrategyType'], 'MANUAL_CPC')
  const ads = await rows(
    "SELECT ad_group_ad.ad.type, ad_group_ad.status FROM ad_group_ad WHERE campaign.name = 'Stools'",
  )
  assert.deepEqual([ads.length, ads[0]!['adGroupAd']!['status']], [1, 'ENABLED'])
})

test('with partial failure the good operations stand, and each bad one is told by its index', async (context) => {
  const { mutate, rows } = await openCaller(context)
  const groups = await rows("SELECT ad_group.resource_name FROM ad_group WHERE campaign.name = 'Sofas'")
  const adGroup = groups[0]!['adGroup']!['resourceName']
  const keyword = (text: string, matchType = 'EXACT', more: Fields = {}) => ({
    create: { adGroup, keyword: { text, matchType }, ...more },
  })
  const operations = [
    keyword('corner sofa'),
    keyword('x'.repeat(81)),
    keyword('one two three four five six seven eight nine ten eleven'),
    keyword('corner sofa'),
    keyword('sofa!'),
    keyword('cheap', 'EXACT', { negative: true, cpcBidMicros: '1000000' }),
    keyword('leather sofa', 'BROAD', { negative: true }),
    keyword('velvet sofa', 'PHRASE', { cpcBidMicros: '1005000' }),
    { create: { adGroup: own('adGroups', '1'), keyword: { text: 'a', matchType: 'EXACT' } } },
    { create: { adGroup: `customers/${managed}/adGroups/1`, keyword: { text: 'a', matchType: 'EXACT' } } },
    { create: { adGroup, keyword: { text: 'no match type' } } },
    { create: { adGroup } },
    keyword('free', 'BROAD', { negative: true }),
  ]
  const answer = await mutate('adGroupCriteria', operations, { partialFailure: true })
  assert.equal(answer.status, 200)
  assert.deepEqual(
    partialErrors(answer).map((error) => [placeOf(error), ...namesOf([error])]),
    [
      ['operations[1].create.keyword.text', 'criterionError.KEYWORD_TEXT_TOO_LONG'],
      ['operations[2].create.keyword.text', 'criterionError.KEYWORD_HAS_TOO_MANY_WORDS'],
      ['operations[3].create.keyword', 'mutateError.RESOURCE_ALREADY_EXISTS'],
      ['operations[4].create.keyword.text', 'criterionError.KEYWORD_HAS_INVALID_CHARS'],
      ['operations[5].create.cpc_bid_micros', 'criterionError.FIELD_INCOMPATIBLE_WITH_NEGATIVE_TARGETING'],
      ['operations[6].create.keyword', 'adGroupCriterionError.CANNOT_TARGET_AND_EXCLUDE'],
      ['operations[7].create.cpc_bid_micros', 'currencyError.VALUE_NOT_MULTIPLE_OF_BILLABLE_UNIT'],
      ['operations[8].create.ad_group', 'mutateError.RESOURCE_NOT_FOUND'],
      ['operations[9].create.ad_group', 'mutateError.RESOURCE_NOT_FOUND'],
      ['operations[10].create.keyword.match_type', 'fieldError.REQUIRED'],
      ['operations[11].create.criterion', 'fieldError.REQUIRED'],
    ],
  )
  const results = resultsOf(answer)
  assert.equal(results.length, operations.length)
  assert.deepEqual(
    results.map((result) => 'resourceName' in result).flatMap((isMade, index) => (isMade ? [index] : [])),
    [0, 12],
  )
  assert.match(String(results[0]!['resourceName']), new RegExp(`^customers/${direct}/adGroupCriteria/\\d+~\\d+$`))
  const refused = await mutate('adGroupCriteria', [keyword('sectional'), keyword('sofa!')])
  assert.deepEqual([refused.status, ...codesOf(refused)], [400, 'criterionError.KEYWORD_HAS_INVALID_CHARS'])
  assert.equal(
    (
      await rows(
        "SELECT ad_group_criterion.status FROM ad_group_criterion WHERE ad_group_criterion.keyword.text = 'sectional'",
      )
    ).length,
    0,
  )
})

test('a keyword can be paused and removed, is read as removed, and is the same one when it comes back', async (context) => {
  const { mutate, rows, change } = await openCaller(context)
  const select =
    "SELECT ad_group_criterion.resource_name, ad_group_criterion.status, ad_group_criterion.ad_group FROM ad_group_criterion WHERE ad_group_criterion.keyword.text = 'sofa bed'"
  const read = async () => (await rows(select))[0]!['adGroupCriterion']!
  const { resourceName, adGroup } = await read()
  const update = (fields: Fields, updateMask: string) =>
    mutate('adGroupCriteria', [{ update: { resourceName, ...fields }, updateMask }])
  assert.equal((await update({ status: 'PAUSED' }, 'status')).status, 200)
  assert.equal((await read())['status'], 'PAUSED')
  assert.deepEqual(codesOf(await update({ status: 'REMOVED' }, 'status')), ['enumError.ENUM_VALUE_NOT_PERMITTED'])
  assert.deepEqual(codesOf(await update({ keyword: { text: 'other' } }, 'keyword.text')), [
    'fieldError.IMMUTABLE_FIELD',
  ])
  assert.equal((await mutate('adGroupCriteria', [{ remove: resourceName }])).status, 200)
  assert.equal((await read())['status'], 'REMOVED')
  const late = await update({ status: 'ENABLED' }, 'status')
  assert.deepEqual(codesOf(late), ['operationAccessDeniedError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE'])
  const again = { create: { adGroup, keyword: { text: 'Sofa  bed', matchType: 'BROAD' } } }
  assert.equal(resultsOf(await mutate('adGroupCriteria', [again]))[0]!['resourceName'], resourceName)
  assert.equal((await read())['status'], 'ENABLED')
  assert.deepEqual(codesOf(await mutate('adGroupCriteria', [again])), ['mutateError.RESOURCE_ALREADY_EXISTS'])
  await change({ duplicateKeywords: 'returned' })
  assert.equal(resultsOf(await mutate('adGroupCriteria', [again]))[0]!['resourceName'], resourceName)
})

test('field masks name what is written, and nothing else is', async (context) => {
  const { mutate, rows } = await openCaller(context)
  const read = async () =>
    (
      await rows(
        "SELECT campaign.resource_name, campaign.name, campaign.status FROM campaign WHERE campaign.name LIKE 'Lamps%'",
      )
    )[0]!['campaign']!
  const { resourceName } = await read()
  const update = (updateMask: unknown, fields: Fields = {}) =>
    mutate('campaigns', [
      {
        update: { resourceName, name: 'Lamps and lights', status: 'PAUSED', ...fields },
        ...(updateMask === undefined ? {} : { updateMask }),
      },
    ])
  assert.deepEqual(codesOf(await update(undefined)), ['fieldMaskError.FIELD_MASK_MISSING'])
  assert.deepEqual(codesOf(await update('mood')), ['fieldMaskError.FIELD_NOT_FOUND'])
  assert.deepEqual(codesOf(await update('network_settings')), ['fieldMaskError.FIELD_HAS_SUBFIELDS'])
  assert.deepEqual(codesOf(await update('advertisingChannelType')), ['fieldError.IMMUTABLE_FIELD'])
  assert.deepEqual(codesOf(await update('campaign_budget')), ['fieldError.FIELD_CANNOT_BE_CLEARED'])
  const onCreate = await mutate('campaigns', [{ create: {}, updateMask: 'name' }])
  assert.deepEqual(codesOf(onCreate), ['fieldMaskError.FIELD_MASK_NOT_ALLOWED'])
  assert.equal((await update('status')).status, 200)
  assert.deepEqual([(await read())['name'], (await read())['status']], ['Lamps', 'PAUSED'])
  const shown = await mutate('campaigns', [{ update: { resourceName, name: 'Lamps 2' }, updateMask: 'name' }], {
    responseContentType: 'MUTABLE_RESOURCE',
  })
  assert.equal((resultsOf(shown)[0]!['campaign'] as Fields)['name'], 'Lamps 2')
  const strange = await mutate('campaigns', [{ update: { resourceName, mood: 1 }, updateMask: 'name' }])
  assert.match(String((strange.body['error'] as Fields)['message']), /Unknown name "mood" at 'operations\[0\]\.update'/)
  const wrong = await mutate('campaigns', [{ update: { resourceName, status: 'ACTIVE' }, updateMask: 'status' }])
  assert.match(String((wrong.body['error'] as Fields)['message']), /CampaignStatus.*"ACTIVE"/)
})

test('a temporary name is used once, and what hangs on a failed one fails with it', async (context) => {
  const { call, rows } = await openCaller(context)
  const write = (mutateOperations: object[]) =>
    call('POST', `/v25/customers/${direct}/googleAds:mutate`, { mutateOperations, partialFailure: true })
  const budget = (amountMicros: string) => ({
    campaignBudgetOperation: {
      create: { resourceName: own('campaignBudgets', '-1'), amountMicros, explicitlyShared: false },
    },
  })
  const hanging = { campaignOperation: { create: campaign('Hanging', own('campaignBudgets', '-1')) } }
  const failed = await write([budget('7'), hanging])
  assert.deepEqual(namesOf(partialErrors(failed)), [
    'campaignBudgetError.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT',
    'newResourceCreationError.TEMP_ID_RESOURCE_HAD_ERRORS',
  ])
  assert.deepEqual(failed.body['mutateOperationResponses'], [{}, {}])
  const twice = await write([budget('1000000'), budget('1000000')])
  assert.deepEqual(namesOf(partialErrors(twice)), ['newResourceCreationError.DUPLICATE_TEMP_IDS'])
  const unknown = await write([hanging])
  assert.deepEqual(namesOf(partialErrors(unknown)), ['mutateError.RESOURCE_NOT_FOUND'])
  assert.deepEqual(await rows("SELECT campaign.id FROM campaign WHERE campaign.name = 'Hanging'"), [])
})

test('an answer that is lost after the write leaves the write', async (context) => {
  const { mutate, rows, control } = await openCaller(context)
  await control('POST', '/faults', {
    platform: 'google-ads',
    fault: 'drop-after',
    match: { path: 'campaignBudgets:mutate$' },
  })
  const create = { name: 'Lost', amountMicros: '5000000' }
  await assert.rejects(mutate('campaignBudgets', [{ create }]))
  assert.equal(
    (await rows("SELECT campaign_budget.id FROM campaign_budget WHERE campaign_budget.name = 'Lost'")).length,
    1,
  )
  assert.deepEqual(codesOf(await mutate('campaignBudgets', [{ create }])), ['campaignBudgetError.DUPLICATE_NAME'])
})
