import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { findCompany } from '../../src/core/people/companies/companies.ts'
import { untilTrue } from '../support/ask-until.ts'
import { axe } from '../support/browser/axe.ts'
import { choose } from '../support/browser/choose.ts'
import { browserTests } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { bareItems } from '../support/launch/bare-items.ts'
import { account, address, listed, rowOf } from '../support/web/running.ts'
import type { Row } from '../support/web/running.ts'

const test = await browserTests()

const focused = (page: Page) => page.evaluate<string | null>('document.activeElement?.dataset.row ?? null')
const openList = async (stage: Stage, more: Record<string, string> = {}) => {
  const { data } = await listed(stage)
  const visit = await stage.signedIn()
  await visit.page.goto(address(more))
  await visit.page.locator('tr[data-row]').first().waitFor()
  return { ...visit, data }
}
/** The panel of a row is there, and has the focus. */
const panelOf = async (page: Page, { name }: Row) => {
  const panel = page.getByRole('complementary', { name: `About ${name}`, exact: true })
  await panel.waitFor()
  await page.locator('[data-panel]:focus').waitFor()
  return panel
}

test('lines are gone through, opened, chosen and paused by keyboard alone, and the focus comes back', async (stage) => {
  const { page, data } = await openList(stage)
  const [one, two, three] = data
  await page.getByRole('region', { name: 'Everything that runs' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.locator(`tr[data-row="${one!.id}"]:focus`).waitFor()
  await page.keyboard.press('j')
  await page.locator(`tr[data-row="${two!.id}"]:focus`).waitFor()
  await page.keyboard.press('Enter')
  await panelOf(page, two!)
  await page.waitForURL(/row=/)
  await page.keyboard.press('ArrowDown')
  await panelOf(page, three!)
  await page.keyboard.press('Escape')
  await page.getByRole('complementary').waitFor({ state: 'detached' })
  assert.equal(await focused(page), three!.id)
  await page.keyboard.press('x')
  await rowOf(page, three!).getByRole('checkbox', { checked: true }).waitFor()
  if (three!.state === 'active') {
    await page.keyboard.press('p')
    await page.getByRole('dialog', { name: `Pause “${three!.name}”?` }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await rowOf(page, one!).focus()
  await page.keyboard.press('r')
  await page.getByRole('dialog', { name: 'Pause what looks like this' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  await page.keyboard.type('x')
  assert.equal(await page.getByLabel('Search names').inputValue(), 'x', 'in a field a letter is a letter')
  await page.getByRole('button', { name: 'Keys', exact: true }).click()
  await page.getByText('Single keys on this page').waitFor()
  await axe(page)
})

test('a key is the page’s while a message beside it says what went wrong', async (stage) => {
  const { page, context, data, expectProblems } = await openList(stage)
  expectProblems(/status of 403/)
  const error = { code: 'forbidden', message: 'Nothing is changed today.', requestId: 'req_1' }
  // What is exported is read in pages of its own.
  await context.route(/\/v1\/entities\?.*limit=500/, (route) => route.fulfill({ status: 403, json: { error } }))
  const [one, two] = data
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.locator('[role=alertdialog]', { hasText: 'Nothing is changed today.' }).waitFor()
  await page.locator(`tr[data-row="${one!.id}"]`).focus()
  await page.keyboard.press('j')
  await page.locator(`tr[data-row="${two!.id}"]:focus`).waitFor()
})

test('a title is moved by keyboard, and an ad tells its settings and the launch that it came from', async (stage) => {
  const { page, data } = await openList(stage)
  const { db } = stage.app.app.services
  const company = (await findCompany(db, 'demo'))!
  const [item] = await bareItems(db, { companyId: company.id, platform: 'primary', accountId: account }, 1)
  await db.updateTable('batch_items').set({ ad_id: data[0]!.id }).where('id', '=', item!.id).execute()
  await page.locator('thead').getByRole('button', { name: 'Impressions' }).focus()
  await page.keyboard.press('Alt+ArrowLeft')
  await page.waitForURL(/columns=state(,|%2C)dailyBudget(,|%2C)impressions(,|%2C)spend/)
  await rowOf(page, data[0]!).getByRole('button', { name: data[0]!.name }).click()
  const panel = await panelOf(page, data[0]!)
  const settings = panel.getByRole('region', { name: 'Settings' })
  await settings.getByText(data[0]!.id).waitFor()
  await settings.getByRole('link', { name: 'receipt' }).waitFor()
  await settings.getByRole('link', { name: `Batch ${item!.batchId}` }).click()
  await page.waitForURL(new RegExp(`/batches/${item!.batchId}$`))
})

test('campaigns open as a tree, with the figures of the same days, by keyboard too', async (stage) => {
  const campaigns = (await listed(stage, { level: 'campaign' })).data
  const { page } = await openList(stage, { tree: 'true' })
  const [first] = campaigns
  const inside = (await listed(stage, { level: 'adset', campaignIds: first!.id })).data
  assert.ok(inside.length > 0)
  await page.getByRole('region', { name: 'Everything that runs' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  const below = page.locator('tr[aria-level="2"]')
  await below.first().waitFor()
  assert.deepEqual(
    (await Promise.all((await below.all()).map((row) => row.getAttribute('data-row')))).sort(),
    inside.map(({ id }) => id).sort(),
  )
  const spend = below.first().locator('data[data-metric="spend"]')
  const shown = inside.find(({ id }) => id === inside[0]!.id)!
  assert.equal(
    await rowOf(page, shown).locator('data[data-metric="spend"]').getAttribute('value'),
    String(shown.figures['spend']),
  )
  await spend.waitFor()
  await axe(page)
  await below
    .first()
    .getByRole('button', { name: /^Open / })
    .click()
  await page.locator('tr[aria-level="3"]').first().waitFor()
  await rowOf(page, first!).focus()
  await page.keyboard.press('ArrowLeft')
  await below.first().waitFor({ state: 'detached' })
})

test('a list says in words what it is, takes days from a calendar, and becomes a rule as it is filtered', async (stage) => {
  const { page } = await openList(stage, { state: 'active', metric: 'spend', than: 'gt', amount: '1' })
  const sentence = page.locator('[data-sentence]')
  await sentence
    .getByText(/^Ads on all platforms in .* that are switched on with Spend above 1\.00, last 7 days/)
    .waitFor()
  await choose(page.getByRole('combobox', { name: 'Days' }), 'days')
  await page.getByRole('button', { name: /^From … to …/ }).click()
  await page.locator('[data-day]:focus').waitFor()
  await axe(page)
  const day = await page.evaluate<string>('document.activeElement.dataset.day')
  await page.keyboard.press('Enter')
  await page.getByText(/: choose the last day\.$/).waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  const before = new Date(Date.parse(day) - 2 * 86_400_000).toISOString().slice(0, 10)
  await page.waitForURL((url) => url.searchParams.get('from') === before && url.searchParams.get('to') === day)
  await sentence.getByText(/ against the days before/).waitFor()
  await page.getByRole('button', { name: 'Make a rule of this list …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause what looks like this' })
  await dialog.getByText('would act on', { exact: true }).waitFor()
  assert.equal(await dialog.getByLabel('Name of the rule').inputValue(), 'Pause ads like this list')
  assert.equal(await dialog.getByLabel('Spend more than').inputValue(), '1')
})

const names = [
  'Spring | DE | Site visitors 30d',
  '🔥'.repeat(20),
  'عرض الربيع | خصم كبير',
  '<img src=x onerror="window.hacked=1"><b>bold</b>',
  'Long '.repeat(60).trim(),
]

test('names of every kind stay what they are, in the list, the panel and a rule, at every width', async (stage) => {
  const { data } = await listed(stage)
  const { db } = stage.app.app.services
  for (const [at, name] of names.entries())
    await db.updateTable('report_entities').set({ name }).where('id', '=', data[at]!.id).execute()
  const { page } = await stage.signedIn()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const [at, name] of names.entries()) {
      await page.goto(address({ row: `${account}:${data[at]!.id}` }))
      const panel = await panelOf(page, { ...data[at]!, name })
      await panel.getByRole('heading', { name, exact: true }).waitFor()
      await untilTrue(() => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'))
      await page.keyboard.press('r')
      const dialog = page.getByRole('dialog', { name: 'Pause what looks like this' })
      await dialog.waitFor()
      assert.ok((await dialog.getByLabel('Name of the rule').inputValue()).isWellFormed())
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  }
  assert.equal(await page.evaluate('window.hacked'), undefined)
})

test('a session that ends while a dialog is open says so in it, and what was typed stays', async (stage) => {
  const { page, expectProblems } = await openList(stage)
  expectProblems(/401/)
  await page.getByRole('button', { name: 'Save view …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByLabel('Name', { exact: true }).fill('Not lost')
  await stage.app.app.services.db.deleteFrom('sessions').execute()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByText('Your session has ended.', { exact: false }).waitFor()
  await dialog.getByRole('link', { name: 'sign in in another tab' }).waitFor()
  assert.equal(await dialog.getByLabel('Name', { exact: true }).inputValue(), 'Not lost')
})
