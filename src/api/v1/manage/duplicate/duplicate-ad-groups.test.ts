import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adSetForm, campaignForm, linkStory, uploadImage } from '../../../../../test/support/simulated/primary.ts'
import { assertAllMade, duplicateFixture } from '../../../../../test/support/manage/duplicates.ts'

const fixture = await duplicateFixture()
const { app, account, graph, read, list, call, refused, fault, posts, imageHash } = fixture
await app.control('POST', 'meta', { videoSeconds: 0 })

const otherHash = await uploadImage(graph, account, 2)
const film = await graph.create(`${account}/advideos`, { file_url: `${app.sandboxUrl}/_assets/square.mp4` })

async function salesAdSet(): Promise<string> {
  const campaignId = await graph.create(`${account}/campaigns`, { ...campaignForm, objective: 'OUTCOME_SALES' })
  return graph.create(`${account}/adsets`, adSetForm(campaignId))
}

const link = 'https://shop.example/spring'
const button = (to: string) => ({ type: 'SHOP_NOW', value: { link: to } })
const text = (type: string) => (words: string) => ({ text: words, text_type: type })
const [body, head, small] = [text('primary_text'), text('headline'), text('description')]
const first = {
  images: [{ hash: imageHash }, { hash: otherHash }],
  texts: [body('Old one'), body('Old two'), head('Old head'), small('Small print')],
  call_to_action: button(link),
}
const second = {
  images: [{ hash: otherHash }],
  videos: [{ video_id: film }],
  texts: [head('Other head'), body('Other words')],
  call_to_action: button(`${link}/film`),
}

const adSetId = await salesAdSet()
const adId = await graph.create(`${account}/ads`, {
  name: 'Flexible',
  adset_id: adSetId,
  creative: { name: 'Flexible', object_story_spec: linkStory(imageHash), url_tags: 'utm_source=meta' },
  creative_asset_groups_spec: { groups: [first, second] },
  status: 'ACTIVE',
})

/** The asset groups that the platform stored, without the ids it gave them. */
async function groupsOf(id: string): Promise<unknown[]> {
  const { creative_asset_groups_spec: spec } = await read(id, 'creative_asset_groups_spec')
  return (spec as { groups: Record<string, unknown>[] }).groups.map(({ group_uuid: _id, ...group }) => group)
}

interface Creative {
  object_story_spec: { link_data: Record<string, unknown> }
  asset_feed_spec?: object
  url_tags?: string
}
const creativeOf = async (id: string) =>
  (await read(id, 'creative{object_story_spec,asset_feed_spec,url_tags}'))['creative'] as Creative

test('a flexible ad is copied with all its asset groups', async () => {
  const reply = await call('ad', { adId, copyCount: 2 })
  assertAllMade(reply, 2)
  for (const { newAdId, method } of reply.body.results) {
    assert.equal(method, 'copies')
    assert.deepEqual(await groupsOf(newAdId!), [first, second])
  }
})

test('new texts and a new link replace the old ones in every group; media, button and other texts stay', async () => {
  const copyValues = { primaryText1: 'New one', primaryText3: 'New three', headline1: 'New head', url: `${link}/new` }
  const reply = await call('ad', { adId, copyCount: 2, copyValues })
  assertAllMade(reply, 2)
  const fresh = [body('New one'), body('New three'), head('New head')]
  for (const { newAdId, method } of reply.body.results) {
    assert.equal(method, 'recreation')
    assert.deepEqual(await groupsOf(newAdId!), [
      { ...first, texts: [small('Small print'), ...fresh], call_to_action: button(`${link}/new`) },
      { ...second, texts: fresh, call_to_action: button(`${link}/new`) },
    ])
    const { object_story_spec: story, asset_feed_spec: feed, url_tags: tags } = await creativeOf(newAdId!)
    const { message, name, link: to, image_hash } = story.link_data
    assert.deepEqual([message, name, to, image_hash], ['New one', 'New head', `${link}/new`, imageHash])
    assert.equal(feed, undefined, 'the texts are in the groups, and nowhere else')
    assert.equal(tags, 'utm_source=meta')
    const copy = await read(newAdId!, 'status,adset_id')
    assert.deepEqual([copy['status'], copy['adset_id']], ['PAUSED', adSetId])
  }
  assert.deepEqual(await groupsOf(adId), [first, second], 'the source stays')
})

test('headlines alone leave every primary text as it is', async () => {
  const reply = await call('ad', { adId, copyValues: { headline1: 'A', headline2: 'B', headline5: 'E' } })
  assertAllMade(reply, 1)
  const heads = [head('A'), head('B'), head('E')]
  assert.deepEqual(await groupsOf(reply.body.results[0]!.newAdId!), [
    { ...first, texts: [body('Old one'), body('Old two'), small('Small print'), ...heads] },
    { ...second, texts: [body('Other words'), ...heads] },
  ])
})

test('new tags and a new name need no new groups', async () => {
  const reply = await call('ad', { adId, copyValues: { urlTags: 'utm_source=fd', adName: 'Tagged' } })
  assertAllMade(reply, 1)
  const { newAdId, method } = reply.body.results[0]!
  assert.equal(method, 'copies')
  assert.deepEqual(await groupsOf(newAdId!), [first, second])
  assert.equal((await creativeOf(newAdId!)).url_tags, 'utm_source=fd')
  assert.equal((await read(newAdId!, 'name'))['name'], 'Tagged')
})

test('a flexible ad that the platform does not copy is made anew, groups and all', async () => {
  await fault(`${adId}/copies$`, 'platform-error', { code: 3390001, times: 1 })
  const reply = await call('ad', { adId, targetAdSetId: await salesAdSet() })
  assertAllMade(reply, 1)
  const { newAdId, method } = reply.body.results[0]!
  assert.equal(method, 'recreation')
  assert.deepEqual(await groupsOf(newAdId!), [first, second])
})

test('a lost answer while a flexible ad gets new texts leaves every copy exactly once', async () => {
  const target = await salesAdSet()
  await fault('/adcreatives$', 'drop-after', { times: 1 })
  await fault('/ads$', 'drop-after', { times: 1 })
  await app.control('DELETE', 'calls?platform=meta')
  assertAllMade(await call('ad', { adId, copyCount: 3, targetAdSetId: target, copyValues: { primaryText1: 'New' } }), 3)
  assert.equal((await list(`${target}/ads`)).length, 3)
  assert.equal(await posts(/adcreatives$/), 1)
})

test('asset groups are refused by name where the objective does not take them, before anything is made', async () => {
  const { adSets } = await fixture.build([0])
  const targetAdSetId = adSets[0]!.id
  assert.deepEqual(await refused('ad', { adId, targetAdSetId }, 422), ['targetAdSetId'])
  const copyValues = { primaryText1: 'New' }
  assert.deepEqual(await refused('ad', { adId, targetAdSetId, copyValues }, 422), ['targetAdSetId'])
})

test('the flexible ad of another company does not exist', async () => {
  const { key } = await app.stranger()
  await refused('ad', { adId, copyValues: { primaryText1: 'New' } }, 404, { key })
})
