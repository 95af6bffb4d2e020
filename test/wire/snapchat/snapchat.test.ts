import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createSnap } from '../../../src/platforms/snapchat/client.ts'
import { snapchat } from '../../../src/platforms/snapchat/index.ts'
import { reportingVerbs } from '../../../src/platforms/snapchat/report/report.ts'
import { daysAgo } from '../../support/reports/totals.ts'
import { snapFixture } from '../../support/platforms/snapchat.ts'
import { changeEverything } from '../changes.ts'
import { checkCalls, unused } from '../check.ts'
import { askForFigures } from '../figures.ts'
import type { Interface } from '../interface.ts'
import { largeVideo } from '../large-video.ts'
import { startRecordedApp } from '../recorder.ts'
import known from './operations.json' with { type: 'json' }

const recorded = await startRecordedApp()
const { app, ok, launch } = recorded
// What is looked at is what is said, not how fast.
await app.control('POST', 'snapchat', { limits: 'off' })
const { usd, adSets, snapAd } = await snapFixture(app)
const accountId = usd.id
const [adSetId] = adSets[accountId]!

test('pictures, videos and large files are launched, and their receipts read', async () => {
  const film = [{ url: `${app.sandboxUrl}/_assets/vertical.mp4` }]
  const batchId = await launch(
    snapAd({ adName: 'Wire picture', urlTags: 'utm_source=snap' }),
    snapAd({ adName: 'Wire bare', brandName: undefined, cta: undefined }),
    snapAd({ adName: 'Wire film', media: film, launchPaused: true, cta: 'LEARN_MORE' }),
    snapAd({ adName: 'Wire large', media: [{ url: await largeVideo(app, 33) }] }),
  )
  await ok('GET', `/v1/batches/${batchId}/receipts`)
})

test('writes whose answers were lost are looked for', async () => {
  for (const path of ['/creatives$', '/ads$'])
    await app.control('POST', 'faults', {
      platform: 'snapchat',
      match: { method: 'POST', path },
      fault: 'drop-after',
      times: 1,
    })
  await launch(snapAd({ adName: 'Wire lost' }))
})

test('campaigns, ad sets and ads are switched, ended, paid and deleted, also without naming their account', async () => {
  await changeEverything(recorded, accountId, adSetId!)
  const budget = { accountId, adSquadId: adSetId, lifetimeBudget: 900, endTime: '2036-01-01T00:00:00Z' }
  await ok('POST', '/v1/manage/snapchat/update-budget', budget)
})

test('what an account holds is listed whole and in parts, with figures', async () => {
  const days = `startDate=${daysAgo(8)}&endDate=${daysAgo(2)}`
  const { data } = await ok<{ data: { id: string }[] }>(
    'GET',
    `/v1/manage/snapchat/campaigns?accountId=${accountId}&${days}`,
  )
  const campaignId = data[0]!.id
  await ok('GET', `/v1/manage/snapchat/adsquads?accountId=${accountId}&${days}`)
  await ok('GET', `/v1/manage/snapchat/adsquads?accountId=${accountId}&campaignId=${campaignId}&${days}`)
  await ok('GET', `/v1/manage/snapchat/ads?accountId=${accountId}&${days}`)
  await ok('GET', `/v1/manage/snapchat/ads?accountId=${accountId}&campaignId=${campaignId}&${days}`)
  await ok('GET', `/v1/manage/snapchat/ads?accountId=${accountId}&adSquadId=${adSetId}&${days}`)
  await askForFigures(recorded, accountId)
})

test('figures of very many ads are prepared in the background', async () => {
  const surroundings = recorded.surroundings(snapchat)
  const snap = createSnap(snapchat.sandboxCredentials(null), surroundings)
  after(() => snap.close())
  // Every account is a large one to somebody who takes no more than one row at once.
  const verbs = reportingVerbs(snap, surroundings, 1)
  let rows = 0
  for await (const some of verbs.days(accountId, { from: daysAgo(8), to: daysAgo(2) })) rows += some.length
  assert.ok(rows > 0)
})

test('a connection is checked', async () => {
  const { accounts } = await recorded.open(snapchat).check!()
  assert.equal(accounts.length, 2)
})

test('whatever was sent and answered keeps to what the platform documents, and all of it was used', async () => {
  const findings = await checkCalls(known as Interface, recorded.calls)
  assert.deepEqual(findings.problems, [])
  assert.deepEqual(unused(known as Interface, findings), [])
})
