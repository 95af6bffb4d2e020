import assert from 'node:assert/strict'
import { browserTests } from '../support/browser/stage.ts'
import { demoFixture } from '../support/demo.ts'
import { asText, batchOf, cell, openSheet, paste, row, titles } from '../support/web/sheet.ts'

const test = await browserTests()

/** The table with other titles above some of its columns. */
const withTitles = (rows: Record<string, string>[], renamed: Record<string, string>) =>
  asText([
    titles.map((title) => renamed[title] ?? title),
    ...rows.map((cells) => titles.map((title) => cells[title] ?? '')),
  ])

test("a sheet with Meta's own titles is launched with its headlines, and the preview shows what is stored", async (stage) => {
  const { app } = stage
  const fixture = await demoFixture(app)
  const page = await openSheet(stage)
  const renamed = { title: 'Headline', description: 'Primary text', link: 'Website URL' }
  await paste(page, withTitles([row(app, fixture, { name: 'By headline', title: 'Spring sale 1' })], renamed))
  await cell(page, 1, 'title').getByText('Spring sale 1').waitFor()
  await page.getByRole('heading', { name: 'No problems' }).waitFor()
  await page.getByRole('region', { name: 'Previews' }).getByText('Spring sale 1').first().waitFor()
  await page.getByRole('button', { name: 'Launch 1 …' }).click()
  await page.getByRole('button', { name: 'Launch 1 ad' }).click()
  const id = await batchOf(page)
  await app.finished(id)
  const receipts = await app.call('GET', `/v1/batches/${id}/receipts`)
  assert.match(JSON.stringify(receipts.body), /"Spring sale 1"/)
})

test('a column that no ad has a use for is said first, once, with the name of the platform, and is not in the preview', async (stage) => {
  const { app } = stage
  const fixture = await demoFixture(app)
  const page = await openSheet(stage)
  const rows = Array.from({ length: 5 }, (_, place) =>
    row(app, fixture, { name: `Both ${place}`, ...(place === 4 ? { link: 'nowhere' } : {}) }),
  )
  const head = [...titles, 'brand name', 'headline']
  const lines = rows.map((cells) => [...titles.map((title) => cells[title] ?? ''), 'Harbor', 'Another headline'])
  await paste(page, asText([head, ...lines]))
  await page.getByRole('heading', { name: '1 problem' }).waitFor()
  const list = page.getByRole('main').getByRole('listitem')
  await list.filter({ hasText: 'Meta has no use for' }).nth(1).waitFor()
  const texts = await list.filter({ hasText: /^(Row|5 rows)/ }).allInnerTexts()
  assert.equal(texts.length, 3, texts.join('\n'))
  assert.match(texts[0]!, /^5 rows[^]*Meta has no use for what stands in this column: ads are made without it/)
  assert.match(texts[1]!, /Meta has no use for/)
  assert.match(texts[2]!, /^Row 5, Link/)
  const previews = page.getByRole('region', { name: 'Previews' })
  await previews.getByText('Spring sale').first().waitFor()
  assert.equal(await previews.getByText('Another headline').count(), 0)
})

test('a name that several accounts have is asked about once, for all rows; an ad set is found by its name, bars and all', async (stage) => {
  const { app } = stage
  const fixture = await demoFixture(app)
  const page = await openSheet(stage)
  const { body } = await app.call<{ data: { id: string; name: string }[] }>('GET', '/v1/adaccounts')
  const { id, name } = body.data.find((account) => account.id === fixture.accounts[0]!.id)!
  const count = body.data.filter((account) => account.name === name).length
  const adSets = await app.call<{ data: { value: string; label: string }[] }>(
    'GET',
    `/v1/adsets?accountId=${id}&limit=500`,
  )
  const unique = adSets.body.data.find(
    ({ label }) => label.includes('|') && adSets.body.data.filter((other) => other.label === label).length === 1,
  )!
  const rows = ['One', 'Two'].map((ad) => row(app, fixture, { name: ad, account: name, 'ad set': unique.label }))
  await paste(page, withTitles(rows, { name: 'Ad name', account: 'Account name', 'ad set': 'Ad set name' }))
  const strip = page.getByRole('region', { name: 'What was understood' })
  await strip.getByText(`${count} accounts are called “${name}”. Which one is meant?`).waitFor()
  await strip.getByRole('button', { name: id }).click()
  await page.getByRole('heading', { name: 'No problems' }).waitFor()
  assert.equal(await cell(page, 2, 'ad set').innerText(), unique.label)
  assert.equal(await strip.getByRole('group').count(), 0)
})
