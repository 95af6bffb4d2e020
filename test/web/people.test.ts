import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { demo } from '../../src/api/examples.ts'
import { axe } from '../support/browser/axe.ts'
import { choose, chosenIn } from '../support/browser/choose.ts'
import { browserTests } from '../support/browser/stage.ts'
import { launchInto } from '../support/web/launch-into.ts'
import { addressOf, allAddresses, lostOn } from '../support/web/addresses.ts'
import { beyondTheScreen, goInside, phone } from '../support/web/phone.ts'
import { providerForBrowsers } from '../support/web/provider.ts'
import { livedIn } from '../support/web/walk/world.ts'

const provider = await providerForBrowsers()
const test = await browserTests(provider.settings)

const inside = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const outside = (page: Page) => page.getByRole('heading', { name: 'Sign in to Flightdeck' })

/** Opens a page as somebody would who is in the dashboard already: by its name in the navigation. */
async function open(page: Page, name: string): Promise<void> {
  await inside(page).getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

test('a used link and one that is too old open nothing, and say so', async ({ visit, signInLink, url }) => {
  const link = await signInLink()
  const first = await visit(link)
  await inside(first.page).waitFor()
  assert.equal(new URL(first.page.url()).hash, '', 'the token is not left in the address')
  for (const dead of [link, await signInLink(-1), `${url}/#/sign-in/nothing`]) {
    const { page, expectProblems } = await visit(dead)
    expectProblems(/401/)
    await page.getByText('This opens nothing').waitFor()
    assert.equal(await inside(page).count(), 0)
  }
})

test('a passkey is made, signs in, and its answer opens nothing twice', async ({ atHome, url }) => {
  const { page, context, expectProblems } = await atHome()
  const protocol = await context.newCDPSession(page)
  await protocol.send('WebAuthn.enable')
  await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await open(page, 'You')
  await page.getByLabel('Name of a new passkey').fill('This <b>laptop</b>')
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  await page.getByRole('cell', { name: 'This <b>laptop</b>', exact: true }).waitFor()
  await axe(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await outside(page).waitFor()
  const sent = page.waitForRequest((request) => request.url() === `${url}/v1/session/passkey`)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  const answer = (await sent).postData()!
  await inside(page).waitFor()
  expectProblems(/401/)
  const status = await page.evaluate(
    `fetch('/v1/session/passkey', { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(answer)} }).then((reply) => reply.status)`,
  )
  assert.equal(status, 401)
})

test('the identity provider lets in whom the company knows, and nobody else', async ({ visit }) => {
  const known = await visit('/')
  await known.page.getByRole('button', { name: /Continue with/ }).click()
  await inside(known.page).waitFor()
  provider.says({ email: 'nobody@example.com', email_verified: true })
  const unknown = await visit('/')
  await unknown.page.getByRole('button', { name: /Continue with/ }).click()
  await unknown.page.getByRole('alert').waitFor()
  assert.equal(await inside(unknown.page).count(), 0)
})

test('a key is made, shown once, works, and is revoked', async ({ atHome, app }) => {
  const { page } = await atHome()
  await open(page, 'API keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('<img src=x onerror=alert(1)> nightly')
  await axe(page)
  await page.getByRole('button', { name: 'Make the key' }).click()
  const shown = page.getByRole('dialog').locator('code', { hasText: /^ak_/ })
  const key = (await shown.first().textContent())!
  const ask = () => fetch(`${app.url}/v1/adaccounts`, { headers: { authorization: `Bearer ${key}` } })
  assert.equal((await ask()).status, 200)
  await page.getByRole('button', { name: 'I have kept it' }).click()
  assert.equal(await page.getByText(key).count(), 0)
  await page.getByRole('button', { name: 'Revoke <img src=x onerror=alert(1)> nightly' }).click()
  await page.getByRole('button', { name: 'Revoke the key' }).click()
  await page.getByText('The key is revoked.').waitFor()
  assert.equal((await ask()).status, 401)
  await axe(page)
})

test('a key for an agent asks before it spends, and a person lets it act', async ({ atHome, app }) => {
  const { page } = await atHome()
  await open(page, 'API keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('Assistant')
  await choose(page.getByLabel('For', { exact: true }), { label: 'An agent' })
  assert.equal(await chosenIn(page.getByLabel('When it spends')), 'ask')
  await axe(page)
  await page.getByRole('button', { name: 'Make the key' }).click()
  await page.getByRole('button', { name: 'I have kept it' }).click()
  const spends = async () => {
    const { db } = app.app.services
    return (await db.selectFrom('api_keys').select('spends').where('name', '=', 'Assistant').executeTakeFirst())?.spends
  }
  assert.equal(await spends(), 'ask')
  await page.getByRole('button', { name: 'Let it act: Assistant' }).click()
  await page.getByRole('button', { name: 'Let it ask: Assistant' }).waitFor()
  assert.equal(await spends(), 'act')
  await axe(page)
})

test('a session that is ended elsewhere says so, and keeps the page', async ({ atHome }) => {
  const [here, there] = [await atHome(), await atHome()]
  there.expectProblems(/401/)
  await open(there.page, 'Guards')
  await open(here.page, 'You')
  const ends = here.page.getByRole('button', { name: /^End session/ })
  await ends.first().waitFor()
  for (let left = await ends.count(); left > 0; left--) {
    await ends.first().click()
    await ends.nth(left - 1).waitFor({ state: 'detached' })
  }
  await inside(there.page).getByRole('link', { name: 'API keys', exact: true }).click()
  await there.page.getByText('Your session has ended.').waitFor()
})

test('an invite makes somebody a member, who cannot do what admins do', async ({ atHome, visit }) => {
  const { page } = await atHome()
  await open(page, 'People')
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await page.getByLabel('E-mail').fill('grace@example.com')
  await page.getByRole('button', { name: 'Make the invite' }).click()
  const link = (await page.locator('code', { hasText: '#/invite/' }).textContent())!
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('cell', { name: 'grace@example.com', exact: true }).waitFor()
  await axe(page)
  const grace = await visit(link)
  await grace.page.getByLabel('Your name').fill('Grace')
  await grace.page.getByRole('button', { name: 'Join' }).click()
  await inside(grace.page).waitFor()
  await open(grace.page, 'Guards')
  assert.ok(await grace.page.getByRole('button', { name: 'New guard' }).isDisabled())
})

test('a guard is set, asks, and a person approves exactly what was asked', async ({ atHome, app }) => {
  const { page, expectProblems } = await atHome()
  expectProblems(/400/)
  await open(page, 'Guards')
  await page.getByRole('button', { name: 'New guard' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Raises <script>')
  await choose(page.getByLabel('Mode'), 'ask')
  await page.getByLabel('Largest raise (amount)').fill('-1')
  await page.getByRole('button', { name: 'Set the guard' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Largest raise (amount)').fill('0.01')
  await axe(page)
  await page.getByRole('button', { name: 'Set the guard' }).click()
  await page.getByRole('heading', { name: 'Raises <script>' }).waitFor()
  await axe(page)
  const body = { accountId: demo.account, entityId: demo.adSet, entityType: 'adset', changePercent: 10 }
  const asked = await app.call<{ error: { code: string } }>('POST', '/v1/manage/update-budget', { body })
  assert.equal(asked.status, 409, JSON.stringify(asked.body))
  await open(page, 'Approvals')
  await page.getByRole('heading', { name: /^Raise the budget of the ad set “/ }).waitFor()
  await page.getByText(/^This is\s*\$\d+\.\d\d$/).waitFor()
  await page.getByText(/^The guard allows\s*\$0\.01$/).waitFor()
  await page.getByRole('button', { name: 'What exactly?' }).click()
  await page.getByRole('dialog').getByText(demo.adSet).first().waitFor()
  await axe(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Approve and run' }).click()
  await page.getByText('Nothing waits for you.').waitFor()
  await page.getByRole('region', { name: 'Earlier decisions' }).getByText('done').waitFor()
  await open(page, 'Audit log')
  await page.getByRole('cell', { name: 'Update budget' }).first().waitFor()
  await axe(page)
})

test('a webhook is added with its secret, tried, and its deliveries are listed', async ({ atHome }) => {
  const { page, expectProblems } = await atHome()
  expectProblems(/400/)
  await open(page, 'Webhooks')
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('Address').fill('http://127.0.0.1:9/private')
  await page.getByRole('button', { name: 'Add the webhook' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Address').fill('https://hooks.example.com/flightdeck')
  await page.getByRole('button', { name: 'Add the webhook' }).click()
  await page.locator('code', { hasText: /^whsec_/ }).waitFor()
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.getByRole('link', { name: 'https://hooks.example.com/flightdeck' }).click()
  await page.getByText('Nothing was sent yet.').waitFor()
  await axe(page)
})

test('somebody else’s or no id at all is the page for what is not there', async ({ signedIn }) => {
  const { page, expectProblems } = await signedIn()
  expectProblems(/404|There is no webhook/)
  for (const address of ['/webhooks/999999', '/nothing/here']) {
    await page.goto(address)
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
  }
})

test('the palette goes everywhere by keyboard', async ({ atHome }) => {
  const { page } = await atHome()
  await inside(page).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await axe(page)
  await page.keyboard.type('spend caps')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Guards' }).waitFor()
})

test('on a phone no page reaches beyond the screen', async ({ atHome, app }) => {
  const make = async (path: string, body: object) => (await app.call<{ id: number }>('POST', path, { body })).body.id
  const webhooks = await make('/v1/webhooks', { url: `https://hooks.example.com/${'long'.repeat(30)}` })
  const automations = await make('/v1/automations', { template: 'stop-loss', scope: { accountIds: [demo.account] } })
  const batches = await launchInto(app, { adSets: 1, name: 'Unbroken'.repeat(20) })
  await app.finished(batches)
  const ids = { ...(await livedIn(app)), webhooks, automations, batches }
  const { page, expectProblems } = await atHome('owner', phone)
  // The pictures of one simulated platform are nowhere.
  expectProblems(/https:\/\/assets\.example\//)
  // What an assistant asks is in no address by itself.
  expectProblems(/400 .*\/v1\/assistants\/requests/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const found: string[] = []
  // Home, where we are, comes last.
  const lost = lostOn(page)
  for (const address of allAddresses().toReversed()) {
    await goInside(page, addressOf(address, ids))
    found.push(...(await lost(address)).map((what) => `${address}: ${what}`))
    found.push(...(await beyondTheScreen(page)).map((what) => `${address}: ${what}`))
  }
  assert.deepEqual(found, [])
})
