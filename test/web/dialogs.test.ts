import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { untilTrue } from '../support/ask-until.ts'
import { browserTests } from '../support/browser/stage.ts'
import { demoFixture } from '../support/demo.ts'
import { root } from '../support/web/built.ts'
import { goInside } from '../support/web/phone.ts'
import { asTable, asText, cell, openSheet, paste, row } from '../support/web/sheet.ts'

const test = await browserTests()

/** What opens a dialog with a field, by the page that it is on. */
const openers: [path: string, open: (page: Page) => Locator][] = [
  ['/guards', (page) => page.getByRole('button', { name: 'New guard' }).first()],
  ['/keys', (page) => page.getByRole('button', { name: 'New key' })],
  ['/webhooks', (page) => page.getByRole('button', { name: 'New webhook' }).first()],
  ['/people', (page) => page.getByRole('button', { name: 'Invite somebody' })],
  ['/people', (page) => page.getByRole('button', { name: /^Change / }).first()],
  ['/library', (page) => page.getByRole('button', { name: 'New board' })],
  ['/reports', (page) => page.getByRole('button', { name: 'Save view' })],
  ['/automations', (page) => page.getByRole('button', { name: 'Stop all rules' })],
  ['/automations/new', (page) => page.getByRole('button', { name: /^Use this: / }).first()],
]

/** What was just done is said in a box that lies beside the page, and is a dialog too for those who hear it. */
const modal = '[role=dialog]:not([aria-modal=false])'

const first = `(() => {
  const dialog = document.querySelector('${modal}')
  const fields = [...dialog.querySelectorAll('input:not([type=hidden], [type=file], [aria-hidden]), textarea, [role=combobox]')].filter((field) => !field.disabled && field.checkVisibility())
  return { hasFocus: fields[0] === document.activeElement, isText: fields[0]?.matches('input:not([type]), input[type=text], input[type=email], input[type=url], textarea'), value: fields[0]?.value ?? null }
})()`
type First = { hasFocus: boolean; isText: boolean; value: string | null }

/** Somebody who types as soon as a dialog is there writes in its first field. */
async function writesInto(page: Page, what: string): Promise<void> {
  const dialog = page.locator(modal)
  await dialog.waitFor()
  await untilTrue(async () => (await page.evaluate<First>(first)).hasFocus)
  const { isText, value } = await page.evaluate<First>(first)
  if (isText) {
    await page.keyboard.type('Spring DE')
    assert.match((await page.evaluate<First>(first)).value!, /Spring DE$/, `${what}: ${value}`)
  }
  assert.equal(await dialog.count(), 1, what)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

test('a dialog begins in its first field: what is typed stands there, and a space closes nothing', async (stage) => {
  const { page } = await stage.atHome()
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  for (const [path, open] of openers) {
    if (new URL(page.url()).pathname !== path) await goInside(page, path)
    await open(page).click()
    await writesInto(page, `${path} ${open(page).toString()}`)
  }
  await page.keyboard.press('Control+k')
  await page.keyboard.type('web hooks')
  assert.equal(await page.locator(modal).getByRole('combobox').inputValue(), 'web hooks')
})

test('nothing that is typed lands in the sheet behind a dialog', async (stage) => {
  const fixture = await demoFixture(stage.app)
  const page = await openSheet(stage)
  await paste(page, asText(asTable([row(stage.app, fixture, { name: 'First row' })])))
  for (const name of ['Save draft …', 'Templates …', 'Defaults …', 'Media …']) {
    await page.getByRole('button', { name }).click()
    await writesInto(page, name)
    assert.equal(await cell(page, 1, 'name').innerText(), 'First row', name)
  }
  // By keyboard, and typed on at once.
  await page.getByRole('button', { name: 'Drafts …' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Not for a field')
  await page.getByRole('dialog', { name: 'Drafts' }).waitFor()
  assert.equal(await page.locator(modal).count(), 1)
  await page.keyboard.press('Escape')
  await page.locator(modal).waitFor({ state: 'detached' })
  assert.equal(await cell(page, 1, 'name').innerText(), 'First row')
})

test('every dialog is the one whose first field has the focus', async () => {
  const own: string[] = []
  for await (const file of glob('web/src/**/*.tsx', { cwd: root })) {
    if (/@base-ui\/react\/(alert-)?dialog'/.test(readFileSync(join(root, file), 'utf8'))) own.push(file)
  }
  assert.deepEqual(own.sort(), ['web/src/app/palette.tsx', 'web/src/ui/dialogs/dialog.tsx'])
})
