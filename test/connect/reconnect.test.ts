import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askUntil, untilTrue } from '../support/ask-until.ts'
import { begins, comesBack } from '../support/connect/connecting.ts'
import { consentAt } from '../support/consent.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { startTestApp } from '../support/harness.ts'
import type { BatchStatus } from '../support/harness.ts'
import { signedIn } from '../support/people/browser.ts'

/** A person connects by consent, the platform revokes it in the middle of a launch, and the person consents again: over HTTP alone. */
const app = await startTestApp()
const owner = await signedIn(app)

async function consents(connectionId?: number): Promise<string> {
  const { authorizeUrl, cookie } = await begins(owner, 'primary', { sandbox: true, connectionId })
  const { chosen, problem } = await comesBack(owner, await consentAt(authorizeUrl), cookie)
  assert.ok(chosen, problem ?? '')
  return chosen
}
const ads = async () =>
  (await app.control<{ ads: { name: string }[] }>('GET', 'state?platform=meta')).ads.filter(({ name }) =>
    name.startsWith('Consented'),
  )

test('a consent that is revoked in the middle of 100 ads is given again, and each ad exists once', async () => {
  const id = await consents()
  const path = `/v1/connections/${id}/accounts`
  const opened = (await owner.call('GET', path)).body.accounts as { id: string }[]
  const chosen = await owner.call('PUT', path, { body: { accounts: opened.map((each) => ({ accountId: each.id })) } })
  assert.equal(chosen.status, 200, JSON.stringify(chosen.body))
  const ground = await demoFixture(app)
  const places = ground.accounts.flatMap(({ id: adAccountId }) =>
    ground.adSets[adAccountId]!.map((adSet) => ({ adAccountId, adSets: [adSet] })),
  )
  const wanted = Array.from({ length: 100 }, (_, index) =>
    singleAd(app, ground, { adName: `Consented ${index + 1}`, ...places[index % places.length] }),
  )
  // Slow enough that it is in the middle when it is revoked.
  await app.control('POST', 'latency', { platform: 'meta', ms: 150 })
  const launched = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads: wanted } })
  assert.equal(launched.status, 202, JSON.stringify(launched.body))
  const status = async () =>
    (await app.call<BatchStatus>('GET', `/v1/batch-status/${launched.body.adBatchId}?include=ads`)).body
  await untilTrue(async () => (await ads()).length >= 10)
  await app.control('POST', 'meta', { revokeTokens: true })
  await app.control('POST', 'latency', { platform: 'meta', ms: 0 })
  await untilTrue(async () => {
    const { ads: shown, successfulAds } = await status()
    const waiting = shown!.filter(({ waitingFor }) => waitingFor === 'connection').length
    return waiting > 0 && waiting + successfulAds === 100
  })
  assert.deepEqual((await status()).failedAds, [])
  assert.ok((await ads()).length < 100)
  assert.equal(await consents(Number(id)), id, 'the same connection, opened anew')
  const end = await askUntil(async () => {
    const now = await status()
    return now.rawStatus === 'Success' ? now : null
  })
  assert.equal(end.successfulAds, 100)
  const names = (await ads()).map(({ name }) => name)
  assert.deepEqual([names.length, new Set(names).size], [100, 100])
  const told = await app.call<{ data: unknown[] }>('GET', '/v1/events?type=connection.broken')
  assert.equal(told.body.data.length, 1)
})
