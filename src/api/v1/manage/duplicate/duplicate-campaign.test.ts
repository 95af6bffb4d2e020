import assert from 'node:assert/strict'
import { test } from 'node:test'
import { campaignForm } from '../../../../../test/support/simulated/primary.ts'
import { assertAllMade, duplicateFixture } from '../../../../../test/support/manage/duplicates.ts'

const fixture = await duplicateFixture()
const { app, read, list, call, refused, fault, posts, otherAccount } = fixture
await app.control('POST', 'meta', { limits: 'off' })

/** Names and statuses of everything in a campaign. */
async function tree(campaignId: string) {
  const adSets = await list(`${campaignId}/adsets`, 'id,name,status')
  const sorted = adSets.sort((a, b) => String(a['name']).localeCompare(String(b['name'])))
  return Promise.all(
    sorted.map(async (adSet) => {
      const ads = await list(`${String(adSet['id'])}/ads`, 'name')
      return { name: adSet['name'], status: adSet['status'], ads: ads.map((ad) => String(ad['name'])).sort() }
    }),
  )
}

test('a campaign without ad sets is copied at once', async () => {
  const { campaignId } = await fixture.build([])
  const reply = await call('campaign', { campaignId, copyCount: 2, newName: 'Twin' })
  assertAllMade(reply, 2)
  assert.equal(reply.body.originalCampaignId, campaignId)
  for (const { newCampaignId, method, renamed, newName } of reply.body.results) {
    assert.deepEqual([method, renamed, newName], ['copies', true, 'Twin'])
    const copy = await read(newCampaignId!, 'name,status,source_campaign_id')
    assert.deepEqual([copy['name'], copy['status'], copy['source_campaign_id']], ['Twin', 'PAUSED', campaignId])
  }
})

test('a copy keeps the special categories of its source, with their countries', async () => {
  const special = { special_ad_categories: ['HOUSING'], special_ad_category_country: ['US'] }
  const campaignId = await fixture.graph.create(`${fixture.account}/campaigns`, { ...campaignForm, ...special })
  const reply = await call('campaign', { campaignId })
  assertAllMade(reply, 1)
  const id = reply.body.results[0]!.newCampaignId!
  assert.deepEqual(await read(id, 'special_ad_categories,special_ad_category_country'), { id, ...special })
})

test('a campaign with ad sets and ads is copied in the background, whole', async () => {
  const { campaignId } = await fixture.build([2, 1])
  const reply = await call('campaign', { campaignId, copyCount: 2, initialStatus: 'ACTIVE' })
  assertAllMade(reply, 2)
  for (const { newCampaignId, method, newName, renamed } of reply.body.results) {
    assert.deepEqual([method, renamed], ['async', false])
    assert.equal((await read(newCampaignId!, 'name'))['name'], newName)
    assert.deepEqual(await tree(newCampaignId!), [
      { name: 'Set 1', status: 'ACTIVE', ads: ['Ad 1', 'Ad 2'] },
      { name: 'Set 2', status: 'ACTIVE', ads: ['Ad 1'] },
    ])
  }
})

test('without deepCopy only the campaign is copied', async () => {
  const { campaignId } = await fixture.build([1])
  const reply = await call('campaign', { campaignId, deepCopy: false })
  assertAllMade(reply, 1)
  assert.deepEqual(await tree(reply.body.results[0]!.newCampaignId!), [])
})

test('a campaign that is too large even for the background is copied ad set by ad set', async () => {
  const counts = [18, 18, 18]
  const { campaignId } = await fixture.build(counts)
  const reply = await call('campaign', { campaignId, copyCount: 2, initialStatus: 'INHERITED' })
  assertAllMade(reply, 2)
  for (const { newCampaignId, method, missing } of reply.body.results) {
    assert.deepEqual([method, missing], ['piece-by-piece', undefined])
    assert.equal((await read(newCampaignId!, 'status'))['status'], 'ACTIVE')
    const copied = await tree(newCampaignId!)
    assert.deepEqual(
      copied.map(({ name, ads }) => [name, ads.length]),
      counts.map((count, index) => [`Set ${index + 1}`, count]),
    )
  }
})

test('answers lost on the way leave every ad set exactly once', async () => {
  const { campaignId } = await fixture.build([26, 25])
  await fault('/v26.0/$', 'drop-after', { times: 2 })
  await fault(`${campaignId}/copies$`, 'drop-after', { times: 1 })
  const reply = await call('campaign', { campaignId, copyCount: 2 })
  assertAllMade(reply, 2)
  assert.equal((await list(`${campaignId}/copies`)).length, 2)
  for (const { newCampaignId, missing } of reply.body.results) {
    assert.equal(missing, undefined)
    const copied = await tree(newCampaignId!)
    assert.deepEqual(
      copied.map(({ name, ads }) => [name, ads.length]),
      [
        ['Set 1', 26],
        ['Set 2', 25],
      ],
    )
  }
})

test('an ad set with broken rule labels loses its ads, the others keep theirs', async () => {
  const campaignId = String((await read(await fixture.legacy('adsets', 'old crop'), 'campaign_id'))['campaign_id'])
  const reply = await call('campaign', { campaignId, initialStatus: 'ACTIVE' })
  assertAllMade(reply, 1)
  const { newCampaignId, method, missing, warnings } = reply.body.results[0]!
  assert.equal(method, 'piece-by-piece')
  assert.deepEqual(
    missing!.map(({ level, subcode }) => [level, subcode]),
    [['ad', 2446173]],
  )
  assert.equal(warnings!.length, 1)
  assert.equal((await read(newCampaignId!, 'status'))['status'], 'PAUSED', 'incomplete, so it spends nothing')
  const copied = await tree(newCampaignId!)
  assert.deepEqual(copied.map(({ ads }) => ads.length).sort(), [0, 1, 1, 1, 1])
})

test('a copy that the platform refuses carries its code, and the others are made', async () => {
  const { campaignId } = await fixture.build([])
  await fault(`${campaignId}/copies$`, 'platform-error', { code: 100, subcode: 1487809, message: 'Full.', times: 1 })
  const reply = await call('campaign', { campaignId, copyCount: 3 })
  assert.equal(reply.status, 200)
  assert.deepEqual([reply.body.success, reply.body.successCount, reply.body.failCount], [true, 2, 1])
  const failed = reply.body.results.find((result) => !result.success)!
  assert.deepEqual([failed.error!.code, failed.error!.subcode, failed.error!.attempts], [100, 1487809, 1])
  assert.equal(typeof failed.error!.message, 'string')
  assert.equal((await list(`${campaignId}/copies`)).length, 2)
})

test('a session that ends with a passing failure is started again', async () => {
  const { campaignId } = await fixture.build([2])
  await fault(`${campaignId}/copies$`, 'platform-error', { code: 2, times: 1 })
  await app.control('DELETE', 'calls?platform=meta')
  const reply = await call('campaign', { campaignId })
  assertAllMade(reply, 1)
  assert.equal((await list(`${campaignId}/copies`)).length, 1)
  assert.equal(await posts(new RegExp(`${campaignId}/copies`)), 2)
})

test('a session that goes on failing is started again three times', async () => {
  const { campaignId } = await fixture.build([2])
  await fault(`${campaignId}/copies$`, 'platform-error', { code: 2, times: 4 })
  await app.control('DELETE', 'calls?platform=meta')
  const reply = await call('campaign', { campaignId })
  assert.deepEqual([reply.body.results[0]!.error!.code, reply.body.results[0]!.error!.attempts], [2, 4])
  assert.equal(await posts(new RegExp(`${campaignId}/copies`)), 4)
})

test('a session whose start got no answer is found by what it made', async () => {
  const { campaignId } = await fixture.build([2])
  await fault('/v26.0/$', 'drop-after', { times: 1 })
  const reply = await call('campaign', { campaignId, copyCount: 2 })
  assertAllMade(reply, 2)
  assert.equal(new Set(reply.body.results.map((result) => result.newCampaignId)).size, 2)
  assert.equal((await list(`${campaignId}/copies`)).length, 2)
})

const rules: [string, object, string][] = [
  ['no campaign', {}, 'campaignId'],
  ['eleven copies', { campaignId: '1', copyCount: 11 }, 'copyCount'],
  ['minus one copy', { campaignId: '1', copyCount: -1 }, 'copyCount'],
  ['an unknown status', { campaignId: '1', initialStatus: 'DELETED' }, 'initialStatus'],
]
for (const [what, body, path] of rules) {
  test(`${what} is 400 and names ${path}`, async () => {
    assert.deepEqual(await refused('campaign', body, 400), [path])
  })
}

test('campaigns that do not exist, are something else, or belong to others are 404', async () => {
  const { campaignId, adSets } = await fixture.build([1])
  await refused('campaign', { campaignId: '999999999999' }, 404)
  await refused('campaign', { campaignId: adSets[0]!.id }, 404)
  await refused('campaign', { campaignId, accountId: otherAccount }, 404)
  await refused('campaign', { campaignId, accountId: 'act_1' }, 404)
  const { key } = await app.stranger()
  await refused('campaign', { campaignId }, 404, { key })
})
