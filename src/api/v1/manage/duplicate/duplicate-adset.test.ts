import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAllMade, duplicateFixture } from '../../../../../test/support/manage/duplicates.ts'

const fixture = await duplicateFixture()
const { app, read, list, call, refused, fault, legacy, otherAccount, graph, account } = fixture
const source = await fixture.build([1, 3])
const [small, large] = source.adSets as [{ id: string; ads: string[] }, { id: string; ads: string[] }]

test('an ad set is copied with its ads, paused and with a number behind its name', async () => {
  const reply = await call('adset', { adsetId: small.id, copyCount: 2, initialStatus: 'PAUSED' })
  assertAllMade(reply, 2)
  assert.equal(reply.body.originalAdSetId, small.id)
  for (const { newAdSetId, copyNumber, renamed, newName, locationApplied, method } of reply.body.results) {
    assert.deepEqual(
      [renamed, newName, locationApplied, method],
      [false, `Set 1 - Copy ${copyNumber}`, false, 'copies'],
    )
    const copy = await read(newAdSetId!, 'name,status,campaign_id,source_adset_id')
    assert.equal(copy['name'], newName)
    assert.equal(copy['status'], 'PAUSED')
    assert.equal(copy['campaign_id'], source.campaignId)
    assert.equal(copy['source_adset_id'], small.id)
    const ads = await list(`${newAdSetId}/ads`, 'name,status,source_ad_id')
    assert.deepEqual(
      ads.map(({ name, status, source_ad_id: ad }) => [name, status, ad]),
      [['Ad 1', 'PAUSED', small.ads[0]]],
    )
  }
})

test('an ad set that is too large to be copied at once is copied in the background', async () => {
  const reply = await call('adset', { adsetId: large.id, copyCount: 3, initialStatus: 'ACTIVE' })
  assertAllMade(reply, 3)
  for (const { newAdSetId, method } of reply.body.results) {
    assert.equal(method, 'async')
    const ads = await list(`${newAdSetId}/ads`, 'status')
    assert.deepEqual(
      ads.map((ad) => ad['status']),
      ['ACTIVE', 'ACTIVE', 'ACTIVE'],
    )
  }
  assert.equal(new Set(reply.body.results.map((result) => result.newAdSetId)).size, 3)
})

test('a refusal for its size sends a small ad set the same way', async () => {
  await fault(`${small.id}/copies$`, 'platform-error', { code: 100, subcode: 1885194, times: 1 })
  const reply = await call('adset', { adsetId: small.id })
  assertAllMade(reply, 1)
  assert.equal(reply.body.results[0]!.method, 'async')
})

test('where the background refuses too, the ad set and its ads are copied one by one', async () => {
  await fault(`${large.id}/copies$`, 'platform-error', { code: 100, subcode: 1885194, times: 1 })
  const reply = await call('adset', { adsetId: large.id, initialStatus: 'ACTIVE' })
  assertAllMade(reply, 1)
  const { newAdSetId, method, missing, warnings } = reply.body.results[0]!
  assert.deepEqual([method, missing, warnings], ['piece-by-piece', undefined, undefined])
  assert.equal((await read(newAdSetId!, 'status'))['status'], 'ACTIVE')
  const ads = await list(`${newAdSetId}/ads`, 'name,status,source_ad_id')
  assert.deepEqual(ads.map((ad) => ad['source_ad_id']).sort(), [...large.ads].sort())
  assert.ok(ads.every((ad) => ad['status'] === 'ACTIVE' && !String(ad['name']).includes('Copy')))
})

test('an ad that cannot come along is told, and the incomplete copy stays paused', async () => {
  await fault(`${large.id}/copies$`, 'platform-error', { code: 100, subcode: 1885194, times: 1 })
  await fault(`${large.ads[1]}/copies$`, 'platform-error', { code: 100, subcode: 1487809, times: 1 })
  const reply = await call('adset', { adsetId: large.id, initialStatus: 'ACTIVE' })
  assertAllMade(reply, 1)
  const { newAdSetId, missing, warnings } = reply.body.results[0]!
  assert.deepEqual(
    missing!.map(({ level, sourceId, subcode }) => [level, sourceId, subcode]),
    [['ad', large.ads[1], 1487809]],
  )
  assert.equal(warnings!.length, 1)
  assert.equal((await read(newAdSetId!, 'status'))['status'], 'PAUSED')
  assert.equal((await list(`${newAdSetId}/ads`)).length, 2)
})

test('answers lost while ads are copied one by one leave every ad exactly once', async () => {
  await fault(`${large.id}/copies$`, 'platform-error', { code: 100, subcode: 1885194, times: 1 })
  await fault(`${large.ads[0]}/copies$`, 'drop-after', { times: 1 })
  const reply = await call('adset', { adsetId: large.id })
  assertAllMade(reply, 1)
  const ads = await list(`${reply.body.results[0]!.newAdSetId}/ads`, 'source_ad_id')
  assert.deepEqual(ads.map((ad) => ad['source_ad_id']).sort(), [...large.ads].sort())
})

test('an answer lost while an ad set is made anew leaves it exactly once', async () => {
  const adsetId = await legacy('adsets', 'explore alone')
  const target = await fixture.build([])
  await fault('/adsets$', 'drop-after', { times: 1 })
  const reply = await call('adset', { adsetId, copyCount: 2, targetCampaignId: target.campaignId })
  assertAllMade(reply, 2)
  const sets = await list(`${target.campaignId}/adsets`)
  assert.deepEqual(sets.map((set) => set['id']).sort(), reply.body.results.map((result) => result.newAdSetId).sort())
})

test('a throttle is waited for, not told', async () => {
  await fault(`${small.id}/copies$`, 'throttle', { seconds: 1, times: 1 })
  assertAllMade(await call('adset', { adsetId: small.id, copyCount: 2 }), 2)
})

test('without deepCopy the ads stay behind', async () => {
  const reply = await call('adset', { adset_id: large.id, copy_count: 1, deep_copy: false })
  assertAllMade(reply, 1)
  assert.equal((await list(`${reply.body.results[0]!.newAdSetId}/ads`)).length, 0)
})

test('copies go into another campaign and get a new name, with their number where it is asked for', async () => {
  const target = await fixture.build([])
  const body = { adSetId: small.id, copyCount: 2, targetCampaignId: target.campaignId, newName: 'Fresh {n}' }
  const reply = await call('adset', body)
  assertAllMade(reply, 2)
  const sets = await list(`${target.campaignId}/adsets`)
  assert.deepEqual(sets.map((set) => set['name']).sort(), ['Fresh 1', 'Fresh 2'])
  assert.deepEqual(
    reply.body.results.map(({ renamed, newName }) => [renamed, newName]),
    [
      [true, 'Fresh 1'],
      [true, 'Fresh 2'],
    ],
  )
})

test('a copy that cannot be renamed is there under its first name, and says so', async () => {
  await fault('/v26.0/\\d+$', 'platform-error', { code: 100, subcode: 1487056, times: 1 })
  const reply = await call('adset', { adsetId: small.id, newName: 'Never' })
  assertAllMade(reply, 1)
  const { renamed, newName, warnings } = reply.body.results[0]!
  assert.deepEqual([renamed, newName, warnings!.length], [false, 'Set 1 - Copy 1', 1])
})

interface Targeting {
  geo_locations: Record<string, unknown>
  excluded_geo_locations?: Record<string, unknown>
  [field: string]: unknown
}
const targetingOf = async (id: string) => (await read(id, 'targeting'))['targeting'] as Targeting

test('a location replaces the places of every copy and nothing else', async () => {
  const location = { countries: ['ca'], excluded_locations: { regions: [{ key: '3886' }] } }
  const reply = await call('adset', { adsetId: small.id, copyCount: 2, location })
  assertAllMade(reply, 2)
  for (const { newAdSetId, locationApplied } of reply.body.results) {
    assert.equal(locationApplied, true)
    const targeting = await targetingOf(newAdSetId!)
    assert.deepEqual(targeting.geo_locations['countries'], ['CA'])
    assert.deepEqual(
      (targeting.excluded_geo_locations!['regions'] as { key: string }[]).map(({ key }) => key),
      ['3886'],
    )
    assert.deepEqual(targeting['targeting_automation'], { advantage_audience: 0 })
  }
})

test('a merged location keeps the places that were there', async () => {
  const reply = await call('adset', { adsetId: small.id, location: { countries: ['CA'] }, locationMode: 'merge' })
  assertAllMade(reply, 1)
  assert.deepEqual((await targetingOf(reply.body.results[0]!.newAdSetId!)).geo_locations['countries'], ['US', 'CA'])
})

test('a location that the platform refuses leaves the copy, paused, and says so', async () => {
  await fault('/v26.0/\\d+$', 'platform-error', { code: 100, subcode: 1815946, times: 1 })
  const reply = await call('adset', { adsetId: small.id, initialStatus: 'ACTIVE', location: { countries: ['CA'] } })
  assertAllMade(reply, 1)
  const { newAdSetId, locationApplied, locationError } = reply.body.results[0]!
  assert.equal(locationApplied, false)
  assert.match(locationError!, /left paused/)
  assert.equal((await read(newAdSetId!, 'status'))['status'], 'PAUSED')
  assert.deepEqual((await targetingOf(newAdSetId!)).geo_locations['countries'], ['US'])
})

test('broken rule labels leave the ads behind, and the answer lists them', async () => {
  const adsetId = await legacy('adsets', 'broken rule label')
  const [ad] = await list(`${adsetId}/ads`)
  const reply = await call('adset', { adsetId })
  assertAllMade(reply, 1)
  const { newAdSetId, method, missing } = reply.body.results[0]!
  assert.equal(method, 'without-ads')
  assert.deepEqual(
    missing!.map(({ sourceId, subcode }) => [sourceId, subcode]),
    [[ad!['id'], 2446173]],
  )
  assert.equal((await list(`${newAdSetId}/ads`)).length, 0)
})

test('an ad set with the old explore placement is made anew with explore-home in its place', async () => {
  const reply = await call('adset', { adsetId: await legacy('adsets', 'explore alone') })
  assertAllMade(reply, 1)
  const { newAdSetId, method } = reply.body.results[0]!
  assert.equal(method, 'recreation')
  assert.deepEqual((await targetingOf(newAdSetId!))['instagram_positions'], ['stream', 'explore_home'])
  assert.equal((await list(`${newAdSetId}/ads`)).length, 1)
})

test('an ad set that never decided on the automated audience is made anew without it', async () => {
  const reply = await call('adset', { adsetId: await legacy('adsets', 'no audience flag') })
  assertAllMade(reply, 1)
  const { newAdSetId, method } = reply.body.results[0]!
  assert.equal(method, 'recreation')
  assert.deepEqual((await targetingOf(newAdSetId!))['targeting_automation'], { advantage_audience: 0 })
})

test('an ad set made anew keeps the laws it runs under', async () => {
  const laws = {
    regional_regulated_categories: ['SINGAPORE_UNIVERSAL'],
    regional_regulation_identities: { singapore_universal_payer: '42' },
  }
  const adsetId = await legacy('adsets', 'no audience flag')
  assert.equal((await fixture.graph.post(adsetId, laws)).status, 200)
  const reply = await call('adset', { adsetId })
  assertAllMade(reply, 1)
  const { newAdSetId: id, method } = reply.body.results[0]!
  assert.equal(method, 'recreation')
  assert.deepEqual(await read(id!, Object.keys(laws).join(',')), { id, ...laws })
})

test('ads with dead settings come along as new ones', async () => {
  for (const name of ['standard enhancements', 'old crop']) {
    const reply = await call('adset', { adsetId: await legacy('adsets', name) })
    assertAllMade(reply, 1)
    assert.equal(reply.body.results[0]!.missing, undefined, name)
    assert.equal((await list(`${reply.body.results[0]!.newAdSetId}/ads`)).length, 1, name)
  }
})

const rules: [string, object, number, string][] = [
  ['no ad set', {}, 400, 'adsetId'],
  ['no copies', { adsetId: small.id, copyCount: 0 }, 400, 'copyCount'],
  ['eleven copies', { adsetId: small.id, copyCount: 11 }, 400, 'copyCount'],
  ['half a copy', { adsetId: small.id, copyCount: 1.5 }, 400, 'copyCount'],
  ['an unknown status', { adsetId: small.id, initialStatus: 'ARCHIVED' }, 400, 'initialStatus'],
  ['an unknown mode', { adsetId: small.id, locationMode: 'add' }, 400, 'locationMode'],
  ['an empty name', { adsetId: small.id, newName: ' ' }, 400, 'newName'],
  ['a name that is too long', { adsetId: small.id, newName: 'x'.repeat(401) }, 400, 'newName'],
  ['a location without a place', { adsetId: small.id, location: {} }, 422, 'location'],
  ['a country that is none', { adsetId: small.id, location: { countries: ['USA'] } }, 422, 'location.countries.0'],
  [
    'a radius that is too small',
    { adsetId: small.id, location: { cities: [{ key: '2418779', radius: 3 }] } },
    422,
    'location.cities.0.radius',
  ],
  ['a market and no country', { adsetId: small.id, location: { geo_markets: ['DMA:501'] } }, 422, 'location'],
  ['a postal code without a country', { adsetId: small.id, location: { zips: ['10001'] } }, 422, 'location.zips.0.key'],
]
for (const [what, body, status, path] of rules) {
  test(`${what} is ${status} and names ${path}`, async () => {
    assert.deepEqual(await refused('adset', body, status), [path])
  })
}

test('ids that do not exist, are of another kind or belong to another account are 404', async () => {
  await refused('adset', { adsetId: '999999999999' }, 404)
  await refused('adset', { adsetId: 'me/accounts' }, 404)
  await refused('adset', { adsetId: small.ads[0] }, 404)
  await refused('adset', { adsetId: source.campaignId }, 404)
  await refused('adset', { adsetId: small.id, accountId: otherAccount }, 404)
  await refused('adset', { adsetId: small.id, targetCampaignId: '999999999999' }, 404)
  await refused('adset', { adsetId: small.id, targetCampaignId: large.id }, 404)
  const [foreign] = await list(`${otherAccount}/campaigns`)
  await refused('adset', { adsetId: small.id, targetCampaignId: foreign!['id'] }, 404)
})

test('a stranger finds neither the account nor the ad set', async () => {
  const { key } = await app.stranger()
  await refused('adset', { adsetId: small.id }, 404, { key })
})

test('the source is never touched', async () => {
  const now = await read(small.id, 'name,status,targeting')
  assert.equal(now['name'], 'Set 1')
  assert.equal(now['status'], 'ACTIVE')
  assert.equal((await graph.get(`${account}/adsets?fields=id`)).status, 200)
})
