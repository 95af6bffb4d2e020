import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTests } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { addressOf, allAddresses, lostOn } from '../support/web/addresses.ts'
import { beyondTheScreen, phone } from '../support/web/phone.ts'
import { failAnswers, goTo, holdAnswers, signedInToNothing, stateOf, untilThere } from '../support/web/states.ts'
import { keepThemes } from '../support/web/walk/pictures.ts'
import { livedIn } from '../support/web/walk/world.ts'

const test = await browserTests()
let world: ReturnType<typeof livedIn> | null = null

const desk = { width: 1440, height: 900 }

type State = 'full' | 'empty' | 'loading' | 'failed'

interface Look {
  stage: Stage
  state: State
  locale: string
}

async function enter({ stage, state, locale }: Look) {
  if (state === 'empty') return signedInToNothing(stage, { locale })
  const visited = await stage.signedIn('owner', { locale })
  if (state === 'loading') await holdAnswers(visited.context)
  if (state === 'failed') await failAnswers(visited.context)
  return visited
}

/** So many pages go into one test that the pictures of them (`PICTURES=folder`) can be taken within its time. */
const atOnce = 6
const paths = allAddresses()
const parts = Array.from({ length: Math.ceil(paths.length / atOnce) }, (_, at) =>
  paths.slice(at * atOnce, (at + 1) * atOnce),
)

/** Pages in this state, at both widths: what is cut off, and whatever `look` finds besides. */
async function walk(given: Look, part: string[], look: (page: Page, path: string) => Promise<string[]>): Promise<void> {
  const { stage, state, locale } = given
  const ids = await (world ??= livedIn(stage.app))
  const { page, expectProblems } = await enter(given)
  expectProblems(/.*/)
  await page.setViewportSize(desk)
  const found: string[] = []
  await page.goto('/nothing-is-here')
  const lost = lostOn(page)
  for (const path of part) {
    await goTo(page, addressOf(path, ids))
    if (state !== 'loading') await untilThere(page)
    const missing = state === 'full' ? await lost(path) : []
    found.push(...[...missing, ...(await look(page, path))].map((what) => `${path}: ${what}`))
    for (const size of [phone.viewport, desk]) {
      await page.setViewportSize(size)
      found.push(...(await beyondTheScreen(page)).map((what) => `${path} at ${size.width}: ${what}`))
      await keepThemes(page, path, `${state}-${locale.slice(0, 2)}`)
    }
  }
  assert.deepEqual(found, [])
}

/** Whoever is no operator is told so, and a consent is asked for by an assistant. */
const asksNothing = new Set(['/instance', '/oauth/authorize'])

interface Expected {
  state: State
  /** What a page in this state does. */
  says: string
  look: (page: Page, path: string) => Promise<string[]>
}

const states: Expected[] = [
  {
    state: 'full',
    says: 'with something on them fit a desk and a phone',
    look: async (page) => {
      const { alerts } = await stateOf(page)
      return alerts > 0 ? [`fails: ${await page.locator('main [role=alert]').first().innerText()}`] : []
    },
  },
  {
    state: 'empty',
    says: 'with nothing on them yet offer what to do',
    look: async (page) => {
      const { isEmpty, ways } = await stateOf(page)
      return isEmpty && ways === 0 ? ['there is nothing to do'] : []
    },
  },
  {
    state: 'loading',
    says: 'whose answers are on their way say so',
    look: async (page, path) => {
      if (!asksNothing.has(path)) await page.locator('main :is([role=status], [aria-busy=true])').first().waitFor()
      return []
    },
  },
  {
    state: 'failed',
    says: 'whose answers fail say so, with a way on',
    look: async (page, path) => {
      if (!asksNothing.has(path)) await page.locator('main [role=alert]').first().waitFor()
      return (await stateOf(page)).ways === 0 ? ['there is no way on'] : []
    },
  },
]

for (const locale of ['en-US', 'de-DE'])
  for (const { state, says, look } of states)
    for (const part of parts)
      test(`pages ${says}, in ${locale}: ${part.join(', ')}`, (stage) => walk({ stage, state, locale }, part, look))
