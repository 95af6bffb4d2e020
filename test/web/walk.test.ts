import assert from 'node:assert/strict'
import { axe } from '../support/browser/axe.ts'
import { browserTests } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { allAddresses, goInside } from '../support/web/phone.ts'
import { keepPictures } from '../support/web/walk/pictures.ts'
import { atRest, changingNothing, modal, pressAll } from '../support/web/walk/press.ts'
import { wordsForPrograms } from '../support/web/walk/words.ts'
import { livedIn } from '../support/web/walk/world.ts'

const test = await browserTests()
let world: Promise<Record<string, unknown>> | null = null
const seen = new Map<string, string>()

async function walk({ app, signedIn }: Stage, path: string) {
  const ids = await (world ??= livedIn(app))
  const [at] = path.split('/').filter(Boolean)
  const address = path.replace('$id', String(ids[at ?? ''])).replace('$platform', 'pinterest')
  const { page, context, expectProblems } = await signedIn()
  expectProblems(/.*/)
  await changingNothing(context)
  // Whoever is there already would wait for a heading that stays.
  const elsewhere = address === '/calendar' ? '/settings' : '/calendar'
  await page.goto(elsewhere)
  const arrive = async () => {
    await goInside(page, elsewhere)
    await goInside(page, address)
    await atRest(page)
  }
  await arrive()
  const found: string[] = []
  const read = async (what: string) => {
    found.push(...(await wordsForPrograms(page)).map((words) => `${what}: ${words}`))
  }
  const look = async (what: string) => {
    await read(what)
    await axe(page).catch((error: Error) => found.push(`${what}: ${error.message}`))
  }
  await look(address)
  await keepPictures(page, path)
  const pressed = await pressAll({
    page,
    arrive,
    read: async (by) => {
      await atRest(page)
      await read(`${address}, after ${by}`)
    },
    look: async (title, by) => {
      if (seen.has(title)) return
      seen.set(title, `${address} ${by}`)
      await look(`${address}, ${title}`)
    },
  })
  if (process.env.WALK) console.error(address, pressed, [...new Set(found)])
  assert.equal(await page.locator(modal).count(), 0)
  assert.deepEqual([...new Set(found)], [], address)
}

/** Pages that were there before the walk and are not held by it yet; a page that is new is walked by itself. */
const notYet = new Set([
  '/launch',
  '/batches/$id',
  '/running',
  '/library',
  '/library/research',
  '/creatives',
  '/reports',
  '/reports/top-ads',
  '/reports/reconciliation',
  '/automations',
  '/automations/new',
  '/automations/$id',
  '/webhooks',
  '/webhooks/$id',
  '/calendar',
  '/keys',
  '/people',
  '/instance',
  '/settings',
])

const paths = allAddresses({})

for (const path of paths.filter((each) => !notYet.has(each)))
  test(`${path} and its dialogs say nothing that is for programs, and everybody can use them`, (stage) =>
    walk(stage, path))

test('whatever is not walked yet is still a page', () => {
  assert.deepEqual(
    [...notYet].filter((path) => !paths.includes(path)),
    [],
  )
  return Promise.resolve()
})
