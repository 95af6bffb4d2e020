import assert from 'node:assert/strict'
import { axe } from '../support/browser/axe.ts'
import { browserTests } from '../support/browser/stage.ts'
import { connectByConsent, consenting } from '../support/web/consent.ts'

const test = await browserTests()

/** The others are in the long half (test/web/connect-platforms.test.ts). */
const first = consenting.slice(0, 1)

for (const { title } of first)
  test(`${title} is connected by consenting at its simulator, and its accounts are chosen`, async (stage) => {
    const { url } = await connectByConsent(stage, title)
    assert.ok(!url.includes('code='), url)
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
