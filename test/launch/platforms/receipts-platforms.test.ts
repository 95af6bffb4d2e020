import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '../../crash/kinds.ts'
import { startTestApp } from '../../support/harness.ts'

const app = await startTestApp()
const fixture = {
  sandboxUrl: app.sandboxUrl,
  api: async <T>(method: string, path: string) => (await app.call<T>(method, path)).body,
}

interface Receipt {
  adName: string
  adId: string
  asked: Record<string, unknown>
  stored: Record<string, unknown> | null
  differences: { field: string; asked: unknown; stored: unknown }[]
  error?: string
}

async function receiptsFor(platform: string, name: string, count: number, more: object): Promise<Receipt[]> {
  const ads = (await kinds[platform]!.ads(fixture, name, count)).map((ad) => ({ ...ad, ...more }))
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })
  assert.equal((await app.finished(body.adBatchId)).status, 'success', platform)
  const path = `/v1/batches/${body.adBatchId}/receipts`
  const stranger = await app.stranger()
  assert.equal((await app.call('GET', path, { key: stranger.key })).status, 404)
  return (await app.call<{ data: Receipt[] }>('GET', path)).body.data
}

/** A platform's own word for something that every receipt shows, and what is lost when it is silently left out. */
const platforms = [
  {
    platform: 'short-video',
    nameField: 'ad_name',
    match: { method: 'POST', path: '/ad/create/' },
    fields: ['call_to_action', 'operation_status'],
    without: { title: undefined },
    found: { call_to_action: null, operation_status: 'ENABLE' },
  },
  {
    platform: 'photo-messaging',
    nameField: 'name',
    match: { method: 'POST', path: '/creatives$' },
    fields: ['call_to_action', 'web_view_properties.url'],
    without: { description: undefined },
    found: { 'creative.call_to_action': null, 'creative.web_view_properties.url': null },
  },
  {
    platform: 'pin',
    nameField: 'name',
    match: { method: 'POST', path: '/ads$' },
    fields: ['destination_url', 'status'],
    found: { destination_url: null, status: 'ACTIVE' },
  },
  {
    platform: 'mobile-app',
    nameField: 'name',
    match: { method: 'POST', path: '/creative_set/create' },
    fields: ['status'],
    without: { urlTags: undefined },
    found: { status: 'LIVE' },
  },
]

for (const { platform, nameField, match, fields, found, without = {} } of platforms) {
  const more = { launchPaused: true, urlTags: 'utm_source=receipt', ...without }

  test(`the receipt of a ${platform} ad that was stored as asked shows no difference`, async () => {
    const receipts = await receiptsFor(platform, `Kept ${platform}`, 2, more)
    assert.equal(receipts.length, 2)
    for (const { error, differences, asked, stored, adName } of receipts) {
      assert.equal(error, undefined)
      assert.deepEqual(differences, [])
      assert.deepEqual([asked[nameField], stored![nameField]], [adName, adName])
    }
  })

  test(`what the platform of ${platform} ads leaves out without a word shows up in the receipt`, async () => {
    const { sandbox } = kinds[platform]!
    await app.control('POST', 'faults', { platform: sandbox, match, fault: 'downgrade', fields, times: 1 })
    const [receipt] = await receiptsFor(platform, `Cut ${platform}`, 1, more)
    const stored = Object.fromEntries(receipt!.differences.map((difference) => [difference.field, difference.stored]))
    assert.deepEqual(stored, found)
  })
}
