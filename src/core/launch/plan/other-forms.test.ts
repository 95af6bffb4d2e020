import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inSentForm } from './other-forms.ts'

const sent = (body: object, path: string) => inSentForm(body, path.split('.')).join('.')

test('a problem of a flat body is told flat, by the field that was sent', () => {
  const flat = { adName: 'a', adSetId: '1', imageUrl: 'x', callToAction: 'Y', name: 'batch' }
  const told = Object.fromEntries(
    ['ads.0.adSets.0', 'ads.0.adSets', 'ads.0.media.0.url', 'ads.0.cta', 'ads.0.page', 'name', 'ads'].map((path) => [
      path,
      sent(flat, path),
    ]),
  )
  assert.deepEqual(told, {
    'ads.0.adSets.0': 'adSetId',
    'ads.0.adSets': 'adSetId',
    'ads.0.media.0.url': 'imageUrl',
    'ads.0.cta': 'callToAction',
    'ads.0.page': 'page',
    name: 'name',
    ads: '',
  })
  assert.equal(sent({ adName: 'a', mediaUrls: ['x', 'y'] }, 'ads.0.media.1.url'), 'mediaUrls.1')
  assert.equal(sent({ adName: 'a', media: ['x', { url: 'y' }] }, 'ads.0.media.0.url'), 'media.0')
  assert.equal(sent({ adName: 'a', media: [{ url: 'y' }] }, 'ads.0.media.0.url'), 'media.0.url')
  assert.equal(sent({ adName: 'a', media: { url: 'y' } }, 'ads.0.media.0.url'), 'media.url')
})

test('inside of the older wrapper it is told there', () => {
  const ad = { adName: 'a', media_urls: ['x'] }
  assert.equal(sent({ ads: [ad] }, 'ads.0.media.0.url'), 'ads.0.media_urls.0')
  assert.equal(sent({ creativeState: { ads: [ad] } }, 'ads.0.page'), 'creativeState.ads.0.page')
  assert.equal(sent({ creative_state: ad }, 'ads.0.page'), 'creative_state.page')
  assert.equal(sent({ ads: [{ adName: 'b', creativeState: ad }] }, 'ads.0.adName'), 'ads.0.adName')
  assert.equal(sent({ ads: [{ adName: 'b', creativeState: ad }] }, 'ads.0.link'), 'ads.0.creativeState.link')
})
