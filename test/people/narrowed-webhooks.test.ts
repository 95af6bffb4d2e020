import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture, singleAd } from '../support/demo.ts'
import { testReceiver } from '../support/events/receiver.ts'
import { startTestApp } from '../support/harness.ts'
import { signedIn } from '../support/people/browser.ts'

const receiver = await testReceiver()
const app = await startTestApp({ ALLOW_PRIVATE_URLS: receiver.host })
const owner = await signedIn(app)
const fixture = await demoFixture(app)
const [theirs, ours] = fixture.accounts.map(({ id }) => id) as [string, string]
const { body: made } = await owner.call('POST', '/v1/workspaces', { body: { name: 'Ours', slug: 'ours' } })
const workspace = Number(made.id)
await owner.call('PATCH', `/v1/workspaces/${workspace}`, { body: { accountIds: [ours] } })
const profiles = await app.call<{ data: { page: string; secondary: string }[] }>(
  'GET',
  `/v1/profiles?businessId=${ours}`,
)
const { page, secondary } = profiles.body.data[0]!

/** Launches an ad in each workspace; answers what a webhook was told of it. */
async function notifiedOfLaunch(name: string): Promise<{ ads: unknown[]; totalAds: unknown }> {
  const adIn = (adAccountId: string, adName: string, more: object = {}) =>
    singleAd(app, fixture, { adName, adAccountId, adSets: [fixture.adSets[adAccountId]![0]], ...more })
  const ads = [adIn(theirs, `${name} theirs`), adIn(ours, `${name} ours`, { page, secondary })]
  const { status, body } = await app.call('POST', '/v1/launch', { body: { ads } })
  assert.equal(status, 202, JSON.stringify(body))
  const about = () => receiver.all.filter(({ body: { data } }) => data.adBatchId === body.adBatchId)
  await receiver.until(() => about().some(({ body: { type } }) => type === 'batch.finished'))
  const ofType = (type: string) => about().flatMap((each) => (each.body.type === type ? [each.body.data] : []))
  return {
    ads: ofType('ad.launched').map(({ adName }) => adName),
    totalAds: ofType('batch.finished')[0]!.totalAds,
  }
}

test('a webhook of somebody who gets fewer workspaces is told of these alone from then on', async () => {
  const maker = await signedIn(app, 'admin')
  const hook = { url: `${receiver.url}/hook`, events: ['ad.launched', 'batch.finished'] }
  assert.equal((await maker.call('POST', '/v1/webhooks', { body: hook })).status, 201)
  const all = await notifiedOfLaunch('Before')
  assert.deepEqual([all.ads.toSorted(), all.totalAds], [['Before ours', 'Before theirs'], 2])
  const narrowed = await owner.call('PATCH', `/v1/people/${maker.userId}`, { body: { workspaceIds: [workspace] } })
  assert.equal(narrowed.status, 200)
  assert.deepEqual(await notifiedOfLaunch('Narrowed'), { ads: ['Narrowed ours'], totalAds: 1 })
})
