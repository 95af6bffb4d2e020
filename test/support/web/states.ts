import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { createCompany } from '../../../src/core/people/companies/companies.ts'
import { makeSignInLink } from '../../../src/core/people/invites/links.ts'
import type { Stage } from '../browser/stage.ts'
import { memberWith } from '../people/browser.ts'

/** Who is there and what happens: pages ask for these wherever they are. */
const ofTheShell = /\/v1\/(session|events\/stream|health)/

/** What pages ask for is on its way, and stays there. */
export const holdAnswers = (context: BrowserContext) => answerAll(context, () => undefined)

/** What pages ask for is refused, by a fault of the service. */
export const failAnswers = (context: BrowserContext) =>
  answerAll(context, (route) => {
    const error = {
      code: 'internal_server_error',
      message: 'Something went wrong here.',
      requestId: 'req_of_this_call',
    }
    return route.fulfill({ status: 500, json: { success: false, error } })
  })

async function answerAll(context: BrowserContext, answer: (route: Route) => Promise<void> | undefined): Promise<void> {
  await context.route(/\/v1\//, (route) => (ofTheShell.test(route.request().url()) ? route.fallback() : answer(route)))
}

/** Where there is a sandbox every company has its accounts: this one has none, and nothing that runs in them. */
const withoutAccounts = (context: BrowserContext) =>
  context.route(/\/v1\/(adaccounts|connections|entities)(\?|$)/, async (route) => {
    const reply = await route.fetch()
    const body = (await reply.json()) as { data: unknown[] }
    await route.fulfill({ response: reply, json: { ...body, data: [] } })
  })

/** A browser in which the owner of a company is signed in that has just been made, with nothing in it. */
export async function signedInToNothing({ app, visit }: Stage, options: { locale: string }) {
  const { db } = app.app.services
  const owner = { email: 'olive@empty.example', name: 'Olive Owner' }
  const company = await createCompany(db, { name: 'Olive & Sons', slug: `empty-${randomUUID().slice(0, 8)}`, owner })
  const token = await makeSignInLink(db, await memberWith(app, company, 'owner'))
  const visited = await visit('/docs/mark.svg', options)
  const origin = new URL(visited.page.url()).origin
  await withoutAccounts(visited.context)
  await visited.context.request.post('/v1/session', { data: { token }, headers: { origin } })
  return visited
}

/** Goes there without loading the page anew, and waits for its title: what it shows beside that may be on its way for ever. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`(() => {
    document.querySelector('main h1')?.setAttribute('data-before', '')
    history.pushState({}, '', ${JSON.stringify(path)})
  })()`)
  await page.locator('main h1:not([data-before])').waitFor()
}

interface State {
  alerts: number
  /** It says that something is not there yet. */
  isEmpty: boolean
  ways: number
}

/** What failed, is not there or can be done in the page, as somebody hears it. */
export async function stateOf(page: Page): Promise<State> {
  return page.evaluate(`(() => {
    const count = (what) => [...document.querySelectorAll(what)].filter((element) => element.checkVisibility()).length
    return {
      alerts: count('main [role=alert]'),
      isEmpty: count('main [data-empty]') > 0,
      ways: count('main :is(a[href], button:enabled, input:enabled)'),
    }
  })()`)
}

/** Nothing of what it waits for is on its way any more, in whichever language it says so. */
export async function untilThere(page: Page): Promise<void> {
  await page.locator('main [role=status][data-waits]').first().waitFor({ state: 'detached' })
}
