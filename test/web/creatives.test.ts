import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { axe } from '../support/browser/axe.ts'
import { browserTests } from '../support/browser/stage.ts'
import { postsOf } from '../support/reports/creatives.ts'

const test = await browserTests()
const account = 'act_566148315000001'
const byFile = `/creatives?${new URLSearchParams({ accounts: account, days: '7' }).toString()}`
const address = `${byFile}&by=post`

test('cards are what the service answers, two are compared, and a winner goes on with its cost in sight', async (stage) => {
  const { app } = stage
  const [first, second] = await postsOf(app, account)
  assert.ok(first && second)
  const { page } = await stage.signedIn()
  await page.goto('/')
  await page.getByRole('link', { name: 'Creatives', exact: true }).click()
  await page.getByRole('heading', { name: 'Creatives', level: 1 }).waitFor()
  await page.goto(byFile)
  await readsAds(page)
  await page.goto(address)
  const card = (id: string) => page.locator(`li[data-creative="${id}"]`)
  await card(first.id).waitFor()
  await page.getByText(/\d+ of \d+ win/).waitFor()
  await axe(page)
  await card(first.id).getByLabel('Compare').check()
  await card(second.id).getByLabel('Compare').check()
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  const compared = page.getByRole('dialog', { name: 'Compare' })
  assert.equal(await compared.getByRole('region').count(), 2)
  await axe(page)
  await compared.getByRole('button', { name: 'Close' }).click()
  await card(first.id)
    .getByRole('button', { name: /^Graduate/ })
    .click()
  const dialog = page.getByRole('dialog', { name: /^Graduate/ })
  await dialog.getByRole('list', { name: 'Ad sets' }).getByRole('checkbox', { disabled: false }).first().check()
  await dialog.getByLabel('Make the new ads paused').check()
  await dialog.getByText('Makes 1 ad.').waitFor()
  await axe(page)
  await dialog.getByRole('button', { name: 'Launch', exact: true }).click()
  const link = page.getByRole('link', { name: 'Follow the batch' })
  await link.waitFor()
  const id = (await link.getAttribute('href'))!.split('/').at(-1)!
  assert.equal((await app.finished(id)).status, 'success')
})

/** Which ads show a file is asked once it is wanted, and each leads to its panel. */
async function readsAds(page: Page): Promise<void> {
  let asked = 0
  page.on('request', (request) => void (asked += request.url().includes('/v1/entities?') ? 1 : 0))
  const button = page.getByRole('button', { name: /^\d+ ads that show / }).first()
  const number = Number.parseInt(await button.innerText())
  assert.equal(asked, 0)
  await button.click()
  const dialog = page.getByRole('dialog', { name: /^Ads that show/ })
  const rows = dialog.getByRole('row').filter({ has: page.getByRole('cell') })
  await rows.first().waitFor()
  assert.deepEqual([await rows.count(), asked], [number, 1])
  assert.match(await rows.first().innerText(), /active[^]*\$[\d,.]+/)
  await axe(page)
  const link = dialog.getByRole('link').first()
  const name = await link.innerText()
  await link.click()
  await page.getByRole('complementary', { name: `About ${name}`, exact: true }).waitFor()
}

test('a board without cards says so, and one that cannot be had offers to try again', async (stage) => {
  const { page, expectProblems } = await stage.signedIn()
  await page.goto(`${address}&state=scaled&until=2020-01-01`)
  await page.getByText('Nothing is like this.').waitFor()
  expectProblems(/404 \(Not Found\)/)
  await page.goto('/creatives?accounts=act_1')
  await page.getByRole('alert').waitFor()
})
