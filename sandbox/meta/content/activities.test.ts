import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import {
  adSetForm,
  campaignForm,
  graphClient,
  jpyAccount,
  prepareLaunch,
  usdAccount,
} from '../../../test/support/simulated/primary.ts'
import type { GraphClient } from '../../../test/support/simulated/primary.ts'
import { assertError } from '../../../test/support/simulated/refusals.ts'

const fields =
  'event_time,date_time_in_timezone,event_type,translated_event_type,object_id,object_name,object_type,actor_id,actor_name,application_id,application_name,extra_data'

async function historyOf(client: GraphClient, objectId: string, more = '') {
  const { body } = await client.get(`${usdAccount}/activities?fields=${fields}&limit=100&oid=${objectId}${more}`)
  return (body.data ?? []).map((line) => ({
    type: String(line['event_type']),
    objectType: line['object_type'],
    extra: JSON.parse(String(line['extra_data'])) as Record<string, unknown>,
    line,
  }))
}

test('every change of an ad set is in the history, newest first, in the platform’s own words', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const { adsetId } = await prepareLaunch(client)
  const end = Math.floor(Date.now() / 1000) + 864_000
  for (const change of [
    { status: 'PAUSED' },
    { daily_budget: 3500 },
    { name: 'US narrow' },
    { targeting: { ...adSetForm('').targeting, age_min: 25, age_max: 40 } },
    { bid_strategy: 'COST_CAP', bid_amount: 250 },
    { end_time: end },
  ])
    assert.equal((await client.post(adsetId, change)).status, 200)
  await client.remove(adsetId)
  const history = await historyOf(client, adsetId)
  assert.deepEqual(
    history.map(({ type }) => type),
    [
      'update_ad_set_run_status',
      'update_ad_set_duration',
      'update_ad_set_bidding',
      'update_ad_set_bid_strategy',
      'update_ad_set_target_spec',
      'update_ad_set_name',
      'update_ad_set_budget',
      'update_ad_set_run_status',
      'create_ad_set',
    ],
  )
  assert.ok(history.every(({ objectType }) => objectType === 'CAMPAIGN'))
  const extraOf = (type: string) => history.findLast((line) => line.type === type)?.extra
  assert.deepEqual(extraOf('update_ad_set_run_status'), {
    old_value: 'Active',
    new_value: 'Inactive',
    type: 'run_status',
    run_status: { old_value: 1, new_value: 15 },
  })
  const side = { type: 'payment_amount', currency: 'USD', additional_type: 'status_string' }
  assert.deepEqual(extraOf('update_ad_set_budget'), {
    old_value: { ...side, old_value: 2000, additional_value: '' },
    new_value: { ...side, new_value: 3500, additional_value: 'Per day' },
    type: 'composite_data',
  })
  assert.deepEqual(extraOf('update_ad_set_name'), { old_value: 'US broad', new_value: 'US narrow', type: 'name' })
  assert.equal(extraOf('update_ad_set_target_spec')?.['type'], 'targets_spec')
  const line = history[0]?.line ?? {}
  assert.match(String(line['event_time']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/)
  assert.match(String(line['date_time_in_timezone']), /^\d\d\/\d\d\/\d{4} at \d{1,2}:\d\d [AP]M$/)
  assert.equal(line['application_id'], '102938475610293')
  assert.equal('id' in line, false)
})

test('campaigns, ads and copies are in the history under their old names', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const { campaignId, adsetId, creativeId } = await prepareLaunch(client)
  const adId = await client.create(`${usdAccount}/ads`, {
    name: 'First',
    adset_id: adsetId,
    creative: { creative_id: creativeId },
  })
  await client.post(adId, { name: 'Renamed', status: 'ACTIVE' })
  await client.post(campaignId, { spend_cap: 90_000 })
  await client.post(`${adId}/adlabels`, { adlabels: [{ name: 'spring' }] })
  const copy = (await client.post(`${adId}/copies`, {})).body
  const typesOf = async (id: string) => (await historyOf(client, id)).map(({ type, objectType }) => [type, objectType])
  assert.deepEqual(await typesOf(adId), [
    ['update_ad_labels', 'ADGROUP'],
    ['update_ad_friendly_name', 'ADGROUP'],
    ['update_ad_run_status', 'ADGROUP'],
    ['create_ad', 'ADGROUP'],
  ])
  assert.deepEqual(await typesOf(campaignId), [
    ['update_campaign_group_spend_cap', 'CAMPAIGN_GROUP'],
    ['create_campaign_group', 'CAMPAIGN_GROUP'],
  ])
  assert.deepEqual(await typesOf(String(copy['copied_ad_id'])), [['create_ad', 'ADGROUP']])
  const ofAdSet = (await client.get(`${adsetId}/activities?fields=event_type`)).body.data
  assert.deepEqual(
    ofAdSet?.map((line) => line['event_type']),
    ['create_ad', 'update_ad_labels', 'update_ad_friendly_name', 'update_ad_run_status', 'create_ad', 'create_ad_set'],
  )
  assert.equal((await historyOf(client, campaignId, '&add_children=true')).length, 8)
})

test('what was only validated, and what was refused, leaves no trace', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const campaignId = await client.create(`${usdAccount}/campaigns`, campaignForm)
  await client.post(campaignId, { name: 'Tried', execution_options: ['validate_only'] })
  await client.post(campaignId, { spend_cap: 1 })
  assert.deepEqual(
    (await historyOf(client, campaignId)).map(({ type }) => type),
    ['create_campaign_group'],
  )
})

test('the history is there from the start and can be narrowed by time and category', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = graphClient(url)
  const list = async (query: string) =>
    (await client.get(`${usdAccount}/activities?limit=500&fields=event_type,event_time${query}`)).body.data ?? []
  const recent = await list('')
  const all = await list(`&since=${Math.floor(Date.now() / 1000) - 200 * 86_400}`)
  assert.ok(recent.length > 0 && recent.length < all.length)
  const times = all.map((line) => String(line['event_time']))
  assert.deepEqual(times, [...times].sort().reverse())
  const budgets = await list('&category=BUDGET')
  assert.ok(budgets.length > 0 && budgets.every((line) => String(line['event_type']).endsWith('_budget')))
  assert.deepEqual(await list('&since=2020-01-01&until=2020-02-01'), [])
  assertError(await client.get(`${usdAccount}/activities?category=MOOD`), 100)
  const page = (await client.get(`${usdAccount}/activities?limit=2&fields=event_type`)).body
  assert.ok(page.paging?.next)
  const next = (
    await client.get(`${usdAccount}/activities?limit=2&fields=event_type&after=${page.paging.cursors.after}`)
  ).body
  assert.equal(next.data?.length, 2)
  assert.ok(((await client.get(`${jpyAccount}/activities`)).body.data?.length ?? 0) > 0)
  await control('POST', '/meta', { historyIgnoresObject: true })
  assert.equal((await list('&oid=1')).length, recent.length)
})
