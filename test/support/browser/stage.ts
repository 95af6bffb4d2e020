import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { addressForPeople } from '../../../src/core/people/address.ts'
import { findCompany } from '../../../src/core/people/companies/companies.ts'
import { makeSignInLink, signInAddress } from '../../../src/core/people/invites/links.ts'
import type { Role } from '../../../src/db/tables/people.ts'
import type { TestApp } from '../harness.ts'
import { afterAllFiles } from '../together/together.ts'
import { memberWith } from '../people/browser.ts'
import { startWithDashboard } from '../web/built.ts'
import { findChromium, howToGetIt } from './chromium.ts'

/** Somebody's browser, with cookies and storage of its own, and one page open. */
interface Visit {
  page: Page
  context: BrowserContext
  /** What went wrong in it so far: errors on the console (a refused policy is one), and those that nobody caught. */
  problems: () => string[]
  /** These were meant to happen: the test goes on to fail for others. */
  expectProblems: (pattern: RegExp) => void
}

export interface Stage {
  app: TestApp
  /** Where people open it. */
  url: string
  /** Opens an address of the dashboard with nobody signed in. */
  visit: (path?: string, options?: BrowserContextOptions) => Promise<Visit>
  /** The browser of somebody who is signed in already; its page is blank, since loading the dashboard is dear and most go elsewhere. */
  signedIn: (role?: Role, options?: BrowserContextOptions) => Promise<Visit>
  /** The same, with the first page of the dashboard. */
  atHome: (role?: Role, options?: BrowserContextOptions) => Promise<Visit>
  /** The address of a link that signs the owner in. */
  signInLink: (minutes?: number) => Promise<string>
}

const path = findChromium()
const reason = `There is no Chromium. ${howToGetIt}`
const flags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ...['--disable-dev-shm-usage', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
]

type BrowserTest = (name: string, run: (stage: Stage) => Promise<void>) => void

/**
 * Tests of one file share a service and its dashboard, and all files a browser. Each gets visits of its own, which are closed after it; a problem in one of them fails the
 * test. Without a browser they are skipped, but where CI=true. What is evaluated in a page is written as text: types here know no document.
 * `isIdle`: it fetches pages ahead, which costs more than a test that opens one or two of them. `minutes`: how long a test may take that
 * does very much.
 */
export async function browserTests(
  settings: Record<string, string> = {},
  { isIdle = false, minutes = 4 } = {},
): Promise<BrowserTest> {
  if (path === null && process.env.CI !== 'true') return (name) => void test(name, { skip: reason }, () => undefined)
  assert.ok(path !== null, reason)
  const { app, browser } = await openBoth(settings)
  return (name, run) => {
    test(name, { timeout: minutes * 60_000 }, async () => {
      const visits: Visit[] = []
      try {
        await run(stageOf(app, { browser, isIdle }, visits))
        assert.deepEqual(
          visits.flatMap((visit) => visit.problems()),
          [],
        )
      } catch (error) {
        for (const visit of visits) console.error(await shownBy(visit))
        throw error
      } finally {
        await Promise.all(visits.map(({ context }) => context.close()))
      }
    })
  }
}

/** What a page shows when its test fails, and what went wrong in it: a wait that ended tells neither. */
async function shownBy({ page, problems }: Visit): Promise<string> {
  const text = await page.evaluate<string>('document.body.innerText').catch(String)
  return [`${page.url()} shows:`, text, ...problems()].join('\n')
}

async function openBoth(settings: Record<string, string>) {
  const app = await startWithDashboard(settings)
  return { app, browser: await (sharedBrowser ??= openBrowser()) }
}

let sharedBrowser: Promise<Browser> | null = null

async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: path!, args: flags })
  afterAllFiles(() => browser.close())
  return browser
}

/** What is done when there is nothing else to do is never done. */
const neverIdle = 'window.requestIdleCallback = () => 0'

function stageOf(app: TestApp, { browser, isIdle }: { browser: Browser; isIdle: boolean }, visits: Visit[]): Stage {
  const url = addressForPeople(app.url)
  const begin = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', ...options })
    if (!isIdle) await context.addInitScript(neverIdle)
    const visit = await openVisit(context)
    visits.push(visit)
    return visit
  }
  const linkFor = async (role: Role, minutes?: number) => {
    const company = (await findCompany(app.app.services.db, 'demo'))!
    const member = await memberWith(app, company, role)
    return signInAddress(url, await makeSignInLink(app.app.services.db, member, { minutes }))
  }
  /** What the page of a link does (test/web/sign-in.test.ts), without the page. */
  const signedIn = async (role: Role = 'owner', options?: BrowserContextOptions) => {
    const visit = await begin(options)
    const token = (await linkFor(role)).split('/').at(-1)
    const answer = await visit.context.request.post('/v1/session', {
      data: { token },
      headers: { origin: new URL(url).origin },
    })
    assert.equal(answer.status(), 200, await answer.text())
    return visit
  }
  return {
    app,
    url,
    async visit(to = '/', options) {
      const visit = await begin(options)
      await visit.page.goto(to)
      return visit
    },
    signedIn,
    async atHome(role, options) {
      const visit = await signedIn(role, options)
      await visit.page.goto('/')
      return visit
    },
    signInLink: (minutes) => linkFor('owner', minutes),
  }
}

async function openVisit(context: BrowserContext): Promise<Visit> {
  const all: string[] = []
  // Who is asked for before anybody is signed in, and browsers write down every 4xx.
  const expected: RegExp[] = [/status of 401 \(Unauthorized\) \(\S+\/v1\/session\)$/]
  const page = await context.newPage()
  context.on('console', (message) => {
    if (message.type() === 'error') all.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (thrown) => all.push(String(thrown.error())))
  return {
    page,
    context,
    problems: () => all.filter((text) => !expected.some((pattern) => pattern.test(text))),
    expectProblems: (pattern) => void expected.push(pattern),
  }
}
