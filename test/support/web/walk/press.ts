import type { BrowserContext, Page } from 'playwright-core'
import { operations } from '../../../../src/api/index.ts'
import { readsOnly } from '../../../../src/call/operation.ts'
import { untilTrue } from '../../ask-until.ts'

/** Open, and before the page: what lies beside it, or is on its way out, is neither. */
export const modal = ':is([role=dialog], [role=alertdialog]):not([aria-modal=false], [data-closed])'

const reading = operations
  .filter((operation) => readsOnly(operation) && operation.rest.method !== 'GET')
  .map(({ rest }) => ({ ...rest, pattern: new RegExp(`${rest.path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`) }))

/** Whatever is pressed changes nothing: what only asks goes through. */
export async function changingNothing(context: BrowserContext): Promise<void> {
  await context.addInitScript('window.print = () => undefined')
  await context.route(/\/v1\//, async (route) => {
    const [method, { pathname }] = [route.request().method(), new URL(route.request().url())]
    const asks = method === 'GET' || reading.some((each) => each.method === method && each.pattern.test(pathname))
    if (asks) return route.fallback()
    const error = { code: 'forbidden', message: 'Nothing is changed on this walk.', requestId: 'req_walk' }
    return route.fulfill({ status: 403, json: { error } })
  })
}

/**
 * A button of the page of a kind that was not pressed yet: names and figures in them aside. Those of lists are told apart by how they
 * begin, but where those that look alike begin in many ways: then these are names of what is listed.
 */
const nextButton = (done: readonly string[]) => `((done) => {
  const main = [...document.querySelectorAll(${JSON.stringify(modal)})].at(-1) ?? document.querySelector('main')
  const seen = (element) => element.checkVisibility() && !element.matches(':disabled, [aria-disabled=true]')
  const nameOf = (element) => (element.getAttribute('aria-label') ?? element.innerText).trim()
  const buttons = [...main.querySelectorAll('button, [role=button]')]
  const isListed = (element) => element.closest('tr, li, article, [role=row], [role=listitem]') !== null
  const begins = (element) => nameOf(element).split(/\\s/)[0]
  const looks = Map.groupBy(buttons.filter(isListed), (element) => element.className)
  const areNames = (element) => new Set(looks.get(element.className).map(begins)).size > 5
  const kindOf = (element) => {
    if (!isListed(element)) return nameOf(element).replaceAll(/\\d+/g, '0')
    return 'in a list: ' + (areNames(element) ? 'a name, ' + element.className : begins(element))
  }
  for (const element of buttons) {
    const kind = kindOf(element)
    if (done.includes(kind) || !seen(element)) continue
    document.querySelector('[data-walked]')?.removeAttribute('data-walked')
    element.setAttribute('data-walked', '')
    return { kind, name: nameOf(element) }
  }
  return null
})(${JSON.stringify(done)})`

const twoFrames = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))'

/** What it says once all of it is there. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(twoFrames)
  const waiting = page.locator('[data-waits]')
  await untilTrue(async () => (await waiting.count()) === 0)
  await page.evaluate(twoFrames)
}

interface Walk {
  page: Page
  /** Comes to the page as it was. */
  arrive: () => Promise<void>
  /** A dialog is open. */
  look: (title: string, by: string) => Promise<void>
  /** The page shows something else than before. */
  read: (by: string) => Promise<void>
}

async function lookAtDialog(walk: Walk, by: string, isInside = false): Promise<boolean> {
  const { page, look } = walk
  const dialog = page.locator(modal)
  if ((await dialog.count()) === 0) return false
  await atRest(page)
  const title = await dialog.last().getByRole('heading').first().innerText()
  await look(title, by)
  if (!isInside) await throughDialog(walk, `${by}, ${title}`)
  return true
}

/** What a dialog leads to: another one before it, or one in its place. */
async function throughDialog(walk: Walk, by: string): Promise<void> {
  const { page } = walk
  const dialog = page.locator(modal)
  const done = ['Close', 'Schließen']
  const titles = () => dialog.getByRole('heading', { level: 2 }).allInnerTexts()
  const before = (await titles()).join()
  while (done.length < 8) {
    const next = await page.evaluate<{ kind: string; name: string } | null>(nextButton(done))
    if (!next) return
    done.push(next.kind)
    await press(page)
    await page.evaluate(twoFrames)
    if ((await dialog.count()) === 0) return
    if ((await titles()).join() === before) continue
    await lookAtDialog(walk, `${by} → ${next.name}`, true)
    return
  }
}

async function back({ page, arrive }: Walk, address: string, first?: string): Promise<void> {
  const open = page.locator(`${modal}, [role=menu], [role=listbox]`)
  for (let tries = 0; tries < 3 && (await open.count()) > 0; tries++) {
    await page.keyboard.press('Escape')
    await page.evaluate(twoFrames)
  }
  if ((await open.count()) === 0 && page.url() === address) return
  await arrive()
  if (first) await page.evaluate(first)
}

const walked = '[data-walked]'
const press = (page: Page) => page.evaluate(`document.querySelector('${walked}').click()`)

/** What a menu offers, one after the other. */
async function throughMenu(walk: Walk, by: string, address: string): Promise<void> {
  const { page } = walk
  const items = page.locator('[role=menuitem]')
  const names = await items.allInnerTexts()
  for (const name of names) {
    if ((await items.count()) === 0) await press(page)
    const item = items.filter({ hasText: name }).first()
    await item.waitFor()
    await item.dispatchEvent('click')
    await page.evaluate(twoFrames)
    await lookAtDialog(walk, `${by} → ${name}`)
    await page.keyboard.press('Escape')
    await page.evaluate(twoFrames)
    if (page.url() !== address || (await page.locator(walked).count()) === 0) return walk.arrive()
  }
}

/** Presses one button of each kind, and looks at what opens; then again with what can be chosen chosen. */
export async function pressAll(walk: Walk): Promise<void> {
  const done: string[] = []
  await pressEach(walk, done)
  if (await walk.page.evaluate(chooseTwo)) await pressEach(walk, done, chooseTwo)
}

const most = 60

/** Lists whose lines are chosen offer what is done to several. */
const chooseTwo = `(() => {
  const inLists = 'main :is(li, tr, [role=row], [role=listitem], article) :is(input[type=checkbox], [role=checkbox])'
  const boxes = [...document.querySelectorAll(inLists)].filter((box) => box.checkVisibility() && !box.checked && box.getAttribute('aria-checked') !== 'true')
  boxes.slice(0, 2).forEach((box) => box.click())
  return boxes.length > 0
})()`

async function pressEach(walk: Walk, done: string[], first?: string): Promise<void> {
  const { page } = walk
  const address = page.url()
  while (done.length < most) {
    const next = await page.evaluate<{ kind: string; name: string } | null>(nextButton(done))
    if (!next) break
    done.push(next.kind)
    await press(page)
    await page.evaluate(twoFrames)
    if (!(await lookAtDialog(walk, next.name))) {
      await walk.read(next.name)
      if ((await page.locator('[role=menu]').count()) > 0) await throughMenu(walk, next.name, address)
    }
    await back(walk, address, first)
  }
}
