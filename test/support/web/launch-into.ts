import assert from 'node:assert/strict'
import { demoGround, singleAd } from '../demo.ts'
import type { TestApp } from '../harness.ts'

/** One ad in several ad sets of the account that has this place. */
export async function launchInto(app: TestApp, { adSets = 3, place = 0, name = 'Spring sale' }): Promise<number> {
  const ground = await demoGround(app)
  const { id } = ground.accounts[place]!
  const ad = singleAd(app, ground, { adName: name, adAccountId: id, adSets: ground.adSets[id]!.slice(0, adSets) })
  const { status, body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads: [ad] } })
  assert.equal(status, 202, JSON.stringify(body))
  return body.adBatchId
}
