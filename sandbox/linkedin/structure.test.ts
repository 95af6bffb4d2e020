import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  account,
  campaign,
  campaigns,
  elementsOf,
  errorsOf,
  everybody,
  foreignOrganization,
  group,
  groups,
  jpy,
  narrowed,
  openCaller,
} from './test-caller.ts'
import type { Fields } from './objects/objects.ts'

const day = 86_400_000
const inGroup = (id: string) => ({ campaignGroup: `urn:li:sponsoredCampaignGroup:${id}` })
const money = (amount: string, currencyCode = 'USD') => ({ amount, currencyCode })

test('a campaign group is created, found, changed, and deleted while it is a draft', async (context) => {
  const { create, read, set, remove, find, inAccount } = await openCaller(context)
  const made = await create('adCampaignGroups', group({ name: 'Autumn', status: 'DRAFT' }))
  assert.deepEqual([made.status, made.body['text']], [201, ''])
  const { body } = await read('adCampaignGroups', made.id)
  assert.deepEqual(
    [body['id'], body['status'], body['servingStatuses']],
    [Number(made.id), 'DRAFT', ['STOPPED', 'CAMPAIGN_GROUP_START_DATE_HOLD']],
  )
  const search = `${inAccount('adCampaignGroups')}?q=search&search=(status:(values:List(DRAFT)),name:(values:List(Aut)))`
  assert.deepEqual(
    elementsOf(await find(search)).map(({ name }) => name),
    ['Autumn'],
  )
  assert.equal((await set('adCampaignGroups', made.id, { name: 'Late autumn' })).status, 204)
  assert.equal((await remove('adCampaignGroups', made.id)).status, 204)
  assert.equal((await read('adCampaignGroups', made.id)).status, 404)
  const kept = await remove('adCampaignGroups', groups.open)
  assert.deepEqual([kept.status, kept.body['code']], [400, 'DELETE_ALLOWED_ONLY_FOR_DRAFT_STATUS'])
})

test('what a group lacks or has too little of is named field by field', async (context) => {
  const { create, set } = await openCaller(context)
  const refusals = async (more: Fields) => {
    const answer = await create('adCampaignGroups', group(more))
    return [answer.status, answer.body['code'], ...errorsOf(answer)]
  }
  const end = { runSchedule: { start: Date.now() + day, end: Date.now() + 30 * day } }
  assert.deepEqual(await refusals({ runSchedule: {} }), [400, 'MISSING_FIELD', 'MISSING_FIELD runSchedule/start'])
  assert.deepEqual(await refusals({ name: 'x'.repeat(101), status: 'SLEEPING' }), [
    ...[400, 'MULTIPLE_VALIDATIONS_FAILED', 'FIELD_VALUE_TOO_HIGH name', 'INVALID_VALUE_FOR_FIELD status'],
  ])
  assert.deepEqual((await refusals({ status: 'ARCHIVED' })).slice(2), ['INVALID_VALUE_FOR_FIELD status'])
  assert.deepEqual((await refusals({ totalBudget: money('500') })).slice(1), [
    'MISSING_FIELD',
    'MISSING_FIELD runSchedule/end',
  ])
  assert.deepEqual((await refusals({ ...end, totalBudget: money('99.99') }))[1], 'FIELD_VALUE_TOO_LOW')
  assert.deepEqual((await refusals({ ...end, totalBudget: money('500', 'EUR') }))[1], 'CURRENCY_MISMATCH')
  assert.equal((await refusals({ dailyBudget: money('50') }))[1], 'INVALID_VALUE_FOR_FIELD')
  assert.equal((await refusals({ runSchedule: { start: Date.now() - day } }))[1], 'DATE_TOO_EARLY')
  assert.equal((await refusals({ ...end, account: `urn:li:sponsoredAccount:${jpy}` }))[1], 'INVALID_VALUE_FOR_FIELD')
  const shared = { budgetOptimizationStrategy: 'DYNAMIC', bidStrategy: 'MAXIMUM_DELIVERY' }
  assert.equal(
    (await create('adCampaignGroups', group({ dailyBudget: money('50'), budgetOptimization: shared }))).status,
    201,
  )
  const readOnly = await create('adCampaignGroups', group({ servingStatuses: ['RUNNABLE'] }))
  assert.deepEqual([readOnly.status, /servingStatuses/.test(String(readOnly.body['message']))], [422, true])
  assert.equal((await create('adCampaignGroups', group({ colour: 'red' }))).status, 422)
  assert.equal((await create('adCampaignGroups', group({ name: 7 }))).status, 422)
  const defaultGroup = await set('adCampaignGroups', groups.default, { status: 'ARCHIVED' })
  assert.equal(defaultGroup.body['code'], 'STATUS_CHANGE_NOT_ALLOWED')
})

test('a campaign stands in a group that takes it', async (context) => {
  const { create } = await openCaller(context)
  const code = async (more: Fields) => (await create('adCampaigns', campaign(more))).body['code']
  const drafts = 'ONLY_DRAFT_CAMPAIGNS_ALLOWED_IN_DRAFT_CAMPAIGN_GROUPS'
  assert.equal(await code(inGroup(groups.draft)), drafts)
  assert.equal(await code({ ...inGroup(groups.draft), status: 'DRAFT' }), undefined)
  assert.equal(await code(inGroup(groups.ended)), 'INVALID_CAMPAIGN_CONFIGURATION')
  assert.equal(await code(inGroup('1')), 'INVALID_VALUE_FOR_FIELD')
  const paused = await create('adCampaignGroups', group({ status: 'PAUSED' }))
  assert.equal(await code(inGroup(paused.id)), 'INVALID_CAMPAIGN_CONFIGURATION')
  assert.equal(await code({ ...inGroup(paused.id), status: 'PAUSED' }), undefined)
  const schedule = { runSchedule: { start: Date.now() + 60_000, end: Date.now() + 30 * day } }
  const small = await create('adCampaignGroups', group({ ...schedule, totalBudget: money('200') }))
  const total = { ...inGroup(small.id), ...schedule, dailyBudget: undefined, totalBudget: money('201') }
  assert.equal(await code(total), 'INSUFFICIENT_CAMPAIGN_GROUP_BUDGET')
  assert.equal(await code({ ...total, totalBudget: money('200') }), undefined)
  const leads = await create('adCampaignGroups', group({ objectiveType: 'LEAD_GENERATION' }))
  assert.equal(await code(inGroup(leads.id)), 'INVALID_CAMPAIGN_CONFIGURATION')
})

test('a campaign is refused with the field that is wrong', async (context) => {
  const { create } = await openCaller(context)
  const refusals = async (more: Fields) => errorsOf(await create('adCampaigns', campaign(more)))
  const lacking = errorsOf(await create('adCampaigns', { account, type: 'SPONSORED_UPDATES' }))
  assert.deepEqual(lacking.map((error) => error.replace('MISSING_FIELD ', '')).slice(0, 8), [
    'campaignGroup',
    'name',
    'costType',
    'locale',
    'status',
    'unitCost',
    'targetingCriteria',
    'offsiteDeliveryEnabled',
  ])
  const cases: [Fields, string][] = [
    [{ politicalIntent: undefined }, 'MISSING_FIELD politicalIntent'],
    [{ offsiteDeliveryEnabled: undefined }, 'MISSING_FIELD offsiteDeliveryEnabled'],
    [{ dailyBudget: undefined }, 'MISSING_FIELD dailyBudget'],
    [{ associatedEntity: undefined }, 'MISSING_FIELD associatedEntity'],
    [{ associatedEntity: 'urn:li:organization:1' }, 'INVALID_VALUE_FOR_FIELD associatedEntity'],
    [{ dailyBudget: money('9.99') }, 'FIELD_VALUE_TOO_LOW dailyBudget/amount'],
    [{ dailyBudget: money('20', 'EUR') }, 'CURRENCY_MISMATCH dailyBudget/currencyCode'],
    [{ dailyBudget: money('20.005') }, 'INVALID_VALUE_FOR_FIELD dailyBudget/amount'],
    [{ objectiveType: 'WEBSITE_VISITS' }, 'INVALID_VALUE_FOR_FIELD objectiveType'],
    [{ format: 'SPOTLIGHT' }, 'INVALID_VALUE_FOR_FIELD format'],
    [{ objectiveType: 'VIDEO_VIEW' }, 'INVALID_CAMPAIGN_CONFIGURATION format'],
    [{ costType: 'CPV' }, 'INVALID_CAMPAIGN_CONFIGURATION costType'],
    [{ unitCost: money('5') }, 'INVALID_CAMPAIGN_CONFIGURATION unitCost'],
    [{ optimizationTargetType: 'NONE' }, 'FIELD_VALUE_TOO_LOW unitCost/amount'],
    [{ runSchedule: { start: Date.now() - day } }, 'DATE_TOO_EARLY runSchedule/start'],
    [{ locale: { country: 'us', language: 'EN' } }, 'INVALID_VALUE_FOR_FIELD locale'],
    [
      { targetingCriteria: { include: { and: [everybody.include.and[1]] } } },
      'MISSING_FIELD targetingCriteria/include',
    ],
    [{ targetingCriteria: { include: { or: {} } } }, 'INVALID_VALUE_FOR_FIELD targetingCriteria'],
    [
      {
        targetingCriteria: narrowed(
          ['titles', ['urn:li:title:1']],
          ['skills', ['urn:li:skill:1']],
          ['employers', ['urn:li:organization:1']],
        ),
      },
      'AUDIENCE_SIZE_TOO_SMALL targetingCriteria',
    ],
  ]
  for (const [more, expected] of cases) assert.deepEqual(await refusals(more), [expected])
  assert.equal((await create('adCampaigns', campaign({ unitCost: { amount: 5, currencyCode: 'USD' } }))).status, 422)
  assert.equal((await create('adCampaigns', campaign({ test: false }))).status, 422)
  assert.equal((await create('adCampaigns', campaign({ associatedEntity: foreignOrganization }))).status, 201)
})

test('what a campaign is stays as it was made, and drafts are left only once', async (context) => {
  const { create, set, read, call, inAccount } = await openCaller(context)
  const made = await create('adCampaigns', campaign({ status: 'DRAFT' }))
  const code = async (fields: Fields) => (await set('adCampaigns', made.id, fields)).body['code']
  for (const [name, value] of Object.entries({
    type: 'TEXT_AD',
    format: 'CAROUSEL',
    objectiveType: 'ENGAGEMENT',
    ...inGroup(groups.default),
  }))
    assert.ok(
      errorsOf(await set('adCampaigns', made.id, { [name]: value })).includes(`INVALID_VALUE_FOR_FIELD ${name}`),
      name,
    )
  assert.equal(await code({ status: 'ACTIVE', dailyBudget: money('60') }), undefined)
  const { body } = await read('adCampaigns', made.id)
  assert.deepEqual([body['status'], body['dailyBudget'], body['version']], ['ACTIVE', money('60'), { versionTag: '2' }])
  assert.equal(await code({ status: 'DRAFT' }), 'STATUS_CHANGE_NOT_ALLOWED')
  assert.equal(await code({ status: 'COMPLETED' }), 'STATUS_CHANGE_NOT_ALLOWED')
  assert.equal(await code({ dailyBudget: money('1') }), 'FIELD_VALUE_TOO_LOW')
  const patch = (body: unknown) =>
    call('POST', inAccount('adCampaigns', made.id), body, { 'x-restli-method': 'PARTIAL_UPDATE' })
  assert.equal((await patch({ patch: { dailyBudget: { $set: { amount: '75' } } } })).status, 204)
  assert.equal(errorsOf(await patch({ patch: { $delete: ['dailyBudget'] } }))[0], 'MISSING_FIELD dailyBudget')
  assert.equal((await patch({ patch: {} })).status, 400)
  assert.equal((await patch({ status: 'PAUSED' })).status, 400)
  assert.equal(await code({ status: 'PENDING_DELETION' }), undefined)
  assert.equal(await code({ status: 'ACTIVE' }), 'STATUS_CHANGE_NOT_ALLOWED')
})

test('what stands in an ended group can still be named anew, and not switched on', async (context) => {
  const { set } = await openCaller(context)
  assert.equal((await set('adCampaigns', campaigns.ended, { name: 'Terrace nights' })).status, 204)
  assert.equal((await set('adCampaigns', campaigns.ended, { status: 'PAUSED' })).status, 204)
  const again = await set('adCampaigns', campaigns.ended, { status: 'ACTIVE' })
  assert.equal(again.body['code'], 'INVALID_CAMPAIGN_CONFIGURATION')
})

test('many are read and written at once, and each stands on its own', async (context) => {
  const { call, inAccount } = await openCaller(context)
  const path = inAccount('adCampaigns')
  const batch = (method: string, query: string, body?: unknown) =>
    call(body === undefined ? 'GET' : 'POST', `${path}${query}`, body, { 'x-restli-method': method })
  const made = await batch('BATCH_CREATE', '', { elements: [campaign(), campaign({ name: undefined })] })
  const [good, bad] = elementsOf(made)
  assert.deepEqual([made.status, good!['status'], bad!['status']], [200, 201, 400])
  const id = String(good!['id'])
  const changed = await batch('BATCH_PARTIAL_UPDATE', `?ids=List(${id},1)`, {
    entities: { [id]: { patch: { $set: { name: 'Again' } } }, 1: { patch: { $set: { name: 'Nobody' } } } },
  })
  assert.deepEqual(
    [changed.body['results'], Object.keys(changed.body['errors'] as Fields)],
    [{ [id]: { status: 204 } }, ['1']],
  )
  const { body } = await batch('BATCH_GET', `?ids=List(${id},${campaigns.image},1)`)
  const results = body['results'] as Record<string, Fields>
  assert.deepEqual([results[id]!['name'], results[campaigns.image]!['name']], ['Again', 'Workplace images'])
  assert.deepEqual(body['statuses'], { [id]: 200, [campaigns.image]: 200, 1: 404 })
})

test('a search comes in pages, and the last one names no next', async (context) => {
  const { find, inAccount } = await openCaller(context)
  const names: unknown[] = []
  for (let token = ''; ;) {
    const page = await find(
      `${inAccount('adCampaigns')}?q=search&pageSize=3${token}&fields=id,name&sortOrder=DESCENDING`,
    )
    for (const element of elementsOf(page)) {
      assert.deepEqual(Object.keys(element).sort(), ['id', 'name'])
      names.push(element['name'])
    }
    const next = (page.body['metadata'] as { nextPageToken?: string }).nextPageToken
    if (next === undefined) break
    token = `&pageToken=${next}`
  }
  assert.equal(names.length, 7)
  assert.equal(names[0], 'Terrace days')
  assert.equal((await find(`${inAccount('adCampaigns')}?q=search&pageSize=1001`)).status, 400)
  assert.equal((await find(`${inAccount('adCampaigns')}?q=search&pageToken=guess`)).status, 400)
  assert.equal((await find(`${inAccount('adCampaigns')}?q=search&search=(colour:(values:List(red)))`)).status, 400)
})
