import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adSetForm, campaignForm, graphClient } from '../../../test/support/simulated/primary.ts'
import { startTestApp } from '../../../test/support/harness.ts'

const app = await startTestApp()
await app.control('POST', 'tiktok', { limits: 'off' })

interface AdSet {
  value: string
  adCount: number | null
  capacity: number | null
}

const get = async <T>(path: string) => (await app.call<{ data: T[] }>('GET', path)).body.data
const accountOn = async (platform: string) => (await get<{ id: string }>(`/v1/adaccounts?platform=${platform}`))[0]!.id

test('an ad set without ads holds none and takes as many as the platform lets it', async () => {
  const account = await accountOn('primary')
  const graph = graphClient(app.sandboxUrl)
  const campaignId = await graph.create(`${account}/campaigns`, campaignForm)
  const id = await graph.create(`${account}/adsets`, adSetForm(campaignId))
  const adSets = await get<AdSet>(`/v1/adsets?accountId=${account}&limit=500`)
  assert.deepEqual(pick(adSets.find(({ value }) => value === id)!), [0, 50])
  assert.ok(adSets.every(({ adCount, capacity }) => adCount !== null && capacity === 50 - adCount))
  assert.ok(adSets.some(({ adCount }) => (adCount ?? 0) > 0))
})

const pick = ({ adCount, capacity }: AdSet) => [adCount, capacity]

test('ads are counted on every platform; room is told where the platform names a limit', async () => {
  for (const [platform, max] of [
    // 50 ads, or 30 in those that the platform's automation runs.
    ['short-video', [50, 30]],
    ['photo-messaging', null],
    ['pin', null],
  ] as [string, number[] | null][]) {
    const adSets = await get<AdSet>(`/v1/adsets?accountId=${await accountOn(platform)}`)
    assert.ok(adSets.length > 0, platform)
    for (const { adCount, capacity } of adSets) {
      assert.equal(typeof adCount, 'number', platform)
      if (max === null) assert.equal(capacity, null, platform)
      else
        assert.ok(
          max.some((each) => each === capacity! + adCount!),
          platform,
        )
    }
  }
})
