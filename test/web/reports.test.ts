import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { axe } from '../support/browser/axe.ts'
import { choose, chosenIn } from '../support/browser/choose.ts'
import { browserTests } from '../support/browser/stage.ts'

const test = await browserTests()

const account = 'act_566148315000001'
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const [from, to] = [dayAgo(20), dayAgo(7)]
const metrics = ['spend', 'impressions', 'ctr', 'results', 'costPerResult']
const address = (more: Record<string, string>) =>
  `/reports?${new URLSearchParams({ from, to, accounts: account, metrics: metrics.join(','), ...more }).toString()}`

type Figures = Record<string, number | string | null>

/** What the same person is told by the service, in the same browser. */
async function ask(page: Page, path: string, query: Record<string, string>): Promise<{ data: Figures[] }> {
  const asked = `${path}?${new URLSearchParams(query).toString()}`
  return page.evaluate(`fetch(${JSON.stringify(asked)}).then((answer) => answer.json())`)
}

/** The figures of every row of the table, by the key of the row; those that are not known are left out. */
async function shownRows(page: Page): Promise<Map<string, Record<string, number>>> {
  await page.locator('tfoot tr').first().waitFor()
  // Until then what was asked before stands there.
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  const rows: [string, [string, string][]][] = await page.evaluate(`
    [...document.querySelectorAll('tr[data-row]')].map((row) => [
      row.dataset.row,
      [...row.querySelectorAll('data')].map((figure) => [figure.dataset.metric, figure.value]),
    ])`)
  const known = (figures: [string, string][]) => figures.filter(([, value]) => value !== '')
  return new Map(
    rows.map(([key, figures]) => [
      key,
      Object.fromEntries(known(figures).map(([metric, value]) => [metric, Number(value)])),
    ]),
  )
}

const picked = (row: Figures) =>
  Object.fromEntries(metrics.map((name) => [name, row[name]] as const).filter(([, value]) => value !== null))

const question = { accountIds: account, startDate: from, endDate: to, metrics: metrics.join(',') }

test('rows and totals are what the service answers, row by row', async ({ signedIn }) => {
  const { page } = await signedIn()
  await page.goto(address({ by: 'campaign' }))
  const shown = await shownRows(page)
  const { data } = await ask(page, '/v1/reports/query', { ...question, groupBy: 'campaign', limit: '1000' })
  assert.ok(data.length > 2)
  for (const row of data) {
    const key = [row.accountId, row.campaignId, row.campaignId, row.currency].join(' ')
    assert.deepEqual(shown.get(key), picked(row), String(row.campaignName))
  }
  const totals = await ask(page, '/v1/reports/query', { ...question, groupBy: 'currency' })
  assert.deepEqual(shown.get('total USD'), picked(totals.data[0]!))
  assert.equal(shown.size, data.length + 1)
  await page.getByText('As of', { exact: false }).first().waitFor()
  await axe(page)

  await page.getByRole('button', { name: 'Impressions', exact: true }).last().click()
  await page.waitForURL(/sort=impressions/)
  const sorted = await ask(page, '/v1/reports/query', { ...question, groupBy: 'campaign', sortBy: 'impressions' })
  const first = `tbody tr:first-child data[data-metric="impressions"][value="${String(sorted.data[0]!.impressions)}"]`
  await page.locator(first).waitFor()
})

test('the chart shows the days of the table, and the period before', async ({ signedIn }) => {
  const { page } = await signedIn()
  await page.goto(address({ by: 'day' }))
  const shown = await shownRows(page)
  const { data } = await ask(page, '/v1/reports/query', { ...question, groupBy: 'day', limit: '1000' })
  for (const row of data) assert.deepEqual(shown.get([row.date, row.currency].join(' ')), picked(row), String(row.date))
  const chart = page.getByRole('figure', { name: 'Spend day by day', exact: false })
  await chart.getByText('Spend, the 14 days before', { exact: false }).waitFor()
  const place = (await chart.locator('.u-over').boundingBox())!
  await page.mouse.move(place.x + place.width - 1, place.y + place.height / 2)
  const last = await page.locator(`tr[data-row="${to} USD"] data[data-metric="spend"]`).innerText()
  await chart.locator('[data-value]', { hasText: last }).waitFor()
  // Where the line goes, its canvas has the colour that the theme gives it.
  const isDrawnInTheme = () =>
    page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
      const canvas = document.querySelector('.uplot canvas')
      const line = getComputedStyle(document.documentElement).getPropertyValue('--series-1').trim()
      const wanted = [1, 3, 5].map((at) => parseInt(line.slice(at, at + 2), 16)).join()
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
      for (let at = 0; at < data.length; at += 4)
        if (data[at + 3] === 255 && [data[at], data[at + 1], data[at + 2]].join() === wanted) return done(line)
      done(null)
    })))`)
  const before = await isDrawnInTheme()
  await page.getByRole('button', { name: /^Switch to the .* theme$/ }).click()
  const after = await isDrawnInTheme()
  assert.ok(before && after && before !== after, `${String(before)}, then ${String(after)}`)
})

test('a view is its address: whoever opens it sees the same, and a name brings it back', async ({ signedIn, url }) => {
  const { page, context } = await signedIn()
  await page.goto('/reports')
  await choose(page.getByLabel('A row for each'), 'adset')
  await choose(page.getByLabel('Days'), 'last-14')
  await choose(page.getByLabel('Platform'), 'primary')
  await page.getByRole('checkbox', { name: 'Against the period before' }).uncheck()
  await page.waitForURL(/compare=no/)
  const rows = await shownRows(page)
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByLabel('Name').fill('Ad sets of two weeks')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const again = await context.newPage()
  await again.goto(page.url())
  assert.deepEqual(await shownRows(again), rows)
  assert.equal(await chosenIn(again.getByLabel('A row for each')), 'adset')
  const list = again.getByRole('link', { name: 'These rows as a list that acts' })
  const address = new URL((await list.getAttribute('href'))!, url).searchParams
  assert.deepEqual([address.get('level'), address.get('platform')], ['adset', 'primary'])
  assert.ok(address.has('from') && address.has('to') && address.get('columns')?.includes('spend'))
  assert.equal(await again.getByRole('checkbox', { name: 'Against the period before' }).isChecked(), false)
  await again.goto('/reports')
  await choose(again.getByLabel('Saved views'), { label: 'Ad sets of two weeks' })
  await again.waitForURL(page.url())
})

test('the export is a file with the rows of the report', async ({ signedIn }) => {
  const { page } = await signedIn()
  await page.goto(address({ by: 'campaign' }))
  const shown = await shownRows(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await download
  assert.equal(file.suggestedFilename(), `report-${from}-${to}.csv`)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n')
  assert.equal(lines.length, 1 + shown.size - 1, 'a line of heads, and no total')
})

test('figures of the mobile-app network are for people: they are here, and no key reads them', async (stage) => {
  const { page } = await stage.signedIn()
  await page.goto('/reports?platform=applovin&range=last-7&compare=no&by=platform')
  const shown = await shownRows(page)
  const days = { startDate: dayAgo(7), endDate: dayAgo(1) }
  const { data } = await ask(page, '/v1/reports/query', { ...days, platform: 'applovin', groupBy: 'platform' })
  assert.ok(Number(data[0]!.spend) > 0)
  assert.equal(shown.get('applovin USD')!.spend, data[0]!.spend)
  const query = new URLSearchParams({ ...days, platform: 'applovin' }).toString()
  assert.equal((await stage.app.call('GET', `/v1/reports/query?${query}`)).status, 501)
})

test('a breakdown by age is the platform’s own, and asks for one account', async ({ signedIn }) => {
  const { page } = await signedIn()
  await page.goto('/reports?by=age')
  await page.getByText('Choose one ad account of Meta.').waitFor()
  await page.goto(address({ by: 'age' }))
  const shown = await shownRows(page)
  const { accountIds: accountId, ...rest } = question
  const { data } = await ask(page, '/v1/reports/primary/breakdown', { ...rest, accountId, by: 'age' })
  for (const row of data) assert.deepEqual(shown.get(String(row.age)), picked(row))
  await page.goto(address({ by: 'reach' }))
  await page.getByRole('region', { name: 'Reach by month' }).waitFor()
  await axe(page)
})

test('top ads are pictures with their figures', async ({ signedIn }) => {
  const { page, expectProblems } = await signedIn()
  // Sample pictures of the network are at an address that leads nowhere.
  expectProblems(/Failed to load resource/)
  await page.goto(`/reports/top-ads?from=${from}&to=${to}&accounts=${account}&chart=clicks`)
  const ads = page.getByRole('list', { name: 'Top ads' }).getByRole('listitem')
  await ads.first().waitFor()
  const days = { startDate: from, endDate: to, accountIds: account }
  const { data } = await ask(page, '/v1/analytics/top-ads', { ...days, metric: 'clicks', limit: '48' })
  assert.equal(await ads.count(), data.length)
  assert.equal(await ads.first().locator('data').getAttribute('value'), String(data[0]!.rankValue))
  assert.ok((await ads.first().innerText()).includes(String(data[0]!.adName)))
  await axe(page)
})

test('what is kept is held against what the platforms say, and compared now by a press', async ({ signedIn }) => {
  const { page } = await signedIn()
  await page.goto('/reports')
  await page.getByRole('link', { name: 'What the platforms say' }).click()
  await page.getByRole('heading', { level: 1, name: 'Reconciliation' }).waitFor()
  await page.getByRole('button', { name: 'Compare now' }).click()
  await page
    .getByText(/^Compared/)
    .first()
    .waitFor()
  const accounts = page.getByRole('region', { name: 'Ad accounts' })
  await accounts.getByRole('row', { name: /Meta/ }).first().waitFor()
  await page.getByText(/accounts (that were compared are what their platforms say|differ from what)/).waitFor()
  await axe(page)
})

test('the company’s currency is shown with its rates, and changed by an admin alone', async ({ signedIn }) => {
  const { page } = await signedIn()
  await page.goto('/settings')
  const code = page.getByRole('textbox', { name: 'Totals are in' })
  await code.waitFor()
  const before = await code.inputValue()
  await code.fill(before === 'EUR' ? 'usd' : 'eur')
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByText(/^Totals are in (EUR|USD) now\.$/).waitFor()
  await axe(page)
  const viewer = await signedIn('viewer')
  await viewer.page.goto('/settings')
  await viewer.page.getByRole('textbox', { name: 'Totals are in' }).waitFor()
  assert.ok(await viewer.page.getByRole('textbox', { name: 'Totals are in' }).isDisabled())
})
