import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { demo } from '../../src/api/examples.ts'
import type { RuleInput } from '../../src/core/automations/rule/rule.ts'
import { askUntil } from '../support/ask-until.ts'
import { makeRule, runRule } from '../support/automations/rules.ts'
import type { ExecutionView } from '../support/automations/rules.ts'
import { axe } from '../support/browser/axe.ts'
import { choose } from '../support/browser/choose.ts'
import { browserTests } from '../support/browser/stage.ts'
import type { TestApp } from '../support/harness.ts'

const test = await browserTests()

const condition = (page: Page, place: number) => page.getByRole('group', { name: 'Condition', exact: true }).nth(place)
const figure = (page: Page, name: string) => page.locator('dt', { hasText: name }).first().locator('+ dd')
const refusal = /status of (400|422)/

/** Begins with the ready-made stop loss: no result above 15, on the primary platform's first account. */
async function beginStopLoss(page: Page): Promise<void> {
  await page.goto('/automations/new')
  await page.getByRole('button', { name: 'Use this: Stop loss' }).click()
  await page.getByLabel('The most a result may cost').fill('15')
  await page.getByLabel('What an ad must have spent').fill('10')
  await page.getByRole('button', { name: 'Begin with this' }).click()
  await page.getByLabel('Looks at').waitFor()
  assert.equal(await page.evaluate('scrollY'), 0, 'whoever chose one at the end of a long list begins at the top')
  await page.getByLabel('Harbor & Pine US · Meta').check()
}

const ruleIn = (page: Page) => Number(/automations\/(\d+)/.exec(page.url())![1])
const get = async (app: TestApp, path: string) => (await app.call('GET', path)).body

test('a rule is built from a ready-made one, previewed, tried on the past, switched on, executed and taken back', async ({
  app,
  signedIn,
}) => {
  const { page } = await signedIn()
  await beginStopLoss(page)
  await page.getByRole('radio', { name: /^Act/ }).check()
  await condition(page, 1).getByLabel('Value').fill('2')
  const words = page.getByTestId('sentence')
  assert.match(await words.innerText(), /results in the last 7 days is at least 2, it will pause it, then say/)

  // The same as JSON, both ways.
  await page.getByText('The same as JSON').click()
  const json = page.getByLabel('The rule as JSON')
  const shown = JSON.parse(await json.inputValue()) as { name: string; when: { all: { value: number }[] } }
  assert.deepEqual(
    shown.when.all.map(({ value }) => value),
    [15, 2],
  )
  await json.fill(JSON.stringify({ ...shown, name: 'No result above 15' }))
  const name = page.getByLabel('Name', { exact: true })
  await askUntil(async () => (await name.inputValue()) === 'No result above 15' || null)

  const asked = await app.call<{ counts: { matched: number }; matched: { entity: { name: string } }[] }>(
    'POST',
    '/v1/automations/preview',
    { body: { ...shown } },
  )
  const { counts, matched } = asked.body
  assert.ok(counts.matched > 0)
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByRole('region', { name: 'What matches now' }).getByText(matched[0]!.entity.name).first().waitFor()
  // What was previewed while it was typed may still be shown.
  const actsOn = figure(page, 'would act on')
  await actsOn.filter({ hasText: new RegExp(`^${counts.matched}$`) }).waitFor()

  await page.getByRole('button', { name: 'Save the rule' }).click()
  await page.getByRole('heading', { level: 1, name: 'No result above 15' }).waitFor()
  await figure(page, 'would act on').waitFor()
  await axe(page)
  const id = ruleIn(page)
  const kept = await get(app, `/v1/automations/${id}`)
  assert.deepEqual([kept.enabled, kept.mode], [false, 'act'])

  await page.getByRole('link', { name: 'Try on the past' }).click()
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/backtest')),
    page.getByRole('button', { name: 'Try it' }).click(),
  ])
  const backtest = (await answer.json()) as { acted: number; series: { day: string; acted: number }[] }
  assert.ok(backtest.acted > 0)
  await page.getByRole('figure', { name: 'Actions that the rule would have taken, by day' }).locator('canvas').waitFor()
  await page.getByRole('figure', { name: /^Spend of what the rule had paused/ }).waitFor()
  const days = page.getByRole('region', { name: 'What it would have done, day by day' })
  for (const { day, acted } of backtest.series.filter((each) => each.acted > 0)) {
    assert.equal(await days.getByRole('row', { name: day }).getByRole('cell').nth(4).innerText(), String(acted))
  }
  await axe(page)

  await page.getByRole('switch', { name: 'No result above 15 is switched on' }).click()
  await page.getByText('is switched on.', { exact: false }).first().waitFor()
  assert.equal((await get(app, `/v1/automations/${id}`)).enabled, true)

  // What is kept is held against its protections too.
  const { body: held } = await app.call<typeof asked.body>('POST', `/v1/automations/${id}/preview`, { body: {} })
  await page.getByRole('button', { name: 'Run now' }).click()
  await page.getByRole('button', { name: 'Check it now' }).click()
  await page.getByRole('heading', { name: /^Execution of/ }).waitFor()
  const executionId = new URL(page.url()).searchParams.get('execution')
  const execution = await askUntil(async () => {
    const now = (await get(app, `/v1/automations/executions/${executionId}`)) as unknown as ExecutionView
    return now.state === 'running' ? null : now
  })
  assert.equal(execution.acted, held.counts.matched)
  const left = execution.decisions.find(({ outcome }) => outcome === 'skipped')!
  await page.getByRole('row', { name: left.entityId }).getByText(left.reason!, { exact: true }).waitFor()
  const decisions = page.getByRole('region', { name: 'Decisions' })
  const first = execution.decisions[0]!
  const row = decisions.getByRole('row', { name: first.entityId })
  const cost = first.numbers['costPerResult last_7_days']!
  await row
    .getByText(cost.toLocaleString('en-US', { maximumFractionDigits: 2 }), { exact: true })
    .first()
    .waitFor()
  await row.getByText('active → paused').waitFor()
  await axe(page)

  await page.getByRole('button', { name: 'Take it back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click()
  await row.getByText('Taken back.').first().waitFor()
  const undone = (await get(app, `/v1/automations/executions/${executionId}`)) as unknown as ExecutionView
  assert.notEqual(undone.undoneAt, null)
  assert.equal(undone.decisions[0]!.actions[0]!.undo!.outcome, 'done')
})

test('what is wrong is said at its condition, and a rule under work outlives a reload', async ({ signedIn }) => {
  const { page, expectProblems } = await signedIn()
  expectProblems(refusal)
  await page.goto('/automations/new')
  await page.getByRole('button', { name: 'Start empty' }).click()
  const first = condition(page, 0)
  await first.getByText('give exactly one of value and compareTo').waitFor()
  assert.equal(await first.getByLabel('Value').getAttribute('aria-invalid'), 'true')
  await axe(page)
  await first.getByLabel('Value').fill('5')
  await page.getByRole('region', { name: 'What matches now' }).waitFor()
  assert.equal(await first.getByText('give exactly one').count(), 0)
  const warning = page.getByText('Amounts of the rule are in the currency of each account', { exact: false })
  await warning.waitFor()
  await choose(page.getByLabel('Accounts in'), 'USD')
  await warning.waitFor({ state: 'detached' })
  await page.getByText('in all accounts in USD', { exact: false }).waitFor()
  await page.getByLabel('Harbor & Pine Japan · Meta').waitFor({ state: 'detached' })

  // A group within a group, and a problem deep in it.
  await page.getByRole('button', { name: 'Group', exact: true }).click()
  const inner = page.getByRole('group', { name: 'At least one of these holds' })
  await choose(inner.getByLabel('What is looked at'), { label: 'daily budget' })
  await inner.getByLabel('Value').fill('20')
  await inner.getByText('there is no dailyBudget at the level ad').waitFor()
  await choose(page.getByLabel('Looks at'), { label: 'ad sets' })
  await inner.getByText('there is no dailyBudget').waitFor({ state: 'detached' })
  await page.getByText('The same as JSON').click()
  const json = page.getByLabel('The rule as JSON')
  await json.fill('{ "name": ')
  await page.getByText(/^This is no JSON/).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Kept')
  assert.match(await json.inputValue(), /"name": "Kept"/)
  const inBrowser = async () => String(await page.evaluate(`localStorage.getItem('flightdeck.kept.rule.new')`))
  await askUntil(async () => (await inBrowser()).includes('"Kept"') || null)

  await page.reload()
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Kept')
  assert.equal(
    await page.getByRole('group', { name: 'Condition', exact: true }).nth(1).getByLabel('Value').inputValue(),
    '20',
  )
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Use this: Stop loss' }).waitFor()
  await axe(page)
})

const suggesting = (text: string) => ({
  name: `On <b>${text}</b>`,
  mode: 'suggest' as const,
  scope: { level: 'ad' as const, accountIds: [demo.account] },
  when: { field: 'name' as const, operator: 'contains' as const, value: text },
  then: [{ action: 'label' as const, label: 'looked at' }],
  protections: { minSpend: 0 },
})

test('suggestions are accepted or dismissed, all rules are stopped and go on, and a viewer can only look', async ({
  app,
  signedIn,
}) => {
  const ids = [await makeRule(app, suggesting('Straw hat')), await makeRule(app, suggesting('Chino'))]
  const made = [await runRule(app, ids[0]!), await runRule(app, ids[1]!)]
  for (const { decisions } of made) assert.equal(decisions[0]!.outcome, 'suggested', JSON.stringify(decisions))
  const names = made.map(({ decisions }) => (decisions[0] as unknown as { entityName: string }).entityName)
  const { page } = await signedIn()
  await page.goto('/automations')
  await page.getByRole('link', { name: 'On <b>Chino</b>' }).first().waitFor()
  await page
    .getByText(/^Meta · \d+ · in USD$/)
    .first()
    .waitFor()
  await page
    .getByRole('button', { name: `Accept for ${names[0]}` })
    .first()
    .click()
  await page.getByText('It is done, as suggested.').waitFor()
  await page
    .getByRole('button', { name: `Dismiss for ${names[1]}` })
    .first()
    .click()
  await page.getByText('The suggestion is put aside.').waitFor()
  const states = async (id: number) =>
    ((await get(app, `/v1/automations/suggestions?automationId=${id}`)).data as { state: string }[]).map(
      ({ state }) => state,
    )
  assert.ok((await states(ids[0]!)).includes('accepted'))
  assert.ok((await states(ids[1]!)).includes('dismissed'))

  await page.goto(`/automations/${ids[0]!}?tab=executions&execution=${made[0]!.id}`)
  await page.getByRole('button', { name: 'Take it back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click()
  await page.getByText('Taken back.').first().waitFor()
  await page.goto('/automations')

  await page.getByRole('button', { name: 'Stop all rules' }).click()
  await page.getByLabel(/^Why/).fill('Tracking is broken')
  await page.getByRole('dialog').getByRole('button', { name: 'Stop all rules' }).click()
  await page.getByText(/stopped them on .*: Tracking is broken/).waitFor()
  assert.equal((await get(app, '/v1/automations/stop')).stopped, true)
  await axe(page)
  const looking = await signedIn('viewer')
  await looking.page.goto('/automations')
  assert.equal(await looking.page.getByRole('button', { name: 'Let rules go on' }).isDisabled(), true)
  await page.getByRole('button', { name: 'Let rules go on' }).click()
  await page.getByText('Rules are running.').waitFor()
})

test('why a rule did not touch an ad has an answer; a rule is changed, and deleted after asking', async ({
  app,
  signedIn,
}) => {
  const id = await makeRule(app, { ...suggesting('Founder story'), name: 'About founders' })
  await runRule(app, id)
  const { page, expectProblems } = await signedIn()
  await page.goto(`/automations/${id}?tab=executions`)
  await page.getByLabel('Why did it (not) touch').fill('120206614831500017')
  await page.getByRole('button', { name: 'Find out' }).click()
  const table = page.getByRole('region', { name: 'Executions' })
  await table.getByText('unmatched').waitFor()
  await table.getByText('it is not so that name contains Founder story', { exact: false }).waitFor()

  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Value').fill('Chino')
  await page.getByText('You have changes that are not saved.').waitFor()
  await page.getByRole('button', { name: 'Save the changes' }).click()
  await page.getByText('is saved as version 2.').waitFor()
  assert.deepEqual((await get(app, `/v1/automations/${id}`)).when, {
    field: 'name',
    operator: 'contains',
    value: 'Chino',
  })

  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete the rule' }).click()
  await page.getByRole('heading', { level: 1, name: 'Automations' }).waitFor()
  assert.equal((await app.call('GET', `/v1/automations/${id}`)).status, 404)
  expectProblems(/status of 404/)
  await page.goto(`/automations/${id}`)
  await page.getByRole('heading', { name: /not/i }).waitFor()
})

test('rules that would change the same say so, in the list and in a preview', async ({ app, signedIn }) => {
  const over = (name: string, then: RuleInput['then']): RuleInput => ({
    ...{ name, mode: 'act', enabled: true, then, scope: { level: 'ad', accountIds: [demo.account] } },
    when: { metric: 'spend', window: 'last_7_days', operator: 'gt', value: 1 },
    protections: { minSpend: 0 },
  })
  const copying = await makeRule(app, over('Copies <i>all</i>', [{ action: 'duplicate' }]))
  const pausing = await makeRule(app, over('Pauses all', [{ action: 'pause' }]))
  const { page } = await signedIn()
  await page.goto('/automations')
  await page.getByText('May meet Pauses all: that one acts.').waitFor()
  await page.goto(`/automations/${pausing}`)
  await page.getByText(/^Meets Copies <i>all<\/i> on \d+: this rule acts\.$/).waitFor()
  await axe(page)
  for (const id of [copying, pausing])
    await app.app.services.db.deleteFrom('automations').where('id', '=', id).execute()
})

test('connections say how each platform is reached, and how to connect one', async ({ signedIn }) => {
  const { page } = await signedIn()
  await page.goto('/connections')
  await page.getByRole('heading', { level: 2, name: 'tiktok' }).waitFor()
  assert.equal(await page.getByText('sandbox', { exact: true }).count(), 7)
  await page.getByRole('link', { name: 'Connect LinkedIn' }).waitFor()
  await axe(page)
  await page.getByRole('button', { name: 'Paste a token' }).click()
  await choose(page.getByRole('dialog').getByLabel('Platform', { exact: true }), 'linkedin')
  await axe(page)
})

test('what a rule suggests is one line at home, however much it is', async ({ app, signedIn }) => {
  const { decisions } = await runRule(app, await makeRule(app, { ...suggesting('e'), name: 'Looks at many' }))
  const suggested = decisions.filter(({ outcome }) => outcome === 'suggested').length
  assert.ok(suggested > 1, JSON.stringify(decisions))
  const { page } = await signedIn()
  await page.goto('/')
  const line = page.getByRole('listitem').filter({ hasText: 'Looks at many' })
  await line.getByText(`The rule Looks at many suggests ${suggested} changes`, { exact: false }).waitFor()
  assert.equal(await line.count(), 1)
})
