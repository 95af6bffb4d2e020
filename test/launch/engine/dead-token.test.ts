import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storeConnection } from '../../../src/core/connections/store.ts'
import { meta } from '../../../src/platforms/meta/index.ts'
import { askUntil, untilTrue } from '../../support/ask-until.ts'
import { demoFixture, singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import type { BatchStatus } from '../../support/harness.ts'

const app = await startTestApp()
const { db, seal } = app.app.services
const company = await db.selectFrom('companies').select('id').executeTakeFirstOrThrow()

/** As a person reconnects: new credentials stand in the place of the old ones. */
async function connect(accessToken: string): Promise<number> {
  const credentials = { ...meta.sandboxCredentials(null), accessToken }
  const wanted = { companyId: company.id, platform: meta.name, label: 'main', isSandbox: true, credentials }
  return (await storeConnection(db, seal, { ...wanted, origin: 'paste', verdict: null })).id
}
const token = meta.sandboxCredentials(null).accessToken!
const connectionId = await connect(token)
const fixture = await demoFixture(app)
const [first, second] = fixture.accounts

const fault = (more: object) => app.control('POST', 'faults', { platform: 'meta', times: 0, ...more })
const adsOf = async (prefix: string) =>
  (await app.control<{ ads: { name: string }[] }>('GET', 'state?platform=meta')).ads.filter(({ name }) =>
    name.startsWith(prefix),
  )
const statusOf = async (id: number) => (await app.call<BatchStatus>('GET', `/v1/batch-status/${id}?include=ads`)).body
const broken = async () => (await app.call<{ data: unknown[] }>('GET', '/v1/events?type=connection.broken')).body.data
const launch = async (ads: object[]) => {
  const { status, body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })
  assert.equal(status, 202, JSON.stringify(body))
  return body.adBatchId
}

test('a token that is revoked in the middle of 100 ads fails none of them: connected again, each exists once', async () => {
  // An ad set takes few ads, so they go into all there are, of both accounts.
  const places = [first!, second!].flatMap(({ id }) =>
    fixture.adSets[id]!.map((adSet) => ({ adAccountId: id, adSets: [adSet] })),
  )
  const ads = Array.from({ length: 100 }, (_, index) =>
    singleAd(app, fixture, { adName: `Revoked ${index + 1}`, ...places[index % places.length] }),
  )
  const id = await launch(ads)
  await untilTrue(async () => (await adsOf('Revoked')).length >= 20)
  await fault({ fault: 'platform-error', code: 190 })
  await untilTrue(async () => {
    const { ads: shown, successfulAds } = await statusOf(id)
    const waiting = shown!.filter(({ waitingFor }) => waitingFor === 'connection').length
    return waiting > 0 && waiting + successfulAds === 100
  })
  const { message, failedAds, progress } = await statusOf(id)
  assert.deepEqual(failedAds, [])
  assert.ok(progress < 100)
  assert.match(message as string, /connection to the platform cannot be opened or is refused.*connect it again/)
  assert.equal((await broken()).length, 1)
  const made = (await adsOf('Revoked')).length
  await app.control('DELETE', 'faults')
  // Nothing tells us that the platform takes the old token again, so nothing goes on yet.
  assert.equal((await adsOf('Revoked')).length, made)
  assert.equal(await connect(`${token}`), connectionId)
  const end = await askUntil(async () => {
    const status = await statusOf(id)
    return status.rawStatus === 'Success' ? status : null
  })
  assert.equal(end.successfulAds, 100)
  const names = (await adsOf('Revoked')).map(({ name }) => name)
  assert.equal(names.length, 100)
  assert.equal(new Set(names).size, 100)
  assert.equal((await broken()).length, 1)
})

test('a token that opens its accounts and not this one fails the ads of this one, as the platform says', async () => {
  const refused = { method: 'POST', path: `${first!.id}/ad` }
  await fault({ fault: 'platform-error', code: 190, match: refused })
  const id = await launch([singleAd(app, fixture, { adName: 'No permission' })])
  const end = await askUntil(async () => {
    const status = await statusOf(id)
    return status.rawStatus === 'Error' ? status : null
  })
  assert.equal(end.failedAds.length, 1)
  assert.equal((await broken()).length, 1, 'the connection works')
  await app.control('DELETE', 'faults')
})

test('a batch that waits for its connection can be cancelled', async () => {
  await fault({ fault: 'platform-error', code: 190 })
  const id = await launch([singleAd(app, fixture, { adName: 'Cancelled meanwhile' })])
  await untilTrue(async () => (await statusOf(id)).ads![0]!.waitingFor === 'connection')
  await app.call('POST', `/v1/batches/${id}/cancel`)
  assert.equal((await statusOf(id)).rawStatus, 'Cancelled')
  await app.control('DELETE', 'faults')
})
