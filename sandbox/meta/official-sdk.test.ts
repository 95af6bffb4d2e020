import assert from 'node:assert/strict'
import { test } from 'node:test'
import sdk from 'facebook-nodejs-business-sdk'
import { startTestSandbox } from '../../test/support/simulated/sandbox.ts'
import {
  adSetForm,
  campaignForm,
  graphClient,
  linkStory,
  uploadImage,
  usdAccount,
} from '../../test/support/simulated/primary.ts'
import { pointSdkAt } from '../../test/support/platforms/primary-sdk.ts'

test('the official SDK lists accounts and launches an ad', async (context) => {
  const { url } = await startTestSandbox(context)
  pointSdkAt(url)
  const accounts = await new sdk.User('me').getAdAccounts(['name', 'currency'])
  assert.deepEqual(
    accounts.map(({ _data }) => _data['currency']),
    ['USD', 'JPY'],
  )

  const account = new sdk.AdAccount(usdAccount)
  const campaign = await account.createCampaign([], campaignForm)
  const adset = await account.createAdSet([], adSetForm(campaign.id))
  const imageHash = await uploadImage(graphClient(url), usdAccount)
  const creative = await account.createAdCreative([], { name: 'By SDK', object_story_spec: linkStory(imageHash) })
  const ad = await account.createAd([], {
    name: 'By SDK',
    adset_id: adset.id,
    creative: { creative_id: creative.id },
    status: 'PAUSED',
  })

  const shown = await new sdk.Ad(ad.id).get(['name', 'status', 'adset_id', 'creative{image_hash}'])
  assert.equal(shown._data['name'], 'By SDK')
  assert.equal(shown._data['adset_id'], adset.id)
  assert.deepEqual(shown._data['creative'], { image_hash: imageHash, id: creative.id })
  await new sdk.Campaign(campaign.id).update([], { name: 'Renamed by SDK' })
  assert.equal((await new sdk.Campaign(campaign.id).get(['name']))._data['name'], 'Renamed by SDK')
  await new sdk.Ad(ad.id).delete([])
  assert.equal((await new sdk.Ad(ad.id).get(['effective_status']))._data['effective_status'], 'DELETED')
})

test('the official SDK follows the pages of a list to its end', async (context) => {
  const { url } = await startTestSandbox(context)
  pointSdkAt(url)
  let page = await new sdk.AdAccount(usdAccount).getAds(['name'], { limit: 5 })
  const names = page.map(({ id }) => id)
  while (page.hasNext()) {
    page = await page.next()
    names.push(...page.map(({ id }) => id))
  }
  const { body } = await graphClient(url).get(`${usdAccount}/ads?limit=500`)
  assert.deepEqual(
    names,
    body.data?.map((ad) => ad['id']),
  )
})

test('the official SDK recognizes a refusal', async (context) => {
  const { url } = await startTestSandbox(context)
  pointSdkAt(url)
  const { name: _name, ...nameless } = campaignForm
  await assert.rejects(
    new sdk.AdAccount(usdAccount).createCampaign([], nameless),
    (error: { response?: { code?: number } }) => {
      assert.equal(error.response?.code, 100)
      return true
    },
  )
})
