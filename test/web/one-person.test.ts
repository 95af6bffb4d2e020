import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { browserTests } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { ownerOfNew, signedIn } from '../support/people/browser.ts'
import { providerForBrowsers } from '../support/web/provider.ts'

const provider = await providerForBrowsers()
const test = await browserTests(provider.settings)

const ann = { email: 'ann@example.com', email_verified: true }
const now = () => Math.floor(Date.now() / 1000)
const inside = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const open = (page: Page, name: string) => inside(page).getByRole('link', { name, exact: true }).click()

/** Signs Ann in at her provider, to one of her companies. */
async function annIn({ visit }: Stage, company: string) {
  provider.says(ann)
  const visited = await visit(`/v1/session/oidc?company=${company}`)
  await inside(visited.page).waitFor()
  return visited
}

test('who was invited to several companies chooses theirs at the sign-in, and accepts the others among their settings', async (stage) => {
  const { app } = stage
  await ownerOfNew(app, 'north', ann.email)
  await ownerOfNew(app, 'south', ann.email)
  provider.says(ann)
  const { page } = await stage.visit('/')
  await page.getByRole('button', { name: /^Continue with/ }).click()
  await page.getByRole('alert').getByText('several companies').waitFor()
  assert.ok(!page.url().includes('companies='), 'what led here does not stay in the address')
  await page.getByRole('button', { name: 'Sign in to north', exact: true }).click()
  await inside(page).waitFor()

  await open(page, 'You')
  const companies = page.getByRole('region', { name: 'Your companies' })
  await companies.getByRole('row', { name: /north/ }).getByText('signed in here').waitFor()
  await companies.getByRole('button', { name: 'Accept south' }).click()
  await page.getByText('You belong to south now').waitFor()
  await companies.getByRole('row', { name: /south/ }).getByText('you belong to it').waitFor()
})

test('an invite to an address that is somebody’s says to sign in first, and is joined after that', async (stage) => {
  const owner = await signedIn(stage.app)
  const { body } = await owner.call('POST', '/v1/people/invites', { body: { email: ann.email, role: 'viewer' } })
  const { page, context, expectProblems } = await stage.visit(String(body.link))
  expectProblems(/403/)
  const join = async () => {
    await page.getByLabel('Your name').fill('Ann')
    await page.getByRole('button', { name: 'Join' }).click()
  }
  await join()
  await page.getByRole('alert').getByText('already belongs to somebody here').waitFor()
  provider.says(ann)
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('alert').getByRole('link', { name: 'sign in first' }).click(),
  ])
  await tab.goto('/v1/session/oidc?company=north')
  await inside(tab).waitFor()
  await join()
  await inside(page).waitFor()
})

/** Asks for what needs a fresh sign-in. */
async function wantAdminKey(page: Page): Promise<void> {
  await open(page, 'API keys')
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await dialog.getByLabel('Name').fill('By provider')
  await dialog.getByRole('checkbox').last().check()
  await dialog.getByRole('button', { name: 'Make the key' }).click()
}

/** Opens the provider in another tab, as the dialog says. */
async function atProvider(page: Page, context: BrowserContext): Promise<Page> {
  const link = page.getByRole('dialog').getByRole('link', { name: 'Sign in at your identity provider' })
  const [tab] = await Promise.all([context.waitForEvent('page'), link.click()])
  return tab
}

test('what needs a fresh sign-in is confirmed at the identity provider, by nobody but the one signed in', async (stage) => {
  const { page, context, expectProblems } = await annIn(stage, 'north')
  expectProblems(/403/)
  await wantAdminKey(page)
  provider.says({ ...ann, email: 'other@example.com', auth_time: now() })
  const wrong = await atProvider(page, context)
  await wrong.getByRole('alert').getByText('knows you by another address').waitFor()
  await wrong.getByRole('button', { name: /^Go on as/ }).click()
  await inside(wrong).waitFor()
  provider.says({ ...ann, auth_time: now() })
  const right = await atProvider(page, context)
  await inside(right).waitFor()
  await page.getByRole('button', { name: 'I have signed in again: go on' }).click()
  await page.getByRole('dialog').locator('code', { hasText: /^ak_/ }).waitFor()
})
