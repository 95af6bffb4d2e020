import assert from 'node:assert/strict'
import { axe } from '../support/browser/axe.ts'
import { browserTests } from '../support/browser/stage.ts'
import { demoFixture } from '../support/demo.ts'
import { asTable, asText, batchOf, cell, openSheet, paste, row } from '../support/web/sheet.ts'
import type { Cells } from '../support/web/sheet.ts'

const test = await browserTests()

// Before anything else is launched: its button goes then.
test('a demo batch is one press away from Home, and its ads are made', async (stage) => {
  const { page, expectProblems } = await stage.atHome()
  expectProblems(/401 .*\/v1\/session/)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.getByRole('link', { name: /A spend guard/ }).waitFor()
  await axe(page)
  await page.getByRole('button', { name: 'Launch a demo batch' }).click()
  const batch = await stage.app.finished(await batchOf(page))
  assert.deepEqual([batch.summaryStatus, batch.successfulAds], ['success', 8])
})

test('ten pasted rows with three mistakes: the cells are shown, mended, and launched once', async (stage) => {
  const { app } = stage
  const fixture = await demoFixture(app)
  const page = await openSheet(stage)
  const mistakes: Record<number, Cells> = { 3: { account: 'act_1' }, 5: { cta: 'SHOP_NOWW' }, 7: { link: 'nowhere' } }
  const rows = Array.from({ length: 10 }, (_, place) =>
    row(app, fixture, { name: `Pasted ${place + 1}`, ...mistakes[place + 1] }),
  )
  const before = await app.call<{ data: unknown[] }>('GET', '/v1/batches')
  await paste(page, asText(asTable(rows)))
  await page.getByRole('heading', { name: '3 problems' }).waitFor()
  const wrong = page.getByRole('gridcell').and(page.locator('[aria-invalid=true]'))
  assert.equal(await wrong.count(), 3)
  await axe(page)
  for (const [number, given] of Object.entries(mistakes)) {
    const [title, bad] = Object.entries(given)[0]!
    assert.match(await cell(page, Number(number), title).innerText(), new RegExp(`^${bad}`))
    await page.getByRole('button', { name: `Row ${number}, ${title}` }).click()
    await page.keyboard.type(rows[0]![title]!)
    await page.keyboard.press('Enter')
  }
  await page.getByRole('heading', { name: 'No problems' }).waitFor()
  await page.getByRole('button', { name: 'Launch 10 …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dry run' })
  await dialog.getByRole('table').waitFor()
  await dialog
    .getByRole('region', { name: 'What it costs' })
    .getByText(
      /10 ads go live in \d+ ad sets?: up to [\d.]+ [A-Z]{3} a day.*; today [\d.]+ spent, [\d.]+ may still be spent, [\d.]+ after\./,
    )
    .waitFor()
  await axe(page)
  const launched = page.waitForRequest((request) => request.url().endsWith('/v1/launch') && request.method() === 'POST')
  await dialog.getByRole('button', { name: 'Launch 10 ads' }).dblclick()
  assert.match((await launched).headers()['idempotency-key'] ?? '', /^sheet-/)
  const id = await batchOf(page)
  // A sheet that was launched is not there to be launched again, not even for whoever goes back at once.
  const kept = 'JSON.parse(localStorage.getItem("flightdeck.kept.launch")).rows.filter((row) => row.name).length'
  assert.equal(await page.evaluate(kept), 0)
  await page.getByRole('link', { name: 'Launch', exact: true }).click()
  assert.equal(await page.getByRole('button', { name: 'Launch …' }).isDisabled(), true)
  const batch = await app.finished(id)
  assert.deepEqual([batch.summaryStatus, batch.successfulAds], ['success', 10])
  const all = await app.call<{ data: unknown[] }>('GET', '/v1/batches')
  assert.equal(all.body.data.length, before.body.data.length + 1)
})
