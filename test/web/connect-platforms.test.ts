import assert from 'node:assert/strict'
import { axe } from '../support/browser/axe.ts'
import { browserTests } from '../support/browser/stage.ts'
import { connectByConsent, consenting } from '../support/web/consent.ts'
import { beyondTheScreen, phone } from '../support/web/phone.ts'

const test = await browserTests()
const further = consenting.slice(1)

for (const { title } of further)
  test(`${title} is connected by consenting at its simulator, and its accounts are chosen`, async (stage) => {
    const { url } = await connectByConsent(stage, title)
    assert.ok(!url.includes('code='), url)
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
