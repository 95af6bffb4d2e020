import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { browserTests } from '../support/browser/stage.ts'
import { demoFixture } from '../support/demo.ts'
import { asTable, asText, batchOf, cell, openSheet, paste, row } from '../support/web/sheet.ts'

const test = await browserTests()

/** Counts what a person does: each paste and each press is one. */
function handsOn(page: Page) {
  let count = 0
  return {
    done: () => count,
    paste: (text: string) => ((count += 1), paste(page, text)),
    press: (button: Locator) => ((count += 1), button.click()),
  }
}

test('fifty ads are pasted by names, five mistakes in them mended, and launched in at most 12 actions', async (stage) => {
  const { app } = stage
  const fixture = await demoFixture(app)
  const account = fixture.accounts[0]!.id
  const accounts = await app.call<{ data: { id: string; name: string }[] }>('GET', '/v1/adaccounts')
  const named = accounts.body.data.find(({ id }) => id === account)!.name
  assert.ok(accounts.body.data.filter(({ name }) => name === named).length >= 5)
  const adSets = await app.call<{ data: { value: string; label: string }[] }>(
    'GET',
    `/v1/adsets?accountId=${account}&limit=500`,
  )
  const labels = adSets.body.data.map(({ label }) => label)
  const adSet = labels.find((label) => label.includes('|') && labels.indexOf(label) === labels.lastIndexOf(label))!
  // One ad set has no room for all of them.
  const taken = adSets.body.data.find(({ label }) => label === adSet)!.value
  const other = fixture.adSets[account]!.find((id) => id !== taken)!
  const page = await openSheet(stage)
  const mistakes: Record<number, Record<string, string>> = {
    3: { cta: 'SHOP_NOWW' },
    11: { link: 'example.com/sale' },
    19: { 'ad set': adSet.slice(0, -1) },
    27: { link: 'nowhere' },
    35: { account: '' },
  }
  const rows = Array.from({ length: 50 }, (_, place) =>
    row(app, fixture, {
      name: `Spring ${place + 1}`,
      account: named,
      'ad set': place % 2 === 0 ? adSet : other,
      ...mistakes[place + 1],
    }),
  )
  const [head, ...lines] = asTable(rows)
  const titles: Record<string, string> = {
    ...{ name: 'Ad name', account: 'Account name', 'ad set': 'Ad set name', title: 'Headline' },
    ...{ description: 'Primary text', cta: 'Call to action', link: 'Website URL', media: 'Image' },
  }
  const hands = handsOn(page)
  await hands.paste(asText([head!.map((title) => titles[title] ?? title), ...lines]))
  const strip = page.getByRole('region', { name: 'What was understood' })
  await strip.getByText(`accounts are called “${named}”. Which one is meant?`).waitFor()
  await hands.press(strip.getByRole('button', { name: account }))
  const nearly = strip.getByRole('group', { name: `1 row: ${adSet.slice(0, -1)}` })
  await hands.press(nearly.getByRole('button', { name: adSet }).first())
  for (const where of ['Row 3', '2 rows', 'Row 35'])
    await hands.press(page.getByRole('button', { name: new RegExp(`^Use .*: ${where}$`) }))
  await page.getByRole('heading', { name: 'No problems' }).waitFor()
  await hands.press(page.getByRole('button', { name: 'Launch 50 …' }))
  await hands.press(page.getByRole('dialog', { name: 'Dry run' }).getByRole('button', { name: 'Launch 50 ads' }))
  const id = await batchOf(page)
  const batch = await app.finished(id)
  assert.deepEqual([batch.summaryStatus, batch.successfulAds], ['success', 50])
  const { body } = await app.call<{ ads: { adSetName: string | null }[] }>('GET', `/v1/batch-status/${id}?include=ads`)
  assert.equal(body.ads[0]!.adSetName, adSet, 'its page says it as the sheet did')
  assert.ok(hands.done() <= 12, `${hands.done()} actions`)
})

const oddNames = {
  bars: 'US | Visitors 30d | Purchase',
  emoji: 'Summer 🌞👩‍👩‍👧 sale',
  'right to left': 'مبيعات الربيع – מבצע',
  HTML: '<b onclick="x()">Bold</b> & "quoted"',
  formula: '=1+1',
  '300 characters': 'long '.repeat(60).trim(),
}

test('names with bars, emoji, right-to-left text, HTML and 300 characters are launched as they were pasted', async (stage) => {
  const { app } = stage
  const fixture = await demoFixture(app)
  const page = await openSheet(stage)
  const names = Object.values(oddNames)
  await paste(page, asText(asTable(names.map((name) => row(app, fixture, { name })))))
  await page.getByRole('heading', { name: 'No problems' }).waitFor()
  for (const [place, name] of names.entries()) assert.equal(await cell(page, place + 1, 'name').innerText(), name)
  const wide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
  assert.equal(wide, false)
  await page.getByRole('button', { name: `Launch ${names.length} …` }).click()
  const dialog = page.getByRole('dialog', { name: 'Dry run' })
  for (const name of names) await dialog.getByRole('table').getByText(name, { exact: true }).waitFor()
  await dialog.getByRole('button', { name: `Launch ${names.length} ads` }).click()
  const id = await batchOf(page)
  await app.finished(id)
  const { body } = await app.call<{ data: { adName: string }[] }>('GET', `/v1/batches/${id}/receipts`)
  assert.deepEqual(body.data.map(({ adName }) => adName).toSorted(), names.toSorted())
})
