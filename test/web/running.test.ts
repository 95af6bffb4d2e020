import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { axe } from '../support/browser/axe.ts'
import { browserTests } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'

const test = await browserTests()

const account = 'act_566148315000001'
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const address = (more: Record<string, string> = {}) =>
  `/running?${new URLSearchParams({ accounts: account, window: 'last_7_days', ...more }).toString()}`

interface Row {
  id: string
  name: string
  state: string
  figures: Record<string, number | null>
}
interface List {
  data: Row[]
  totals: { currency: string; count: number; figures: Record<string, number | null> }[]
}

/** What the service answers, once it has read the days that are asked about. */
async function listed({ app }: Stage, more: Record<string, string> = {}): Promise<List> {
  const days = { accountIds: account, startDate: dayAgo(15), endDate: dayAgo(0) }
  await app.call('GET', `/v1/reports/query?${new URLSearchParams(days).toString()}`)
  const query = new URLSearchParams({ accountIds: account, window: 'last_7_days', level: 'ad', limit: '200', ...more })
  const { status, body } = await app.call<List>('GET', `/v1/entities?${query.toString()}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

const figure = (page: Page, row: string, metric: string) =>
  page.locator(`${row} data[data-metric="${metric}"]`).getAttribute('value')
const rowOf = (page: Page, { id }: Row) => page.locator(`tr[data-row="${id}"]`)

test('rows, order and totals are what the service answers', async (stage) => {
  const { data, totals } = await listed(stage)
  const { page } = await stage.signedIn()
  await page.goto(address())
  const [first] = data
  await rowOf(page, first!).waitFor()
  assert.equal(await page.locator('tr[data-row]').first().getAttribute('data-row'), first!.id)
  for (const metric of ['spend', 'impressions', 'ctr'])
    assert.equal(await figure(page, `tr[data-row="${first!.id}"]`, metric), String(first!.figures[metric]), metric)
  for (const { currency, count, figures } of totals) {
    assert.equal(await figure(page, `tr[data-total="${currency}"]`, 'spend'), String(figures.spend))
    await page.locator(`tr[data-total="${currency}"]`).getByText(`of ${count}`, { exact: false }).waitFor()
  }
  await axe(page)
  await page.getByRole('button', { name: 'Impressions', exact: true }).click()
  await page.waitForURL(/sort=impressions/)
  const sorted = await listed(stage, { sortBy: 'impressions' })
  await page.locator(`tbody tr[data-row="${sorted.data[0]!.id}"]`).first().waitFor()
  await page.getByLabel('Search names').fill(first!.name)
  const found = await listed(stage, { search: first!.name })
  await page.getByText(`${found.data.length} in all`, { exact: false }).waitFor()
})

test('one is paused by its switch, several after a question; the platform has it, and a viewer cannot', async (stage) => {
  const active = (await listed(stage)).data.filter(({ state }) => state === 'active').slice(0, 3)
  const { page } = await stage.signedIn()
  await page.goto(address({ state: 'active' }))
  const [one] = active
  const lever = rowOf(page, one!).getByRole('switch')
  await lever.click()
  await page.getByText(`Paused ${one!.name}`).waitFor()
  assert.equal(await lever.getAttribute('aria-checked'), 'false')
  for (const row of active) await rowOf(page, row).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Pause …' }).click()
  const dialog = page.getByRole('dialog', { name: `Pause these ${active.length}?` })
  await dialog.getByText(/^Together they spent \$[\d,.]+ in the days/).waitFor()
  await axe(page)
  await dialog.getByRole('button', { name: `Pause ${active.length}` }).click()
  await page.getByText(`Paused ${active.length}`).first().waitFor()
  const ads = async () => {
    const { body } = await stage.app.call<{ data: { id: string; status: string }[] }>(
      'GET',
      `/v1/manage/list-ads?accountId=${account}&limit=200`,
    )
    return body.data.filter(({ id }) => active.some((row) => row.id === id)).map(({ status }) => status)
  }
  assert.deepEqual(new Set(await ads()), new Set(['PAUSED']))
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  await page.getByText(`Resumed ${active.length}`).waitFor()
  assert.deepEqual(new Set(await ads()), new Set(['ACTIVE']))
  const viewer = await stage.signedIn('viewer')
  await viewer.page.goto(address())
  await rowOf(viewer.page, one!).getByRole('switch').waitFor()
  assert.ok(await rowOf(viewer.page, one!).getByRole('switch').isDisabled())
})

test('a view keeps what is listed and in which order, and an account of others is not found', async (stage) => {
  await listed(stage)
  const { page, expectProblems } = await stage.signedIn()
  expectProblems(/404 \(Not Found\).*\/v1\/entities/)
  await page.goto(address({ level: 'campaign', state: 'active', metric: 'spend', than: 'gt', amount: '10' }))
  await page.locator('tr[data-row]').first().waitFor()
  await page.getByRole('button', { name: 'Save view …' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Running campaigns')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/view=\d+/)
  await page.goto('/running')
  await page.getByLabel('Saved views').selectOption({ label: 'Running campaigns' })
  await page.waitForURL(/level=campaign/)
  for (const part of [/state=active/, /amount=10/, /accounts=act_/]) assert.match(page.url(), part)
  await page.getByRole('button', { name: 'Delete the view Running campaigns' }).click()
  await page.getByText('The view is gone.').waitFor()
  const { key } = await stage.app.stranger()
  const theirs = (await stage.app.call<{ data: { id: string }[] }>('GET', '/v1/adaccounts', { key })).body.data[0]!.id
  await page.goto(`/running?accounts=${theirs}`)
  await page.getByRole('alert').first().waitFor()
  assert.equal(await page.locator('tr[data-row]').count(), 0)
})
