import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkStory, page } from '../../../../../test/support/simulated/primary.ts'
import { assertAllMade, duplicateFixture } from '../../../../../test/support/manage/duplicates.ts'

const fixture = await duplicateFixture()
const { app, read, list, call, refused, fault, posts, account, otherAccount, graph, imageHash } = fixture
const source = await fixture.build([1, 0])
const [first, second] = source.adSets as [{ id: string; ads: string[] }, { id: string; ads: string[] }]
const adId = first.ads[0]!

interface Creative {
  object_story_spec: { link_data: Record<string, unknown> }
  asset_feed_spec?: { optimization_type: string; bodies?: { text: string }[]; titles?: { text: string }[] }
  url_tags?: string
}
const creativeOf = async (id: string) =>
  (await read(id, 'creative{id,object_story_spec,asset_feed_spec,url_tags}'))['creative'] as Creative & { id: string }

test('an ad is copied into its own ad set, paused', async () => {
  const reply = await call('ad', { adId, copyCount: 2 })
  assertAllMade(reply, 2)
  assert.equal(reply.body.originalAdId, adId)
  for (const { newAdId, copyNumber, method } of reply.body.results) {
    assert.equal(method, 'copies')
    const copy = await read(newAdId!, 'name,status,adset_id,source_ad_id')
    assert.deepEqual(
      [copy['name'], copy['status'], copy['adset_id'], copy['source_ad_id']],
      [`Ad 1 - Copy ${copyNumber}`, 'PAUSED', first.id, adId],
    )
  }
})

test('an ad is copied into another ad set, active and under another name', async () => {
  const body = { ad_id: adId, target_ad_set_id: second.id, initial_status: 'ACTIVE', copy_values: { ad_name: 'Moved' } }
  const reply = await call('ad', body)
  assertAllMade(reply, 1)
  const copy = await read(reply.body.results[0]!.newAdId!, 'name,status,adset_id')
  assert.deepEqual([copy['name'], copy['status'], copy['adset_id']], ['Moved', 'ACTIVE', second.id])
})

test('one new text, headline, link and new tags replace those of the source and nothing else', async () => {
  const copyValues = {
    primaryText1: 'New text',
    headline1: 'New head',
    url: 'https://example.com/new',
    urlTags: '?utm_source=fd',
  }
  const reply = await call('ad', { adId, copyValues })
  assertAllMade(reply, 1)
  const copy = await creativeOf(reply.body.results[0]!.newAdId!)
  const story = copy.object_story_spec.link_data
  assert.deepEqual(
    [story['message'], story['name'], story['link']],
    ['New text', 'New head', 'https://example.com/new'],
  )
  assert.deepEqual(story['call_to_action'], { type: 'SHOP_NOW', value: { link: 'https://example.com/new' } })
  assert.equal(story['image_hash'], imageHash)
  assert.equal(copy.url_tags, 'utm_source=fd')
  assert.equal(copy.asset_feed_spec, undefined)
  assert.equal((await creativeOf(adId)).object_story_spec.link_data['message'], 'Hello spring', 'the source stays')
})

test('several texts become text options of one ad', async () => {
  const copyValues = { primaryText1: 'One', primaryText2: 'Two', primaryText5: 'Five', headline1: 'A', headline3: 'C' }
  const reply = await call('ad', { adId, copyValues })
  assertAllMade(reply, 1)
  const { asset_feed_spec: feed, object_story_spec: spec } = await creativeOf(reply.body.results[0]!.newAdId!)
  assert.equal(feed!.optimization_type, 'DEGREES_OF_FREEDOM')
  assert.deepEqual(
    feed!.bodies!.map(({ text }) => text),
    ['One', 'Two', 'Five'],
  )
  assert.deepEqual(
    feed!.titles!.map(({ text }) => text),
    ['A', 'C'],
  )
  assert.equal(spec.link_data['message'], 'One')
})

for (const [place, refusal] of [
  ['code', { code: 1634013 }],
  ['subcode', { code: 100, subcode: 1634013 }],
  ['code', { code: 3390001 }],
  ['subcode', { code: 100, subcode: 3390001 }],
] as const) {
  test(`a refusal with ${JSON.stringify(refusal)} (in the ${place}) makes the ad anew`, async () => {
    await fault(`${adId}/copies$`, 'platform-error', { ...refusal, times: 2 })
    await app.control('DELETE', 'calls?platform=meta')
    const body = { adId, copyCount: 2, targetAdSetId: second.id, copyValues: { primaryText1: 'Again', adName: 'Anew' } }
    const reply = await call('ad', body)
    assertAllMade(reply, 2)
    for (const { newAdId, method } of reply.body.results) {
      assert.equal(method, 'recreation')
      const copy = await read(newAdId!, 'name,status,adset_id')
      assert.deepEqual([copy['name'], copy['status'], copy['adset_id']], ['Anew', 'PAUSED', second.id])
      const { object_story_spec: spec, url_tags: tags, id } = await creativeOf(newAdId!)
      assert.deepEqual(
        [spec.link_data['message'], spec.link_data['name'], tags],
        ['Again', 'New in', 'utm_source=meta'],
      )
      assert.notEqual(id, source.creativeId)
    }
    assert.equal(await posts(/adcreatives$/), 1, 'both copies show the same creative')
  })
}

test('a lost answer while an ad is made anew leaves every copy exactly once', async () => {
  await fault(`${adId}/copies$`, 'platform-error', { code: 1634013, times: 2 })
  await fault('/adcreatives$', 'drop-after', { times: 1 })
  await fault('/ads$', 'drop-after', { times: 1 })
  const body = { adId, copyCount: 2, targetAdSetId: second.id, copyValues: { adName: 'Lost and found' } }
  assertAllMade(await call('ad', body), 2)
  const ads = await list(`${second.id}/ads`)
  assert.equal(ads.filter((ad) => ad['name'] === 'Lost and found').length, 2)
})

test('copies whose answers were lost are found, each its own, and nothing is made twice', async () => {
  const { adSets } = await fixture.build([1])
  const lost = adSets[0]!.ads[0]!
  await fault(`${lost}/copies$`, 'drop-after', { times: 3, after: 1 })
  const reply = await call('ad', { adId: lost, copyCount: 6 })
  assertAllMade(reply, 6)
  const ids = reply.body.results.map((result) => result.newAdId)
  assert.equal(new Set(ids).size, 6)
  for (const { newAdId, copyNumber } of reply.body.results) {
    assert.equal((await read(newAdId!, 'name'))['name'], `Ad 1 - Copy ${copyNumber}`)
  }
  assert.equal((await list(`${lost}/copies`)).length, 6)
})

test('a passing failure is tried again three times, and then told with its code', async () => {
  const { adSets } = await fixture.build([1])
  const busy = adSets[0]!.ads[0]!
  await fault(`${busy}/copies$`, 'platform-error', { code: 2, times: 4 })
  await app.control('DELETE', 'calls?platform=meta')
  const reply = await call('ad', { adId: busy })
  assert.deepEqual([reply.status, reply.body.success, reply.body.failCount], [200, false, 1])
  assert.deepEqual([reply.body.results[0]!.error!.code, reply.body.results[0]!.error!.attempts], [2, 4])
  assert.equal(await posts(/copies$/), 4)
  const again = await call('ad', { adId: busy })
  assertAllMade(again, 1)
  assert.equal((await list(`${busy}/copies`)).length, 1)
})

test('a call repeated with its key is answered again and copies nothing', async () => {
  const { adSets } = await fixture.build([1])
  const twice = adSets[0]!.ads[0]!
  const headers = { 'idempotency-key': 'twice' }
  const one = await call('ad', { adId: twice, copyCount: 2 }, { headers })
  const other = await call('ad', { adId: twice, copyCount: 2 }, { headers })
  assert.deepEqual(other.body, one.body)
  assert.equal((await list(`${twice}/copies`)).length, 2)
})

test('a copy that got no answer and cannot be found is sent again once it can no longer arrive', async () => {
  const { adSets } = await fixture.build([1])
  const cut = adSets[0]!.ads[0]!
  await fault(`${cut}/copies$`, 'drop-before', { times: 1 })
  await app.control('DELETE', 'calls?platform=meta')
  const headers = { 'idempotency-key': 'cut' }
  const reply = await call('ad', { adId: cut, copyCount: 3 }, { headers })
  assertAllMade(reply, 3)
  assert.equal(await posts(/copies$/), 4)
  assert.equal((await list(`${cut}/copies`)).length, 3)
})

test('new texts for an ad that shows an existing post are refused before anything is made', async () => {
  const post = (await list(`${page}/posts`, 'id,call_to_action')).find((each) => each['call_to_action'])
  const creative = await graph.create(`${account}/adcreatives`, { name: 'Post', object_story_id: String(post!['id']) })
  const form = { name: 'Boost', adset_id: first.id, creative: { creative_id: creative }, status: 'PAUSED' }
  const boost = await graph.create(`${account}/ads`, form)
  const copyValues = { primaryText1: 'New', headline2: 'New', url: 'https://example.com' }
  const paths = await refused('ad', { adId: boost, copyValues }, 422)
  assert.deepEqual(paths, ['copyValues.primaryText1', 'copyValues.headline1', 'copyValues.url'])
  assertAllMade(await call('ad', { adId: boost }), 1)
})

test('the link of a carousel changes on every card, and its titles cannot be changed', async () => {
  const card = (name: string) => ({ link: 'https://shop.example/spring', name, image_hash: imageHash })
  const story = linkStory(imageHash)
  const data = { link: story.link_data.link, message: 'Cards', child_attachments: [card('One'), card('Two')] }
  const { adSets } = await fixture.build([1], { object_story_spec: { ...story, link_data: data } })
  const carousel = adSets[0]!.ads[0]!
  assert.deepEqual(await refused('ad', { adId: carousel, copyValues: { headline1: 'No' } }, 422), [
    'copyValues.headline1',
  ])
  const reply = await call('ad', { adId: carousel, copyValues: { url: 'https://example.com/all' } })
  assertAllMade(reply, 1)
  const cards = (await creativeOf(reply.body.results[0]!.newAdId!)).object_story_spec.link_data['child_attachments']
  assert.deepEqual(
    (cards as { link: string; name: string }[]).map(({ link, name }) => [link, name]),
    [
      ['https://example.com/all', 'One'],
      ['https://example.com/all', 'Two'],
    ],
  )
})

const rules: [string, object, string][] = [
  ['no ad', {}, 'adId'],
  ['eleven copies', { adId, copyCount: 11 }, 'copyCount'],
  ['copies in words', { adId, copyCount: 'two' }, 'copyCount'],
  ['an unknown status', { adId, initialStatus: 'ON' }, 'initialStatus'],
  ['an empty text', { adId, copyValues: { primaryText1: '' } }, 'copyValues.primaryText1'],
  ['a text that is too long', { adId, copyValues: { primaryText5: 'x'.repeat(10_001) } }, 'copyValues.primaryText5'],
  ['a headline that is too long', { adId, copyValues: { headline5: 'x'.repeat(2_001) } }, 'copyValues.headline5'],
  ['a link that is none', { adId, copyValues: { url: 'javascript:alert(1)' } }, 'copyValues.url'],
  ['a name that is too long', { adId, copyValues: { adName: 'x'.repeat(401) } }, 'copyValues.adName'],
  ['a target that is no id', { adId, targetAdSetId: {} }, 'targetAdSetId'],
]
for (const [what, body, path] of rules) {
  test(`${what} is 400 and names ${path}`, async () => {
    assert.deepEqual(await refused('ad', body, 400), [path])
  })
}

test('ads and ad sets that do not exist, are something else, or belong to others are 404', async () => {
  await refused('ad', { adId: '999999999999' }, 404)
  await refused('ad', { adId: first.id }, 404)
  await refused('ad', { adId, accountId: otherAccount }, 404)
  await refused('ad', { adId, targetAdSetId: '999999999999' }, 404)
  await refused('ad', { adId, targetAdSetId: source.campaignId }, 404)
  const [foreign] = await list(`${otherAccount}/adsets`)
  await refused('ad', { adId, targetAdSetId: foreign!['id'] }, 404)
  const { key } = await app.stranger()
  await refused('ad', { adId }, 404, { key })
})

test('a refusal never shows the token', async () => {
  await fault(`${adId}/copies$`, 'platform-error', { code: 190, times: 1 })
  const reply = await call('ad', { adId })
  assert.equal(reply.body.results[0]!.error!.code, 190)
  assert.doesNotMatch(JSON.stringify(reply.body), /sandbox-meta-token/)
})

test('an old ad that is made anew gets none of the changes that the platform makes by itself today', async () => {
  const reply = await call('ad', { adId: await fixture.legacy('ads', 'standard enhancements') })
  assertAllMade(reply, 1)
  const { newAdId, method } = reply.body.results[0]!
  assert.equal(method, 'recreation')
  const { creative } = (await read(newAdId!, 'creative{contextual_multi_ads,degrees_of_freedom_spec}')) as unknown as {
    creative: {
      contextual_multi_ads: object
      degrees_of_freedom_spec: { creative_features_spec: Record<string, { enroll_status: string }> }
    }
  }
  assert.deepEqual(creative.contextual_multi_ads, { enroll_status: 'OPT_OUT' })
  const features = creative.degrees_of_freedom_spec.creative_features_spec
  assert.ok(Object.keys(features).length > 10)
  for (const [name, { enroll_status: status }] of Object.entries(features)) assert.equal(status, 'OPT_OUT', name)
})
