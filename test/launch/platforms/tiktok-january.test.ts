import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../support/harness.ts'
import { tiktokFixture } from '../../support/platforms/tiktok.ts'
import { tiktokClient } from '../../support/simulated/tiktok.ts'

const app = await startTestApp()
const { usd, setNamed, videoAd, launch, launched, sandboxAds } = await tiktokFixture(app)
const smartSet = setNamed('Smart+')
const client = tiktokClient(app.sandboxUrl)

/** A campaign for sales that somebody runs by hand, and its ad group: the newest of the account, so the first of its list. */
async function salesByHand(): Promise<string> {
  const about = { advertiser_id: usd }
  const named = { ...about, campaign_name: 'Sales by hand', objective_type: 'WEB_CONVERSIONS' }
  const { data } = await client.post('campaign/create/', named)
  const made = await client.post('adgroup/create/', {
    ...{ ...about, campaign_id: data['campaign_id'], adgroup_name: 'By hand', location_ids: ['6252001'] },
    ...{ optimization_goal: 'CLICK', billing_event: 'CPC', pacing: 'PACING_MODE_SMOOTH' },
    ...{ budget: 50, budget_mode: 'BUDGET_MODE_DAY' },
    ...{ schedule_type: 'SCHEDULE_FROM_NOW', schedule_start_time: '2026-01-01 00:00:00' },
  })
  assert.equal(made.code, 0, made.message)
  return String(made.data['adgroup_id'])
}

interface Choice {
  value: string
  closed: string | null
  capacity: number
}

/** What many scripts do: the first ad set that runs. */
async function chosen(): Promise<Choice> {
  const list = await app.call<{ data: Choice[] }>('GET', `/v1/adsets?accountId=${usd}&status=ACTIVE&limit=1`)
  return list.body.data[0]!
}

const manualSet = await salesByHand()

test('a script that chooses its ad set from the list lives through 1 January 2027 unchanged', async () => {
  const before = await chosen()
  assert.equal(before.value, manualSet)
  const launchInto = async (adName: string) => launched([videoAd({ adName, adSets: [(await chosen()).value] })])
  assert.equal((await launchInto('December')).status, 'success')

  await app.control('POST', 'future', { platform: 'tiktok', date: '2026-12-31' })
  assert.equal((await chosen()).value, manualSet, 'the last day still counts')

  await app.control('POST', 'future', { platform: 'tiktok', date: '2027-01-01' })
  const after = await chosen()
  assert.notEqual(after.value, manualSet)
  assert.equal(after.closed, null)
  const done = await launchInto('January')
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.equal((await sandboxAds('January'))[0]!.adsetId, after.value)
  const all = (await app.call<{ data: Choice[] }>('GET', `/v1/adsets?accountId=${usd}`)).body.data
  const last = all.at(-1)!
  assert.deepEqual([last.value, last.capacity], [manualSet, 0])
  assert.match(last.closed!, /WEB_CONVERSIONS.*2026-12-31/)
})

test('one that names the manual ad set is told where it can go, and nothing is stored or put elsewhere', async () => {
  await app.control('DELETE', 'calls?platform=tiktok')
  const ads = [videoAd({ adName: 'Stubborn', adSets: [manualSet] })]
  const { status, body } = await launch(ads)
  assert.equal(status, 422, JSON.stringify(body))
  const [issue, ...others] = body.error!.details!.issues!
  assert.deepEqual([issue!.path, others], ['ads.0.adSets', []])
  assert.match(
    issue!.message,
    new RegExp(`${manualSet}.*2026-12-31.*Smart\\+ ad set.*${smartSet} "Always on Smart\\+"`),
  )
  const { calls } = await app.control<{ calls: { method: string }[] }>('GET', 'calls?platform=tiktok')
  assert.ok(calls.every(({ method }) => method === 'GET'))
  assert.deepEqual(await sandboxAds('Stubborn'), [])
  const instead = await launched([videoAd({ adName: 'Moved', adSets: [smartSet] })])
  assert.equal(instead.status, 'success', JSON.stringify(instead.failedAds))
})

test('what is in the manual ad set can still be paused, paid and deleted', async () => {
  const [ad] = await sandboxAds('December')
  for (const [path, body] of [
    ['update-status', { entityType: 'ad', entityIds: [ad!.id], newStatus: 'PAUSED' }],
    ['update-budget', { entityType: 'adset', entityId: manualSet, dailyBudget: 60 }],
    ['delete', { entityType: 'ad', entityIds: [ad!.id] }],
  ] as const) {
    const answer = await app.call('POST', `/v1/manage/${path}`, { body: { accountId: usd, ...body } })
    assert.equal(answer.status, 200, `${path} ${JSON.stringify(answer.body)}`)
  }
})
