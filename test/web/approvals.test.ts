import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { demo } from '../../src/api/examples.ts'
import { axe } from '../support/browser/axe.ts'
import { browserTests } from '../support/browser/stage.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { guardedBy } from '../support/guards/guards.ts'

const test = await browserTests()

test('whoever approves reads what goes live: ads, ad sets, accounts with their platform, and states', async (stage) => {
  const { app } = stage
  const fixture = await demoFixture(app)
  await guardedBy(app, { largestBatch: 1, largestBudget: 50, mode: 'ask' })
  const ads = [
    singleAd(app, fixture, { adName: 'Live <b>' }),
    singleAd(app, fixture, { adName: 'Quiet', status: 'PAUSED' }),
  ]
  const ask = (path: string, body: object) =>
    app.call('POST', path, { body, headers: { 'idempotency-key': randomUUID() } })
  assert.equal((await ask('/v1/launch', { ads })).status, 409)
  const budget = { accountId: demo.account, entityId: demo.adSet, entityType: 'adset', dailyBudget: 70 }
  assert.equal((await ask('/v1/manage/update-budget', budget)).status, 409)
  const { page } = await stage.atHome()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Approvals' }).click()
  const launch = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Launch 2 ads' }) })
  await launch.getByText('1 of 2 ads go live at once, the others are made paused.').waitFor()
  await launch.getByText(/: 1 ad goes live in 1 ad set: up to .* may still be spent, .* after\./).waitFor()
  const account = await launch.getByRole('list', { name: 'Ad accounts' }).innerText()
  assert.match(account, /Harbor & Pine US · Meta/)
  const table = launch.getByRole('region', { name: 'Ads' })
  assert.match(await table.getByRole('row', { name: /Live <b>/ }).innerText(), /ACTIVE, live at once/)
  const quiet = await table.getByRole('row', { name: /Quiet/ }).innerText()
  assert.match(quiet, /PAUSED/)
  assert.ok(quiet.includes(fixture.adSets[fixture.accounts[0]!.id]![0]!), quiet)
  await page.getByRole('heading', { name: /^Raise the budget of the ad set “/ }).waitFor()
  await page.getByText(/its budget becomes 70 USD a day, from/).waitFor()
  await axe(page)
  await launch.getByRole('button', { name: 'What exactly?' }).click()
  await page.getByRole('dialog', { name: 'Launch 2 ads' }).getByRole('region', { name: 'Ads' }).waitFor()
  await page.keyboard.press('Escape')
  await launch.getByRole('textbox', { name: 'Comment' }).fill('Not before <Monday>')
  await launch.getByRole('button', { name: 'Refuse' }).click()
  const earlier = page.getByRole('region', { name: 'Earlier decisions' })
  const row = earlier.getByRole('row', { name: /Launch 2 ads/ })
  await row.getByText('Not before <Monday>').waitFor()
  await row.getByRole('button', { name: /Open approval/ }).click()
  await page.getByRole('dialog', { name: 'Launch 2 ads' }).getByText('Not before <Monday>').waitFor()
})

test('where a guard wants four eyes, who asked by a key of their own cannot press Approve', async (stage) => {
  const { app } = stage
  await guardedBy(app, { largestBudget: 50, mode: 'ask', fourEyes: true })
  // The demo key is the owner's, who is signed in.
  const body = { accountId: demo.account, entityId: demo.adSet, entityType: 'adset', dailyBudget: 72 }
  assert.equal((await app.call('POST', '/v1/manage/update-budget', { body })).status, 409)
  const { page } = await stage.atHome()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Approvals' }).click()
  const card = page.locator('section').filter({ hasText: /its budget becomes 72 USD a day/ })
  await card.getByText('You asked for it: its guard wants somebody else to approve it.').waitFor()
  assert.ok(await card.getByRole('button', { name: 'Approve and run' }).isDisabled())
  assert.ok(await card.getByRole('button', { name: 'Refuse' }).isEnabled())
  await card.getByText(/Asked by Demo key, for /).waitFor()
  await axe(page)
})

test('the page of one approval alone tells how many ads, their names, accounts, states, money a day and the guard', async (stage) => {
  const { app } = stage
  const fixture = await demoFixture(app)
  await guardedBy(app, { name: 'November', dailyCap: 1, mode: 'ask' })
  const ads = [
    singleAd(app, fixture, { adName: 'One | 🌲 <i>' }),
    singleAd(app, fixture, { adName: 'Two', status: 'PAUSED' }),
  ]
  const asked = await app.call<{ error: { details: { approvalId: number } } }>('POST', '/v1/launch', {
    body: { ads },
    headers: { 'idempotency-key': randomUUID() },
  })
  const { approvalId } = asked.body.error.details
  const phone = { viewport: { width: 390, height: 844 } }
  const { page, expectProblems } = await stage.signedIn('owner', phone)
  await page.goto(`/approvals/${approvalId}`)
  await page.getByRole('heading', { level: 1, name: 'Launch 2 ads' }).waitFor()
  const facts = await page.getByLabel('At a glance').innerText()
  assert.match(facts, /^Ads\s+2\s+Live at once\s+1\s+Ad accounts\s+1\s+More a day, at most\s+\S*\d/)
  assert.match(await page.getByRole('list', { name: 'Ad accounts' }).innerText(), /Harbor & Pine US · Meta/)
  const table = page.getByRole('region', { name: 'Ads' })
  for (const [name, state] of [
    ['One | 🌲 <i>', 'ACTIVE, live at once'],
    ['Two', 'PAUSED'],
  ] as const) {
    const row = table.getByRole('row').filter({ hasText: name })
    assert.ok((await row.innerText()).includes(state))
    assert.equal(await row.locator('img').count(), 1)
  }
  const guard = await page.getByRole('group', { name: 'November, before and after' }).innerText()
  assert.match(guard, /November, today: \S+\d before, \S+\d after\s+cap \S*1\.00/)
  const [before, after] = [...guard.matchAll(/([\d,.]+) (?:before|after)/g)].map(([, amount]) =>
    Number(amount!.replaceAll(',', '')),
  )
  assert.ok(after! >= before! && before! > 0, guard)
  assert.ok(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'))
  await axe(page)
  await page.getByRole('textbox', { name: 'Comment' }).fill('On Monday')
  await page.getByRole('button', { name: 'Approve and run' }).click()
  await page.getByText('Decided by ').waitFor()
  await page.getByText('On Monday').waitFor()
  await page.getByRole('link', { name: /^See what became of its ads/ }).click()
  await page.waitForURL(/\/batches\/\d+$/)
  await page.getByText('All 2 ads were launched.').waitFor()
  expectProblems(/404/)
  await page.goto('/approvals/999999')
  await page.getByRole('alert').waitFor()
})
