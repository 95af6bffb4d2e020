import assert from 'node:assert/strict'
import { axe } from '../support/browser/axe.ts'
import { browserTests } from '../support/browser/stage.ts'
import { postsOf } from '../support/reports/creatives.ts'

const test = await browserTests()
const account = 'act_566148315000001'
const address = `/creatives?${new URLSearchParams({ accounts: account, by: 'post', days: '7' }).toString()}`

test('cards are what the service answers, two are compared, and a winner goes on with its cost in sight', async (stage) => {
  const { app } = stage
  const [first, second] = await postsOf(app, account)
  assert.ok(first && second)
  const { page } = await stage.signedIn()
  await page.goto('/')
  await page.getByRole('link', { name: 'Creatives', exact: true }).click()
  await page.getByRole('heading', { name: 'Creatives', level: 1 }).waitFor()
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

test('a board without cards says so, and one that cannot be had offers to try again', async (stage) => {
  const { page, expectProblems } = await stage.signedIn()
  await page.goto(`${address}&state=scaled&until=2020-01-01`)
  await page.getByText('Nothing is like this.').waitFor()
  expectProblems(/404 \(Not Found\)/)
  await page.goto('/creatives?accounts=act_1')
  await page.getByRole('alert').waitFor()
})
