import assert from 'node:assert/strict'
import { builtIn } from '../../src/platforms/index.ts'
import { axe } from '../support/browser/axe.ts'
import { browserTests } from '../support/browser/stage.ts'
import { beyondTheScreen, phone } from '../support/web/phone.ts'

const test = await browserTests()
const consenting = builtIn.all.filter(({ oauth }) => oauth)

for (const { name, title } of consenting)
  test(`${title} is connected by consenting at its simulator, and its accounts are chosen`, async ({ signedIn }) => {
    const { page } = await signedIn('owner')
    await page.goto('/connections')
    await page.getByRole('link', { name: `Connect ${title}` }).click()
    await page.getByRole('link', { name: 'The sandbox' }).click()
    await page.getByText('Demo company').first().waitFor()
    await page.getByRole('button', { name: `Continue to ${title}` }).click()
    await page.locator('button[name=decision][value=allow]').click()
    await page.waitForURL(/\/connections\?chosen=\d+$/)
    await page.getByRole('status').getByRole('link', { name: 'Choose ad accounts' }).click()
    await page.getByRole('button', { name: 'All' }).click()
    await page.getByRole('button', { name: /^Use [1-9]/ }).click()
    await page.getByText(/^[1-9]\d* of \d+ are used\.$/).waitFor()
    assert.ok(!page.url().includes('code='), name)
  })

test('who says no at the platform has connected nothing, and is told so', async ({ signedIn }) => {
  const { page } = await signedIn('owner')
  await page.goto('/connect/pinterest?sandbox=true')
  await axe(page)
  await page.getByRole('button', { name: 'Continue to Pinterest' }).click()
  await page.locator('button[name=decision][value=deny]').click()
  await page.getByRole('alert').getByText('Nothing was connected.').waitFor()
  await axe(page)
})

test('what stops is said before a connection goes', async ({ signedIn }) => {
  const { page } = await signedIn('owner', phone)
  await page.goto('/connections')
  assert.deepEqual(await beyondTheScreen(page), [])
  await page.getByRole('button', { name: /^Disconnect Pinterest/ }).click()
  await page.getByText(/ad accounts?:/).waitFor()
  await axe(page)
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await page.getByText('Disconnected.').waitFor()
})

test('whoever is no admin is told who connects, and may look at what ends', async ({ signedIn }) => {
  const { page } = await signedIn('viewer')
  await page.goto('/connect/pinterest')
  await page.getByText('Connecting is for admins and owners.').waitFor()
  await page.goto('/calendar')
  await page.getByRole('heading', { name: 'Calendar' }).waitFor()
  await axe(page)
})
