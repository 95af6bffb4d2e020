import assert from 'node:assert/strict'
import { test } from 'node:test'
import { singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import { boostFixture } from '../../support/launch/boosts.ts'
import { pinAd, pinFixture } from '../../support/pinterest/pinterest.ts'
import { featuresOf, launchFixture } from '../../support/platforms/primary-graph.ts'
import { snapFixture } from '../../support/platforms/snapchat.ts'
import { tiktokFixture } from '../../support/platforms/tiktok.ts'

const app = await startTestApp()
const primary = await launchFixture(app)
const pins = await pinFixture(app)
const short = await tiktokFixture(app)
const snaps = await snapFixture(app)
await app.control('POST', 'meta', { ownsShop: true })
const accountId = primary.demo.accounts[0]!.id
const onPrimary = (more: Record<string, unknown>) => singleAd(app, primary.demo, more)
const enrolled = (word: string) => ({ enroll_status: word })

interface Flag {
  name: string
  asked: string
  stored: string | null
}

interface Receipt {
  enhancements: Flag[]
  fields: { field: string; outcome: string; has?: unknown; reason?: string }[]
  differences: { field: string; asked: unknown; stored: unknown }[]
}

interface Answer {
  adBatchId: number
  error: { details: { issues: { path: string; message: string }[] } }
}

async function receiptOf(ad: object): Promise<Receipt> {
  const { status, body } = await app.call<Answer>('POST', '/v1/launch', { body: { ads: [ad] } })
  assert.equal(status, 202, JSON.stringify(body))
  const done = await app.finished(body.adBatchId)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const receipts = await app.call<{ data: Receipt[] }>('GET', `/v1/batches/${body.adBatchId}/receipts`)
  return receipts.body.data[0]!
}

async function refused(ad: object): Promise<{ path: string; message: string }> {
  const { status, body } = await app.call<Answer>('POST', '/v1/launch', { body: { ads: [ad] } })
  assert.equal(status, 422, JSON.stringify(body))
  return body.error.details.issues[0]!
}

const flagsOf = ({ enhancements }: Receipt) =>
  Object.fromEntries(enhancements.map(({ name, asked, stored }) => [name, `${asked} ${stored}`]))

test('what is named is on, everything else is said to be off, and the receipt lists every flag', async () => {
  const chosen = { contextual_multi_ads: true, shop_destination: true, image_touchups: 'on', image_uncrop: 'off' }
  const { creative } = await primary.launched(onPrimary({ adName: 'Chosen', enhancements: chosen }))
  assert.deepEqual(creative.contextual_multi_ads, enrolled('OPT_IN'))
  assert.deepEqual(creative.destination_spec, { destination_type: 'WEBSITE_AND_SHOP' })
  const { image_touchups: touched, ...others } = featuresOf(creative)
  assert.equal(touched, 'OPT_IN')
  assert.ok(Object.keys(others).length > 50)
  assert.deepEqual([...new Set(Object.values(others))], ['OPT_OUT'])
  const receipt = await receiptOf(onPrimary({ adName: 'Chosen twice', enhancements: chosen }))
  const flags = flagsOf(receipt)
  assert.equal(flags.contextual_multi_ads, 'on on')
  assert.equal(flags.image_touchups, 'on on')
  assert.equal(flags.image_uncrop, 'off off')
  assert.equal(Object.keys(flags).length, Object.keys(others).length + 3)
  assert.deepEqual(receipt.differences, [])
  assert.equal(receipt.fields.find(({ field }) => field === 'enhancements')?.outcome, 'as_asked')
})

test('left to the platform, nothing is sent, and the receipt shows what it chose', async () => {
  const ad = { adName: 'Left', enhancements: 'platform' }
  const { creative, adId } = await primary.launched(onPrimary(ad))
  assert.deepEqual(creative.contextual_multi_ads, enrolled('OPT_IN'))
  assert.deepEqual(featuresOf(creative), { adapt_to_placement: 'OPT_IN' })
  const receipt = await receiptOf(onPrimary({ ...ad, adName: 'Left again' }))
  const chosen = { contextual_multi_ads: 'platform on', shop_destination: 'platform on' }
  assert.deepEqual(flagsOf(receipt), { ...chosen, adapt_to_placement: 'platform on' })
  assert.deepEqual(receipt.differences, [])
  const changed = await app.call('POST', '/v1/manage/update-ad', { body: { accountId, adId, title: 'New' } })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const after = await primary.graph.creativeOf(adId)
  assert.notEqual(after.id, creative.id)
  assert.deepEqual(featuresOf(after), { adapt_to_placement: 'OPT_IN' })
})

test('an ad that is changed or made anew keeps what was asked', async () => {
  const enhancements = { text_optimizations: true, contextual_multi_ads: true }
  const { adId } = await primary.launched(onPrimary({ adName: 'Kept', enhancements }))
  await app.call('POST', '/v1/manage/update-ad', { body: { accountId, adId, title: 'New' } })
  const changed = await primary.graph.creativeOf(adId)
  const body = { adId, accountId, copyCount: 1, copyValues: { headline1: 'Another' } }
  const copied = await app.call<{ results: { newAdId: string }[] }>('POST', '/v1/manage/duplicate-ad', { body })
  const copy = await primary.graph.creativeOf(copied.body.results[0]!.newAdId)
  for (const creative of [changed, copy]) {
    assert.deepEqual(creative.contextual_multi_ads, enrolled('OPT_IN'))
    assert.equal(featuresOf(creative).text_optimizations, 'OPT_IN')
    assert.equal(featuresOf(creative).image_touchups, 'OPT_OUT')
  }
})

test('the cards of a carousel stay in order unless that is left to the platform', async () => {
  const cards = [1, 2].map((n) => ({ url: primary.asset(`square.png?v=${n}`), carouselTitle: `Card ${n}` }))
  const orderOf = async (more: object) => {
    const { creative } = await primary.launched(onPrimary({ type: 'carousel', media: cards, ...more }))
    const { multi_share_optimized: sorts, multi_share_end_card: ends } = creative.object_story_spec!.link_data!
    return [sorts, ends]
  }
  assert.deepEqual(await orderOf({ adName: 'Off' }), [false, false])
  assert.deepEqual(await orderOf({ adName: 'Sorted', enhancements: { multi_share_optimized: true } }), [true, false])
  assert.deepEqual(await orderOf({ adName: 'Left cards', enhancements: 'platform' }), [true, true])
})

test('a boosted post is told what surrounds it, and what is not for it', async () => {
  const { boost, linkPost } = await boostFixture(app)
  const receipt = await receiptOf(
    boost(linkPost, { enhancements: { contextual_multi_ads: true, image_touchups: true } }),
  )
  const flags = flagsOf(receipt)
  assert.equal(flags.contextual_multi_ads, 'on on')
  assert.equal(flags.image_touchups, 'on null')
  assert.equal(receipt.fields.find(({ field }) => field === 'enhancements')?.outcome, 'changed')
})

test('short-video ads say which enhancements they want: none where none are asked for', async () => {
  const off = await receiptOf(short.videoAd({ adName: 'Plain' }))
  assert.deepEqual(flagsOf(off), {
    music_refresh: 'off off',
    video_quality: 'off off',
    image_quality: 'off off',
    image_resize: 'off off',
  })
  const some = await receiptOf(short.videoAd({ adName: 'Sharper', enhancements: { video_quality: true } }))
  assert.equal(flagsOf(some).video_quality, 'on on')
  assert.equal(flagsOf(some).music_refresh, 'off off')
  const left = await receiptOf(short.videoAd({ adName: 'Left', enhancements: 'platform' }))
  assert.equal(flagsOf(left).music_refresh, 'platform on')
  assert.deepEqual([...off.differences, ...some.differences, ...left.differences], [])
})

test('photo-messaging ads keep their picture and their button as they are', async () => {
  const off = await receiptOf(snaps.snapAd({ adName: 'Plain' }))
  assert.deepEqual(flagsOf(off), { crop_position: 'off off', cta_color: 'off off' })
  const some = await receiptOf(snaps.snapAd({ adName: 'Cropped', enhancements: { crop_position: true } }))
  assert.deepEqual(flagsOf(some), { crop_position: 'on on', cta_color: 'off off' })
  const left = await receiptOf(snaps.snapAd({ adName: 'Left', enhancements: 'platform' }))
  assert.equal(flagsOf(left).crop_position, 'platform on')
})

test('a name that a platform does not have is refused with those that it has', async () => {
  const onSnap = await refused(snaps.snapAd({ enhancements: { crop_positon: true } }))
  assert.equal(onSnap.path, 'ads.0.enhancements')
  assert.match(
    onSnap.message,
    /Snapchat does not have: crop_positon\. Did you mean crop_position\? .*crop_position, cta_color$/,
  )
  assert.match((await refused(pinAd(app, pins, { enhancements: { anything: true } }))).message, /it has none/)
  const odd = await refused(onPrimary({ enhancements: { constructor: true, toString: true } }))
  assert.match(odd.message, /does not have: constructor, toString\./)
  for (const enhancements of ['on', 7, ['image_touchups'], { image_touchups: 'yes' }]) {
    const body = { ads: [onPrimary({ enhancements })] }
    const { status, body: answer } = await app.call<Answer>('POST', '/v1/launch', { body })
    assert.equal(status, 400)
    assert.match(answer.error.details.issues[0]!.path, /^ads\.0\.enhancements/)
  }
})

test('where an ad has none to choose, off and platform are the same', async () => {
  for (const enhancements of ['off', 'platform'])
    await receiptOf(pinAd(app, pins, { adName: `Pin ${enhancements}`, enhancements }))
})

test('launch defaults say it for every platform, each taking the names that it has', async () => {
  const set = (enhancements: unknown) =>
    app.call<{ enhancements: unknown } & Answer>('PATCH', '/v1/launch-defaults', { body: { enhancements } })
  const both = { image_touchups: true, music_refresh: true }
  assert.deepEqual((await set(both)).body.enhancements, both)
  const { creative } = await primary.launched(onPrimary({ adName: 'By default' }))
  assert.equal(featuresOf(creative).image_touchups, 'OPT_IN')
  assert.equal(flagsOf(await receiptOf(short.videoAd({ adName: 'By default' }))).music_refresh, 'on on')
  const own = await primary.launched(onPrimary({ adName: 'Its own', enhancements: 'off' }))
  assert.equal(featuresOf(own.creative).image_touchups, 'OPT_OUT')
  const wrong = await set({ image_tuchups: true })
  assert.equal(wrong.status, 422)
  assert.match(wrong.body.error.details.issues[0]!.message, /image_tuchups/)
  assert.equal((await set(null)).body.enhancements, null)
})

test('what is no choice is refused with the choices there are', async () => {
  const wrong = { everything: /off, platform, or names/, 'on or off': /must be on or off/ }
  for (const [what, words] of Object.entries(wrong)) {
    const enhancements = what === 'everything' ? what : { image_touchups: 'perhaps' }
    const reply = await app.call<Answer>('POST', '/v1/launch', {
      body: { ads: [onPrimary({ adName: 'Wrong', enhancements })] },
    })
    assert.equal(reply.status, 400, what)
    assert.match(reply.body.error.details.issues[0]!.message, words)
  }
})
