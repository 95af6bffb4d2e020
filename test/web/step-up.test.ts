import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { browserTests } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'

const test = await browserTests()

const open = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click()
const asking = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })

/** Every sign-in was an hour ago. */
const letTimePass = ({ app }: Stage) =>
  app.app.services.db
    .updateTable('sessions')
    .set({ proven_at: new Date(Date.now() - 3_600_000) })
    .execute()

async function withAuthenticator(page: Page, context: BrowserContext): Promise<void> {
  const protocol = await context.newCDPSession(page)
  await protocol.send('WebAuthn.enable')
  const device = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  const options = { ...device, isUserVerified: true, automaticPresenceSimulation: true }
  await protocol.send('WebAuthn.addVirtualAuthenticator', { options })
}

async function wantAdminKey(page: Page, name: string): Promise<void> {
  await open(page, 'API keys')
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('checkbox').last().check()
  await dialog.getByRole('button', { name: 'Make the key' }).click()
}

const shownKey = (page: Page) => page.getByRole('dialog').locator('code', { hasText: /^ak_/ })

test('somebody without a way of their own reads what to ask the operator for, opens the link, and goes on', async (stage) => {
  const { page, context, expectProblems } = await stage.atHome()
  expectProblems(/403|401/)
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  await letTimePass(stage)
  await wantAdminKey(page, 'By link')
  await asking(page).getByText('flightdeck login-link --email').waitFor()
  // The operator's link is opened in another tab of the same browser, in which somebody is signed in already.
  const other = await context.newPage()
  await other.goto(await stage.signInLink())
  await other.getByRole('navigation', { name: 'Pages' }).waitFor()
  await asking(page).getByRole('button', { name: 'I have signed in again: go on' }).click()
  await shownKey(page).waitFor()
})

test('what needs a fresh sign-in asks for the passkey once and goes on by itself, wherever it was asked for', async (stage) => {
  const { page, context, expectProblems } = await stage.atHome()
  expectProblems(/403/)
  await withAuthenticator(page, context)
  await open(page, 'You')
  await page.getByLabel('Name of a new passkey').fill('Laptop')
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  await page.getByRole('cell', { name: 'Laptop', exact: true }).waitFor()
  await letTimePass(stage)
  await wantAdminKey(page, 'By step-up')
  await asking(page).getByRole('button', { name: 'Use your passkey' }).click()
  await shownKey(page).waitFor()
  assert.equal(await asking(page).count(), 0)
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await letTimePass(stage)
  await open(page, 'You')
  await page.getByLabel('Name of a new passkey').fill('Phone')
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  await asking(page).getByRole('button', { name: 'Leave it' }).click()
  await page.getByRole('alert').getByText('needs a sign-in of the last 5 minutes').waitFor()
})

test('an invite that a key asked for is confirmed in the dashboard, and its link is shown once', async (stage) => {
  const { app } = stage
  const asked = await app.call('POST', '/api/invites', { body: { email: 'waits@example.com', role: 'member' } })
  assert.ok(asked.status < 300, JSON.stringify(asked.body))
  assert.ok(!JSON.stringify(asked.body).includes('#/invite/'))
  const { page } = await stage.atHome()
  await open(page, 'People')
  const line = page.getByRole('region', { name: 'Open invites' }).getByRole('row', { name: /waits@example.com/ })
  await line.getByText('waits for an admin').waitFor()
  await line.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'Confirm the invite', exact: true }).click()
  const link = await page.getByRole('dialog').locator('code', { hasText: '#/invite/' }).innerText()
  await page.getByRole('button', { name: 'Done' }).click()
  await line.getByText('open', { exact: true }).waitFor()
  const guest = await stage.visit(link)
  await guest.page.getByLabel('Your name').fill('Wanda')
  await guest.page.getByRole('button', { name: 'Join' }).click()
  await guest.page.getByRole('navigation', { name: 'Pages' }).waitFor()
})
