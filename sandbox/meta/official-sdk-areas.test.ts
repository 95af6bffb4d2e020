import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import sdk from 'facebook-nodejs-business-sdk'
import { startTestSandbox } from '../../test/support/simulated/sandbox.ts'
import { graphClient, instagram, page, pixel, prepareLaunch, usdAccount } from '../../test/support/simulated/primary.ts'
import { daysAgo } from '../../test/support/simulated/insights.ts'
import { pointSdkAt } from '../../test/support/platforms/primary-sdk.ts'

test('the official SDK copies, schedules budgets and reads the history', async (context) => {
  const { url } = await startTestSandbox(context)
  pointSdkAt(url)
  const { adsetId } = await prepareLaunch(graphClient(url))
  const adset = new sdk.AdSet(adsetId)
  const copy = await adset.createCopy([], { deep_copy: false, status_option: 'PAUSED' })
  const copies = await adset.getCopies(['name'])
  assert.deepEqual(
    copies.map(({ _data }) => [_data['id'], _data['name']]),
    [[copy._data['copied_adset_id'], 'US broad - Copy']],
  )
  const start = Math.floor(Date.now() / 1000) + 86_400
  const raise = { budget_value: 4000, budget_value_type: 'ABSOLUTE', time_start: start, time_end: start + 14_400 }
  const schedule = await adset.createBudgetSchedule([], raise)
  assert.deepEqual(
    (await adset.getBudgetSchedules(['budget_value'])).map(({ id }) => id),
    [schedule.id],
  )
  const lines = await new sdk.AdAccount(usdAccount).getActivities(['event_type'], { oid: adsetId, limit: 10 })
  assert.deepEqual(
    lines.map(({ _data }) => _data['event_type']),
    ['update_campaign_high_demand_periods', 'create_ad_set'],
  )
})

test('the official SDK reports at once and in the background', async (context) => {
  const { url, control } = await startTestSandbox(context)
  await control('POST', '/meta', { reportSeconds: 0 })
  pointSdkAt(url)
  const account = new sdk.AdAccount(usdAccount)
  const params = { level: 'campaign', time_range: { since: daysAgo(20), until: daysAgo(1) } }
  const fields = ['campaign_id', 'spend', 'impressions']
  const direct = await account.getInsights(fields, params)
  assert.ok(direct.length > 1)
  const run = await account.getInsightsAsync(fields, params)
  const status = await run.get(['async_status', 'async_percent_completion'])
  assert.deepEqual([status._data['async_status'], status._data['async_percent_completion']], ['Job Completed', 100])
  const rows = await run.getInsights([], { limit: 100 })
  assert.deepEqual(
    rows.map(({ _data }) => [_data['campaign_id'], _data['spend']]),
    direct.map(({ _data }) => [_data['campaign_id'], _data['spend']]),
  )
})

test('the official SDK moderates comments with the token of the Page', async (context) => {
  const { url } = await startTestSandbox(context)
  pointSdkAt(url)
  const [own] = await new sdk.User('me').getAccounts(['access_token'])
  const posts = await new sdk.Page(page).getPosts(['message', 'is_eligible_for_promotion'])
  pointSdkAt(url, String(own?._data['access_token']))
  const post = new sdk.PagePost(posts.at(-1)?.id ?? '')
  const [first] = await post.getComments(['message', 'from'])
  const comment = new sdk.Comment(first?.id ?? '')
  const reply = await comment.createComment([], { message: 'Thanks!' })
  assert.ok((await comment.getComments(['message'])).some(({ id }) => id === reply.id))
  await comment.update([], { is_hidden: true })
  assert.equal((await comment.get(['is_hidden']))._data['is_hidden'], true)
  await comment.delete([])
  assert.ok((await post.getComments([])).every(({ id }) => id !== first?.id))
})

test('the official SDK sends events and finds creators and custom conversions', async (context) => {
  const { url } = await startTestSandbox(context)
  pointSdkAt(url)
  const em = createHash('sha256').update('buyer@example.com').digest('hex')
  const event = {
    event_name: 'Lead',
    event_time: Math.floor(Date.now() / 1000),
    action_source: 'website',
    user_data: { em },
  }
  const sent = await new sdk.AdsPixel(pixel).createEvent([], { data: [event] })
  assert.equal(sent._data['events_received'], 1)
  const permissions = await new sdk.IGUser(instagram).getBrandedContentAdPermissions(['status', 'permission_type'])
  assert.deepEqual(
    permissions.map(({ _data }) => _data['status']),
    ['APPROVED', 'PENDING', 'REVOKED'],
  )
  assert.equal((await new sdk.AdAccount(usdAccount).getCustomConversions(['name'])).length, 1)
})

test('the official SDK reads every field, estimates and previews', async (context) => {
  const { url } = await startTestSandbox(context)
  pointSdkAt(url)
  const { adsetId, creativeId } = await prepareLaunch(graphClient(url))
  const account = new sdk.AdAccount(usdAccount)
  const targeting = { geo_locations: { countries: ['US'] } }
  const [reach] = await account.getReachEstimate([], { targeting_spec: targeting })
  assert.equal(reach?._data['estimate_ready'], true)
  const goal = { optimization_goal: 'LINK_CLICKS', targeting_spec: targeting }
  const [delivery] = await account.getDeliveryEstimate(['estimate_dau'], goal)
  assert.ok(Number(delivery?._data['estimate_dau']) < Number(delivery?._data['estimate_mau_lower_bound']))
  await assert.rejects(account.getDeliveryEstimate([], { targeting_spec: targeting }))
  const adset = new sdk.AdSet(adsetId)
  assert.equal((await adset.getDeliveryEstimate([])).length, 1)
  const ad = await account.createAd([], { name: 'Seen', adset_id: adsetId, creative: { creative_id: creativeId } })
  const shown = new sdk.Ad(ad.id)
  const [preview] = await shown.getPreviews(['body'], { ad_format: 'MOBILE_FEED_STANDARD' })
  assert.match(String(preview?._data['body']), /^<iframe/)
  await assert.rejects(shown.getPreviews(['body'], { ad_format: 'BILLBOARD' }))
  const all = (type: object) => Object.keys((type as { Fields: Record<string, string> }).Fields)
  for (const [node, type] of [
    [adset, sdk.AdSet],
    [shown, sdk.Ad],
    [account, sdk.AdAccount],
  ] as const)
    assert.ok((await node.get(all(type))).id)
})
