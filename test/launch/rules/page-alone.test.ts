import assert from 'node:assert/strict'
import { test } from 'node:test'
import { singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import { launchFixture } from '../../support/platforms/primary-graph.ts'

const app = await startTestApp()
const { demo: fixture, asset, launch, launched } = await launchFixture(app)
const cards = [1, 2].map((n) => ({ url: asset(`square.png?v=${n}`), carouselTitle: `Card ${n}` }))

for (const [name, more] of Object.entries({
  single: {},
  carousel: { type: 'carousel', title: undefined, media: cards },
  multi: { type: 'multi', media: [{ url: asset('square.png') }, { url: asset('vertical.png') }] },
})) {
  test(`an advertiser without a secondary profile launches a ${name} ad in which the page speaks alone`, async () => {
    const { creative, ads } = await launched(
      singleAd(app, fixture, { ...more, adName: `Alone ${name}`, secondary: null }),
    )
    assert.equal(creative.object_story_spec!.page_id, fixture.page)
    assert.equal('instagram_user_id' in creative.object_story_spec!, false)
    assert.equal(creative.instagram_user_id, undefined)
    const { data } = (await app.call<{ data: { adBatchId: number }[] }>('GET', '/v1/batches?limit=1')).body
    const receipts = await app.call<{ data: { adId: string; differences: object[] }[] }>(
      'GET',
      `/v1/batches/${data[0]!.adBatchId}/receipts`,
    )
    assert.deepEqual(
      receipts.body.data.map(({ adId, differences }) => [adId, differences]),
      [[ads[0]!.adId, []]],
    )
  })
}

test('launch defaults can say that there is no secondary profile, and an ad can still name one', async () => {
  await app.call('PATCH', '/v1/launch-defaults', { body: { secondary: 'none' } })
  const alone = await launched(singleAd(app, fixture, { adName: 'By default', secondary: undefined }))
  assert.equal('instagram_user_id' in alone.creative.object_story_spec!, false)
  const named = await launched(singleAd(app, fixture, { adName: 'Named' }))
  assert.equal(named.creative.object_story_spec!.instagram_user_id, fixture.secondary)
  await app.call('PATCH', '/v1/launch-defaults', { body: { secondary: fixture.secondary } })
  const overruled = await launched(singleAd(app, fixture, { adName: 'Overruled', secondary: null }))
  assert.equal('instagram_user_id' in overruled.creative.object_story_spec!, false)
  await app.call('PATCH', '/v1/launch-defaults', { body: { secondary: null } })
})

test('a secondary profile that is left out is still asked for, and a partnership code needs one', async () => {
  const paths = async (more: object) => {
    const { status, body } = await launch(singleAd(app, fixture, { ...more }))
    return [status, body.error.details.issues.map(({ path }) => path)]
  }
  assert.deepEqual(await paths({ secondary: undefined }), [422, ['ads.0.secondary']])
  assert.deepEqual(await paths({ secondary: null, partnershipCode: 'adcode-somebody' }), [422, ['ads.0.secondary']])
})
