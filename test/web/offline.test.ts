import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { untilTrue } from '../support/ask-until.ts'
import { browserTests } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'

const test = await browserTests()

const chunk = (name: string) => new RegExp(`/assets/${name}-[^/]*\\.js$`)
const go = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click()
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Signed in, in a document that can be told from one that was loaded anew. */
async function opened({ signedIn }: Stage, before: (page: Page) => Promise<void> = () => Promise.resolve()) {
  const visit = await signedIn()
  visit.expectProblems(/net::ERR_|Failed to fetch|dynamically imported/)
  await before(visit.page)
  await title(visit.page, 'Home').waitFor()
  await visit.page.evaluate('window.isSame = true')
  return visit
}

test('a page that was not loaded yet waits inside of the dashboard while the service is away, and opens when it is back', async (stage) => {
  // Nothing of them gets here ahead.
  const { page, context } = await opened(stage, async (of) => {
    await of.context().route(chunk('(webhooks|audit)'), (route) => route.abort())
    await of.reload()
  })
  await context.setOffline(true)
  await go(page, 'Webhooks')
  await title(page, 'This page is not here yet').waitFor()
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  await page.getByRole('main').getByText('opens by itself when it is back').waitFor()
  await go(page, 'Audit log')
  await title(page, 'This page is not here yet').waitFor()
  await context.unrouteAll()
  await context.setOffline(false)
  await title(page, 'Audit log').waitFor()
  await page.getByRole('table').or(page.getByText('Nothing')).first().waitFor()
  await go(page, 'Webhooks')
  await title(page, 'Webhooks').waitFor()
  assert.equal(await page.evaluate('window.isSame'), true, 'the document was never loaded anew')
})

test('all pages are there ahead: none needs the service to be opened', async (stage) => {
  const loaded = new Set<string>()
  const { page, context } = await opened(stage, (of) => {
    of.on('requestfinished', (request) => loaded.add(new URL(request.url()).pathname))
    return Promise.resolve()
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

test('a page that the service no longer has says that it was updated, and goes on by a press', async (stage) => {
  const { page, context } = await opened(stage, async (of) => {
    await of.context().route(chunk('webhooks'), (route) => route.abort())
    await of.reload()
  })
  await go(page, 'Webhooks')
  await title(page, 'Flightdeck was updated').waitFor()
  assert.equal(await page.evaluate('window.isSame'), true)
  await context.unrouteAll()
  await page.getByRole('button', { name: 'Load it anew' }).click()
  await title(page, 'Webhooks').waitFor()
})
