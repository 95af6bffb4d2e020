import assert from 'node:assert/strict'
import { demo } from '../../src/api/examples.ts'
import { browserTests } from '../support/browser/stage.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { setEnd } from '../support/manage/ends.ts'

const test = await browserTests()

test('an end that Flightdeck keeps stands in the tree, the receipt and the calendar, and an undo names it', async ({
  app,
  signedIn,
}) => {
  const fixture = await demoFixture(app)
  const ad = singleAd(app, fixture, { adAccountId: demo.account, adSets: [demo.adSet], adName: 'Ending soon' })
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads: [ad] } })
  const { ads } = await app.finished(body.adBatchId)
  const endTime = '2031-01-31T12:00:00.000Z'
  const entityId = String(ads![0]!.adId)
  await setEnd(app, { entityType: 'ad', entityId, accountId: demo.account, endTime })
  const list = await app.call<{ data: { id: string; name: string; campaignId: string }[] }>(
    'GET',
    `/v1/manage/adsets?accountId=${demo.account}&limit=200`,
  )
  const { campaignId } = list.body.data.find(({ id }) => id === demo.adSet)!

  const { page } = await signedIn()
  await page.goto(`/campaigns?account=${demo.account}`)
  for (const key of [`campaign:${campaignId}`, `adset:${demo.adSet}`]) await page.locator(`[id="name-${key}"]`).click()
  const row = page.locator(`[id="name-ad:${entityId}"]`)
  await row.getByText(/ends Jan 31, 2031.*, kept by Flightdeck/).waitFor()

  await page.goto(`/batches/${body.adBatchId}`)
  await page
    .getByRole('button', { name: 'Receipts' })
    .or(page.getByRole('tab', { name: 'Receipts' }))
    .click()
  await page.getByText(/ends Jan 31, 2031.*, kept by Flightdeck/).waitFor()
  await page.getByRole('button', { name: 'Undo …' }).click()
  await page
    .getByRole('dialog')
    .getByText(/its end, Jan 31, 2031.*, is no longer kept/)
    .waitFor()

  await page.goto('/calendar')
  const end = page.getByRole('listitem').filter({ hasText: 'Ending soon' })
  await end.getByRole('button', { name: 'Take the end of Ending soon away' }).click()
  await page.getByRole('dialog').getByText('It runs on until somebody pauses it').waitFor()
  await page.getByRole('button', { name: 'Take it away' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await end.waitFor({ state: 'detached' })
  assert.deepEqual((await app.call<{ data: unknown[] }>('GET', '/v1/ends')).body.data, [])
})
