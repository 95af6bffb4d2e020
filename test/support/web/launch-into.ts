import assert from 'node:assert/strict'
import { demoFixture, singleAd } from '../demo.ts'
import type { TestApp } from '../harness.ts'

/** One ad in several ad sets of the account that has this place. */
export async function launchInto(app: TestApp, { adSets = 3, place = 0, name = 'Spring sale' }): Promise<number> {
  const fixture = await demoFixture(app)
  const { id } = fixture.accounts[place]!
  const ad = singleAd(app, fixture, { adName: name, adAccountId: id, adSets: fixture.adSets[id]!.slice(0, adSets) })
  const { status, body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads: [ad] } })
  assert.equal(status, 202, JSON.stringify(body))
  return body.adBatchId
}
