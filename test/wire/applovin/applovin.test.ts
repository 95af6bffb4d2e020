import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applovin } from '../../../src/platforms/applovin/index.ts'
import { appAd, appFixture, filmAndPicture } from '../../support/applovin/applovin.ts'
import { daysAgo } from '../../support/reports/reporting.ts'
import known from './operations.json' with { type: 'json' }
import { checkCalls, unused } from '../check.ts'
import type { Interface } from '../interface.ts'
import { startRecordedApp } from '../recorder.ts'

/** The platform publishes no description for machines: this one was written down from its documents, not from the driver. */
const recorded = await startRecordedApp()
const { app, ok, launch } = recorded
const fixture = await appFixture(app)
const accountId = fixture.games
const [campaign] = fixture.campaigns[accountId] as [string]
await app.control('POST', 'applovin', { assetSeconds: 0 })

test('ads are launched into campaigns of apps and websites, and their receipts read', async () => {
  const [site] = (await ok<{ data: { value: string }[] }>('GET', `/v1/adsets?accountId=${fixture.shop}&search=buyers`))
    .data
  const batchId = await launch(
    appAd(app, fixture, { adName: 'Wire app' }),
    appAd(app, fixture, {
      ...{ adName: 'Wire website', adAccountId: fixture.shop, adSets: [site!.value], launchPaused: true },
      ...{ link: 'https://example.com/sale', urlTags: 'utm_source=axon' },
    }),
  )
  await ok('GET', `/v1/batches/${batchId}/receipts`)
  await launch(appAd(app, fixture, { adName: 'Wire again' }))
})

test('writes whose answers were lost are looked for', async () => {
  for (const path of ['/asset/upload', '/creative_set/create'])
    await app.control('POST', 'faults', {
      platform: 'applovin',
      match: { method: 'POST', path },
      fault: 'drop-after',
      times: 1,
    })
  await launch(appAd(app, fixture, { adName: 'Wire lost', media: filmAndPicture(app, 5) }))
})

test('campaigns and ads are switched, ended, paid and copied, also without naming their account', async () => {
  const [ad] = (await ok<{ data: { id: string }[] }>('GET', `/v1/manage/list-ads?accountId=${accountId}&limit=5`)).data
  for (const [entityType, id] of Object.entries({ campaign, adset: campaign, ad: ad!.id }))
    for (const newStatus of ['PAUSED', 'ACTIVE'])
      await ok('POST', '/v1/manage/update-status', { entityType, entityIds: [id], newStatus })
  const about = { accountId, entityType: 'campaign' }
  const end = { entityIds: [campaign], endTime: '2035-01-01T00:00:00Z' }
  await ok('POST', '/v1/manage/update-status', { ...about, ...end })
  await ok('POST', '/v1/manage/update-budget', { ...about, entityId: campaign, dailyBudget: 250.5 })
  for (const initialStatus of ['PAUSED', 'ACTIVE'])
    await ok('POST', '/v1/applovin/duplicate-campaign', { accountId, campaignId: campaign, initialStatus })
})

test('a connection is checked, and every kind of figures is asked for', async () => {
  const session = recorded.open(applovin)
  const { reporting } = session
  assert.equal((await session.check!()).accounts.length, 2)
  const range = { from: daysAgo(9, 'UTC'), to: daysAgo(2, 'UTC') }
  for (const account of [fixture.games, fixture.shop])
    for await (const days of reporting!.days(account, range)) assert.ok(days.length > 0)
  for (const level of ['account', 'campaign', 'adset', 'ad'] as const)
    for (const isDaily of [true, false])
      assert.ok((await reporting!.countries!(accountId, { level, range, isDaily })).length > 0)
  assert.ok((await session.spendByCampaign!(accountId, range.from, range.to)).size > 0)
})

test('whatever was sent and answered keeps to the documents, and all of it was used', async () => {
  const findings = await checkCalls(known as Interface, recorded.calls)
  assert.deepEqual(findings.problems, [])
  assert.deepEqual(unused(known as Interface, findings), [])
})
