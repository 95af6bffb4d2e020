import assert from 'node:assert/strict'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { sql } from '../../../../src/db/sql.ts'
import type { Stage } from '../../browser/stage.ts'
import { addressOf, lostOn } from '../addresses.ts'
import type { Ids } from '../addresses.ts'
import { beyondTheScreen, goInside, phone } from '../phone.ts'
import { keepPictures } from './pictures.ts'
import { atRest, changingNothing, modal, pressAll } from './press.ts'
import { livedIn } from './world.ts'

interface Walker {
  /** How the browser differs from any other. */
  browser?: BrowserContextOptions
  /** What of the page should not be there, whenever it shows something else. */
  read: (page: Page) => Promise<string[]>
  /** Before the page has come. */
  meet?: (page: Page) => void
  /** The same of the page as it comes, and of what lies before it; it throws what it finds. */
  look?: (page: Page, within?: string) => Promise<void>
}

/** Walks pages of one service, whose company something is on every page of. A dialog that was seen on one page is not looked at on another. */
export function walker({ browser, read, meet, look = () => Promise.resolve() }: Walker) {
  let world: Promise<Ids> | null = null
  const seen = new Set<string>()
  const lookAt = async (page: Page, within?: string) => {
    const found = await read(page)
    await look(page, within).catch((error: Error) => found.push(error.message))
    return [...found, ...(await onPhone(page))]
  }

  return async ({ app, signedIn }: Stage, path: string) => {
    const address = addressOf(path, await (world ??= begin(app)))
    const { page, context, expectProblems } = await signedIn('owner', browser)
    expectProblems(/.*/)
    await changingNothing(context)
    meet?.(page)
    // Whoever is there already would wait for a heading that stays.
    const elsewhere = address === '/calendar' ? '/settings' : '/calendar'
    await page.goto('/nothing-is-here')
    await page.locator('main h1').waitFor()
    const arrive = async () => {
      await goInside(page, elsewhere)
      await goInside(page, address)
      await atRest(page)
    }
    const lost = lostOn(page)
    await arrive()
    const found = new Map<string, string>()
    const note = (where: string, all: string[]) => all.forEach((what) => found.has(what) || found.set(what, where))
    note(address, [...(await lost(path)), ...(await lookAt(page))])
    await keepPictures(page, path)
    await pressAll({
      page,
      arrive,
      read: async (by) => {
        await atRest(page)
        if (process.env.WALK) console.error(address, by)
        note(`${address}, after ${by}`, await read(page))
      },
      look: async (title, by) => {
        if (process.env.WALK) console.error(address, by, title)
        if (seen.has(title)) return
        seen.add(title)
        note(`${address}, ${title}`, await lookAt(page, modal))
      },
    })
    for (const [what, where] of found) if (process.env.WALK) console.error(`found: ${where}: ${what}`)
    assert.equal(await page.locator(modal).count(), 0)
    assert.deepEqual(Object.fromEntries(found), {}, address)
  }
}

/** Those it should hold alone: `WALK=/keys,/people`, and then it says what was pressed. */
export function walkedOf(paths: string[]): string[] {
  const only = process.env.WALK?.split(',').filter((each) => each.startsWith('/')) ?? []
  return only.length > 0 ? only : paths
}

async function begin(app: Stage['app']): Promise<Ids> {
  // The owner is the operator, too, as whoever installs it.
  await sql`UPDATE users SET confirmed_at = now(), home_company_id = NULL WHERE operator_since IS NOT NULL`.execute(
    app.app.services.db,
  )
  return livedIn(app)
}

/** What does not fit a phone. */
async function onPhone(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  await page.setViewportSize(phone.viewport)
  await atRest(page)
  const found = (await beyondTheScreen(page)).map((what) => `beyond the screen of a phone: ${what}`)
  if (before) await page.setViewportSize(before)
  await atRest(page)
  return found
}
