import assert from 'node:assert/strict'
import { test } from 'node:test'
import { can, copyRefusal, platformOf, titleOf, titlesWith } from './platforms.ts'

test('platforms have their own names and words', () => {
  assert.equal(titleOf('primary'), 'Meta')
  assert.deepEqual(platformOf('linkedin').levels, { campaign: 'campaign group', adset: 'campaign', ad: 'creative' })
  assert.equal(titlesWith('listChanges'), 'Meta and Google Ads')
})

test('nothing is offered that a platform cannot do', () => {
  assert.equal(can('tiktok', 'comments'), false)
  assert.equal(copyRefusal('pinterest', 'ad'), 'Pinterest has no copies.')
  assert.equal(copyRefusal('applovin', 'ad'), 'On AppLovin only a campaign can be copied.')
  assert.equal(copyRefusal('applovin', 'campaign'), null)
  assert.equal(copyRefusal('primary', 'adset'), null)
})

test('a platform of a newer service is called by its name, and everything is tried there', () => {
  assert.equal(titleOf('corner-radio'), 'corner-radio')
  assert.equal(can('corner-radio', 'comments'), true)
  assert.equal(copyRefusal('corner-radio', 'ad'), null)
})
