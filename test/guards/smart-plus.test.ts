import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guardedBy } from '../support/guards/guards.ts'
import type { GuardRefusal } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'
import { tiktokFixture } from '../support/platforms/tiktok.ts'

/** The seeded Smart+ campaign holds 200 dollars a day for its ad sets, which hold nothing. */
const app = await startTestApp()
const { usd, setNamed, videoAd, launched, sandboxAds } = await tiktokFixture(app)
const smartSet = setNamed('Smart+')
const { data: choices } = (
  await app.call<{ data: { value: string; campaignId: string }[] }>('GET', `/v1/adsets?accountId=${usd}`)
).body
const { campaignId } = choices.find(({ value }) => value === smartSet)!
const smart = (adName: string) => videoAd({ adName, adSets: [smartSet] })

test('a budget that stands at a Smart+ campaign counts against a cap, and is raised only below it', async () => {
  await guardedBy(app, { dailyCap: 1, basis: 'commitments' })
  const refused = await app.call<GuardRefusal>('POST', '/v1/launch', { body: { ads: [smart('Too much')] } })
  assert.equal(refused.status, 403, JSON.stringify(refused.body))
  const { spend, running, adds } = refused.body.error.details
  assert.equal(adds, 200, 'the ad set holds nothing: its campaign does')
  assert.deepEqual(await sandboxAds('Too much'), [])

  const room = 60
  await guardedBy(app, { dailyCap: Math.ceil(Number(spend) + Number(running) + 200) + room, basis: 'commitments' })
  assert.equal((await launched([smart('Within')])).status, 'success')
  const raise = (dailyBudget: number) =>
    app.call<GuardRefusal>('POST', '/v1/manage/update-budget', {
      body: { accountId: usd, entityType: 'campaign', entityId: campaignId, dailyBudget },
    })
  const tooHigh = await raise(450)
  assert.equal(tooHigh.status, 403, JSON.stringify(tooHigh.body))
  assert.equal((await raise(200 + room / 2)).status, 200)
})

test('a launch into Smart+ is undone: its ads are gone, and nothing else', async () => {
  await guardedBy(app)
  const done = await launched([smart('Undone 1'), smart('Undone 2')])
  const undone = await app.call('POST', `/v1/batches/${Number(done.adBatchId)}/undo`, { body: { dryRun: false } })
  assert.ok(undone.status < 300, JSON.stringify(undone.body))
  await app.finished(Number(done.adBatchId))
  assert.deepEqual(
    (await sandboxAds('Undone')).map(({ status }) => status),
    ['DELETED', 'DELETED'],
  )
  assert.equal((await sandboxAds('Within'))[0]!.status, 'ACTIVE')
})
