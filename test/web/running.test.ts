import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { axe } from '../support/browser/axe.ts'
import { choose } from '../support/browser/choose.ts'
import { browserTests } from '../support/browser/stage.ts'
import { account, address, listed, rowOf } from '../support/web/running.ts'
import type { Row } from '../support/web/running.ts'

const test = await browserTests()

const figure = (page: Page, row: string, metric: string) =>
  page.locator(`${row} data[data-metric="${metric}"]`).getAttribute('value')

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
  const active = (await listed(stage)).data
    .filter(({ state, figures }) => state === 'active' && figures['spend']! < 1000)
    .slice(0, 3)
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
  await choose(page.getByLabel('Saved views'), { label: 'Running campaigns' })
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

test('columns are chosen and ordered, stand in the address, are kept with a view, and the file has them', async (stage) => {
  await listed(stage)
  const { page } = await stage.signedIn()
  await page.goto(address({ level: 'campaign' }))
  await page.locator('tr[data-row]').first().waitFor()
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('button', { name: 'Show Clicks' }).click()
  for (let at = 0; at < 3; at += 1) await page.getByRole('button', { name: 'Clicks earlier' }).click()
  await page.getByRole('button', { name: 'Hide CTR' }).click()
  await axe(page)
  await page.keyboard.press('Escape')
  const heads = async () => (await page.locator('thead tr:first-child th').allInnerTexts()).map((text) => text.trim())
  const wanted = ['Name', 'State', 'Budget', 'Spend', 'Impressions', 'Clicks', 'Results', 'Cost per result', 'ROAS']
  await page.locator('thead').getByRole('button', { name: 'Clicks' }).waitFor()
  assert.deepEqual((await heads()).filter(Boolean), wanted)
  await page.reload()
  await page.locator('tr[data-row]').first().waitFor()
  assert.deepEqual((await heads()).filter(Boolean), wanted)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  const [head, ...lines] = text.replace('\ufeff', '').trim().split('\r\n')
  assert.equal(head, ['Name', 'Id', 'Platform', 'Ad account', 'Currency', ...wanted.slice(1)].join(','))
  assert.equal(lines.length, (await listed(stage, { level: 'campaign' })).totals[0]!.count)
})

test('a line opens beside the list with its days, and becomes a rule that is tried on the past at once', async (stage) => {
  const { data } = await listed(stage)
  const ad = data.find(({ figures }) => (figures['spend'] ?? 0) > 0)!
  const { page } = await stage.signedIn()
  await page.goto(address())
  await rowOf(page, ad).getByRole('button', { name: ad.name }).click()
  const panel = page.getByRole('complementary', { name: `About ${ad.name}` })
  await panel.getByRole('img', { name: /^Spend, last 14 days: / }).waitFor()
  await panel.getByText('Nothing was changed through Flightdeck.').or(panel.locator('li')).first().waitFor()
  await axe(page)
  await page.reload()
  await panel.getByRole('button', { name: 'Make a rule of this …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause what looks like this' })
  await dialog.getByText('would act on', { exact: true }).waitFor()
  await axe(page)
  await dialog.getByRole('button', { name: 'Save, and try it on the past' }).click()
  await dialog.getByText(/It would have acted/).waitFor()
  await dialog.getByRole('link', { name: 'Open the rule to switch it on' }).click()
  await page.waitForURL(/automations\/\d+/)
  const { body } = await stage.app.call<{ data: { enabled: boolean; scope: { level: string } }[] }>(
    'GET',
    '/v1/automations',
  )
  assert.ok(body.data.some(({ enabled, scope }) => !enabled && scope.level === 'ad'))
})

test('the worst ads of last week are paused in four actions', async (stage) => {
  const { data } = await listed(stage, { filter: '[{"field":"status","operator":"eq","value":"active"}]' })
  const known = data.filter(({ figures: { spend, results } }) => spend !== null && results !== null)
  const sum = (name: string) => known.reduce((all, { figures }) => all + figures[name]!, 0)
  const bound = (2 * sum('spend')) / sum('results')
  const worst = data.filter(({ figures: { spend, results, costPerResult } }) =>
    results === 0 ? spend! >= bound : costPerResult !== null && costPerResult! >= bound,
  )
  assert.ok(worst.length > 0, 'the sandbox has some')
  const { page } = await stage.signedIn()
  await page.goto('/')
  let actions = 0
  const press = async (
    name: string | RegExp,
    within: Pick<Page, 'getByRole'> = page,
    role: 'button' | 'link' = 'button',
  ) => {
    actions += 1
    await within.getByRole(role, { name }).click()
  }
  await press('Everything that runs', page.getByRole('navigation', { name: 'Pages' }), 'link')
  await press('Choose the worst')
  await press('Pause …')
  await press(/^Pause( \d+)?$/)
  assert.ok(actions <= 4, `${actions} actions`)
  await page.getByText(/^Paused /).waitFor()
  const { body } = await stage.app.call<{ data: { id: string; status: string }[] }>(
    'GET',
    `/v1/manage/list-ads?accountId=${account}&limit=200`,
  )
  for (const { id } of worst) assert.equal(body.data.find((each) => each.id === id)?.status, 'PAUSED', id)
})

test('Ctrl-K finds ads that nobody opened, and pauses and budgets ask first, through the same guards', async (stage) => {
  const adSets = (await listed(stage, { level: 'adset' })).data as (Row & { dailyBudget: number | null })[]
  const one = adSets.find(({ dailyBudget, state }) => dailyBudget !== null && state === 'active')!
  const ad = (await listed(stage)).data.find(({ state }) => state === 'active')!
  const { page } = await stage.signedIn()
  await page.goto('/keys')
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  const type = async (text: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go to a page, or do something' }).waitFor()
    await page.keyboard.type(text)
  }
  await type(ad.name)
  await page.getByRole('option', { name: ad.name }).first().waitFor()
  await axe(page)
  await page.keyboard.press('Escape')
  await type(`budget ${one.id} ${one.dailyBudget! + 2}`)
  await page
    .getByRole('option', { name: /^Budget of .* … / })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Change the budget of “${one.name}”?` })
  await axe(page)
  await dialog.getByRole('button', { name: 'Change it' }).click()
  await page.getByText(`Budget of ${one.name}: `).waitFor()
  await type(`pause ${ad.id}`)
  await page
    .getByRole('option', { name: `Pause ${ad.name} …` })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog', { name: `Pause “${ad.name}”?` })
    .getByRole('button', { name: 'Pause' })
    .click()
  await page.getByText(`Paused ${ad.name}`).waitFor()
})

test('a budget is changed in its cell and for several at once; what a guard refuses is said there', async (stage) => {
  const adSets = (await listed(stage, { level: 'adset' })).data as (Row & { dailyBudget: number | null })[]
  const [one, two] = adSets.filter(({ dailyBudget }) => dailyBudget !== null)
  const { page, expectProblems } = await stage.signedIn()
  expectProblems(/403 .*update-budget/)
  await page.goto(address({ level: 'adset' }))
  const budgetOf = async (id: string) => {
    const { body } = await stage.app.call<{ data: { id: string; dailyBudget: number | null }[] }>(
      'GET',
      `/v1/manage/adsets?accountId=${account}&limit=200`,
    )
    return body.data.find((each) => each.id === id)!.dailyBudget
  }
  const cell = rowOf(page, one!)
  await cell.getByRole('button', { name: `change the budget of ${one!.name}` }).click()
  const wanted = one!.dailyBudget! + 1
  await page.keyboard.type(`${wanted}.00`)
  await page.keyboard.press('Enter')
  await page.getByText(`Budget of ${one!.name}: `).waitFor()
  assert.equal(await budgetOf(one!.id), wanted)
  await cell.getByRole('button', { name: `change the budget of ${one!.name}` }).click()
  await page.keyboard.type(String(wanted * 3))
  await page.keyboard.press('Enter')
  const big = page.getByRole('dialog', { name: `Change the budget of “${one!.name}”?` })
  await axe(page)
  await big.getByRole('button', { name: 'Leave as is' }).click()
  assert.equal(await budgetOf(one!.id), wanted)
  for (const row of [one!, two!]) await rowOf(page, row).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Budgets …' }).click()
  await choose(page.getByLabel('How'), 'lower')
  await page.getByLabel('Per cent').fill('10')
  await page.getByRole('button', { name: 'See what becomes of them …' }).click()
  const several = page.getByRole('dialog', { name: 'Change 2 budgets?' })
  await several.getByText(/^Together \$[\d.,]+ less a day\.$/).waitFor()
  await several.getByRole('button', { name: 'Change 2' }).click()
  await page.getByText('Changed the budget of 2').waitFor()
  assert.equal(await budgetOf(two!.id), Math.round(two!.dailyBudget! * 90) / 100)
  const largestBudget = (await budgetOf(two!.id))! + 1
  await stage.app.call('PUT', '/v1/spend-guards', {
    body: { guards: [{ name: 'No more', accountId: account, largestBudget, currency: 'USD', mode: 'refuse' }] },
  })
  await rowOf(page, two!)
    .getByRole('button', { name: `change the budget of ${two!.name}` })
    .click()
  await page.keyboard.type(String(largestBudget + 1))
  await page.keyboard.press('Enter')
  await rowOf(page, two!)
    .getByText(/No more/)
    .waitFor()
  assert.equal(await budgetOf(two!.id), largestBudget - 1)
})
