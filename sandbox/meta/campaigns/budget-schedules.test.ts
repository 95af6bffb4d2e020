import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import { adSetForm, campaignForm, graphClient, usdAccount } from '../../../test/support/simulated/primary.ts'
import { assertError } from '../../../test/support/simulated/refusals.ts'

const hour = 3600
const soon = Math.floor(Date.now() / 1000) + 24 * hour

function period(change: Record<string, unknown> = {}) {
  return { budget_value: 5000, budget_value_type: 'ABSOLUTE', time_start: soon, time_end: soon + 6 * hour, ...change }
}

test('a budget is raised for a while, and the period can be changed and deleted', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const campaignId = await client.create(`${usdAccount}/campaigns`, campaignForm)
  const adsetId = await client.create(`${usdAccount}/adsets`, adSetForm(campaignId))
  const id = await client.create(`${adsetId}/budget_schedules`, period())
  const [listed] = (await client.get(`${adsetId}/budget_schedules`)).body.data ?? []
  assert.deepEqual(listed, { id, ad_object_id: adsetId, recurrence_type: 'ONE_TIME', ...period() })
  assert.deepEqual((await client.post(id, { budget_value: 3, budget_value_type: 'MULTIPLIER' })).body, {
    success: true,
  })
  assert.equal((await client.get(`${id}?fields=budget_value`)).body['budget_value'], 3)
  assert.deepEqual((await client.remove(id)).body, { success: true })
  assert.deepEqual((await client.get(`${adsetId}/budget_schedules`)).body.data, [])
})

test('periods can come with the campaign or ad set they belong to', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const campaignId = await client.create(`${usdAccount}/campaigns`, {
    ...campaignForm,
    daily_budget: 4000,
    is_adset_budget_sharing_enabled: undefined,
    is_budget_schedule_enabled: true,
    budget_schedule_specs: [period(), period({ time_start: soon + 48 * hour, time_end: soon + 60 * hour })],
  })
  assert.equal((await client.get(`${campaignId}/budget_schedules`)).body.data?.length, 2)
  assertError(await client.post(campaignId, { budget_schedule_specs: [period()] }), 100)
})

test('periods that the platform would refuse are refused', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const campaignId = await client.create(`${usdAccount}/campaigns`, campaignForm)
  const adsetId = await client.create(`${usdAccount}/adsets`, adSetForm(campaignId))
  const cases: [string, Record<string, unknown>][] = [
    ['too short', { time_end: soon + 2 * hour }],
    ['over already', { time_start: soon - 72 * hour, time_end: soon - 48 * hour }],
    ['more than eight times', { budget_value: 16_001 }],
    ['more than eight times by factor', { budget_value: 9, budget_value_type: 'MULTIPLIER' }],
    ['nothing', { budget_value: 0 }],
    ['unknown type', { budget_value_type: 'PERCENT' }],
    ['no value', { budget_value: undefined }],
    ['no start', { time_start: undefined }],
    ['no end', { time_end: undefined }],
    ['unknown rhythm', { recurrence_type: 'DAILY' }],
    ['weekly without days', { recurrence_type: 'WEEKLY' }],
  ]
  for (const [title, change] of cases)
    assertError(await client.post(`${adsetId}/budget_schedules`, period(change)), 100, undefined, title)
  assertError(await client.post(`${campaignId}/budget_schedules`, period()), 100, undefined, 'no budget of its own')
  await client.create(`${adsetId}/budget_schedules`, period())
  assertError(await client.post(`${adsetId}/budget_schedules`, period()), 100, undefined, 'overlap')
  for (let number = 1; number < 50; number++) {
    const start = soon + number * 24 * hour
    await client.create(`${adsetId}/budget_schedules`, period({ time_start: start, time_end: start + 6 * hour }))
  }
  const late = { time_start: soon + 99 * 24 * hour, time_end: soon + 100 * 24 * hour }
  assertError(await client.post(`${adsetId}/budget_schedules`, period(late)), 100, undefined, 'fifty')
})

test('a lifetime budget has no periods, and neither has an automated app campaign', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const campaignId = await client.create(`${usdAccount}/campaigns`, campaignForm)
  const adsetId = await client.create(`${usdAccount}/adsets`, {
    ...adSetForm(campaignId),
    daily_budget: undefined,
    lifetime_budget: 90_000,
    end_time: soon + 20 * 24 * hour,
  })
  assertError(await client.post(`${adsetId}/budget_schedules`, period()), 100)
  const app = await client.create(`${usdAccount}/campaigns`, {
    ...campaignForm,
    objective: 'OUTCOME_APP_PROMOTION',
    daily_budget: 4000,
  })
  assertError(await client.post(`${app}/budget_schedules`, period()), 100)
})

test('the budget of an ad set changes four times an hour, the limit of an account ten times a day', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = graphClient(url)
  const campaignId = await client.create(`${usdAccount}/campaigns`, campaignForm)
  const adsetId = await client.create(`${usdAccount}/adsets`, adSetForm(campaignId))
  for (let edit = 1; edit <= 4; edit++)
    assert.equal((await client.post(adsetId, { daily_budget: 2000 + edit * 100 })).status, 200)
  assertError(await client.post(adsetId, { daily_budget: 3000 }), 613, 1487632)
  for (let edit = 1; edit <= 10; edit++)
    assert.equal((await client.post(usdAccount, { spend_cap: 5000 + edit })).status, 200)
  assertError(await client.post(usdAccount, { spend_cap: 9000 }), 17, 1885172)
  assert.equal((await client.get(`${usdAccount}?fields=spend_cap`)).body['spend_cap'], '501000')
  await control('POST', '/clock', { offsetSeconds: 25 * hour })
  assert.equal((await client.post(adsetId, { daily_budget: 3000 })).status, 200)
  assert.equal((await client.post(usdAccount, { spend_cap: 9000 })).status, 200)
})
