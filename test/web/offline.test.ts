import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { untilTrue } from '../support/ask-until.ts'
import { browserTests } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'

const test = await browserTests({}, { isIdle: true })

const chunk = (name: string) => new RegExp(`/assets/${name}-[^/]*\\.js$`)
const go = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click()
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Signed in, in a document that can be told from one that was loaded anew. */
async function opened({ signedIn }: Stage, open: (page: Page) => Promise<unknown>) {
  const visit = await signedIn()
  visit.expectProblems(/net::ERR_|Failed to fetch|dynamically imported/)
  await open(visit.page)
  await title(visit.page, 'Home').waitFor()
  await visit.page.evaluate('window.isSame = true')
  return visit
}

/** Opens home, and nothing more gets here ahead: the first that cannot be had leaves the others. */
async function alone(page: Page) {
  const failed = page.waitForEvent('requestfailed', (request) => chunk('launch').test(request.url()))
  await page.context().route(chunk('launch'), (route) => route.abort())
  await page.goto('/')
  await failed
}

async function opensWhenBack(page: Page, back: () => Promise<void>) {
  await go(page, 'Webhooks')
  await title(page, 'This page is not here yet').waitFor()
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  await page.getByRole('main').getByText('opens by itself when it is back').waitFor()
  await go(page, 'Audit log')
  await title(page, 'This page is not here yet').waitFor()
  await back()
  await title(page, 'Audit log').waitFor()
  await page.getByRole('table').or(page.getByText('Nothing')).first().waitFor()
  await go(page, 'Webhooks')
  await title(page, 'Webhooks').waitFor()
  assert.equal(await page.evaluate('window.isSame'), true, 'the document was never loaded anew')
}

test('a page that was not loaded yet waits inside of the dashboard while there is no network, and opens when it is back', async (stage) => {
  const { page, context } = await opened(stage, alone)
  await context.setOffline(true)
  await opensWhenBack(page, () => context.setOffline(false))
})

test('a page that was not loaded yet waits while the service is away, and opens when it is back', async (stage) => {
  const { page, context } = await opened(stage, alone)
  const all = /^http/
  // It had answered longer ago than a moment.
  await page.evaluate('performance.now = () => 1e9')
  await context.route(all, (route) => route.abort())
  await opensWhenBack(page, () => context.unroute(all))
})

test('a page that was cut in the middle says so, and the document is loaded anew by a press alone', async (stage) => {
  const { page, context } = await opened(stage, async (of) => {
    await of.context().route(chunk('webhooks'), (route) => route.abort())
    await alone(of)
  })
  const asked = page.waitForEvent('requestfailed', (request) => chunk('webhooks').test(request.url()))
  // Until it failed the service is away for the file, from then on it has it.
  const moment = '**/v1/health'
  let held: (() => void) | undefined
  const isHeld = new Promise<void>((resolve) => (held = resolve))
  await context.route(moment, (route) => isHeld.then(() => route.continue()))
  await page.evaluate('performance.now = () => 0')
  await go(page, 'Webhooks')
  await asked
  await context.unroute(chunk('webhooks'))
  held?.()
  // Browsers that ask again for a file that failed open the page by themselves; all others are told.
  const inPart = title(page, 'This page came only in part')
  await inPart.or(title(page, 'Webhooks')).waitFor()
  assert.equal(await page.evaluate('window.isSame'), true)
  if (await inPart.isVisible()) await page.getByRole('button', { name: 'Load it anew' }).click()
  await title(page, 'Webhooks').waitFor()
})

test('all pages are there ahead: none needs the service to be opened', async (stage) => {
  const loaded = new Set<string>()
  const { page, context } = await opened(stage, (of) => {
    of.on('requestfinished', (request) => loaded.add(new URL(request.url()).pathname))
    return of.goto('/')
  })
  const isLoaded = (name: string) => [...loaded].some((path) => chunk(name).test(path))
  // The last of them.
  await untilTrue(() => isLoaded('settings'))
  await context.setOffline(true)
  for (const name of ['Automations', 'Guards', 'Connections', 'You']) {
    await go(page, name)
    await title(page, name).waitFor()
  }
  await context.setOffline(false)
  await go(page, 'Guards')
  await page.getByRole('status').filter({ hasText: 'Flightdeck does not answer.' }).waitFor({ state: 'detached' })
  assert.equal(await page.evaluate('window.isSame'), true)
})

test('a page that the service no longer has says that it was updated, and the document is loaded anew by a press alone', async (stage) => {
  const { page } = await opened(stage, async (of) => {
    await of.context().route(chunk('webhooks'), (route) => route.abort())
    await of.goto('/')
  })
  await go(page, 'Webhooks')
  await title(page, 'Flightdeck was updated').waitFor()
  assert.equal(await page.evaluate('window.isSame'), true)
  await Promise.all([page.waitForEvent('domcontentloaded'), page.getByRole('button', { name: 'Load it anew' }).click()])
  assert.equal(await page.evaluate('window.isSame'), undefined)
})
