import assert from 'node:assert/strict'
import { demo } from '../../src/api/examples.ts'
import { axe } from '../support/browser/axe.ts'
import { choose } from '../support/browser/choose.ts'
import { browserTests } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { guardedBy } from '../support/guards/guards.ts'

const test = await browserTests()

interface Kept {
  id: number
  name: string | null
  basis: string
  by: string | null
  overdelivery: boolean
}

async function guardsOf({ app }: Stage): Promise<Kept[]> {
  return (await app.call<{ guards: Kept[] }>('GET', '/v1/spend-guards')).body.guards
}

async function open(stage: Stage, options: Parameters<Stage['signedIn']>[1] = {}) {
  const visit = await stage.signedIn('owner', options)
  await visit.page.goto('/guards')
  await visit.page.getByRole('heading', { level: 1, name: 'Guards' }).waitFor()
  return visit
}

test('a guard from before says what it would count by what runs, and one press makes it so', async (stage) => {
  await guardedBy(stage.app, { name: 'From before', accountId: demo.account, dailyCap: 250 }, { largestBatch: 5 })
  const { page } = await open(stage)
  const proposal = page.getByRole('note', { name: 'Proposal for From before' })
  const words = await proposal.innerText()
  assert.match(words, /With commitments \d+\.\d\d USD of 250\.00 USD would be counted today: every write that adds anything would be refused\./) // prettier-ignore
  await proposal.getByRole('button', { name: 'Count what runs in From before' }).click()
  await page.getByText('From before counts what runs from now on.').waitFor()
  await proposal.waitFor({ state: 'detached' })
  assert.deepEqual(
    (await guardsOf(stage)).map(({ name, basis }) => ({ name, basis })),
    [
      { name: 'From before', basis: 'commitments' },
      { name: null, basis: 'spend' },
    ],
  )
})

test('a cap is a picture of what was spent, what may still be and what is left, with the figures beside it', async (stage) => {
  await guardedBy(stage.app, { name: 'Room', accountId: demo.account, basis: 'commitments', dailyCap: 5000 })
  const { page } = await open(stage)
  const today = page.getByRole('group', { name: 'Today' })
  await today
    .getByRole('img', { name: /^Today: \$[\d.,]+ spent, \$[\d.,]+ may still be spent, \$[\d.,]+ left$/ })
    .waitFor()
  const figures = await today.innerText()
  assert.match(figures, /spent\s+\$[\d.,]+\s+may still be spent\s+\$[\d.,]+\s+left\s+\$[\d.,]+/)
  await page.getByText(/On Meta a day may cost up to 1\.75 times a daily budget\. This is not counted\./).waitFor()
  await axe(page)
})

test('spend that nobody can tell is said in words, and not drawn as room', async (stage) => {
  await stage.app.app.services.db.deleteFrom('currency_rates').execute()
  await guardedBy(stage.app, { name: 'Dark', currency: 'MRU', basis: 'commitments', dailyCap: 100 })
  const { page } = await open(stage)
  const today = page.getByRole('group', { name: 'Today' })
  await today.getByRole('img', { name: 'Today: unknown spent, unknown may still be spent, unknown left' }).waitFor()
  await today.getByText(/There is no rate/).waitFor()
  await today.getByText('What is not known is beyond the limit: writes that cost are held up.').waitFor()
})

test('a guard for one key is made by the name of the key, with how far a day may go', async (stage) => {
  await guardedBy(stage.app)
  const { page } = await open(stage)
  await page.getByRole('button', { name: 'New guard' }).click()
  const dialog = page.getByRole('dialog', { name: 'New guard' })
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Agent a day')
  await choose(dialog.getByRole('combobox', { name: 'By' }), { label: 'Assistants with Demo key' })
  assert.ok(await dialog.getByRole('checkbox', { name: /^Stop/ }).isDisabled(), 'stop goes by what everybody spent')
  await dialog.getByRole('textbox', { name: 'Daily cap' }).fill('40')
  await dialog.getByRole('checkbox', { name: /^Overdelivery/ }).check()
  await axe(page)
  await dialog.getByRole('button', { name: 'Set the guard' }).click()
  await page.getByText('The guards are set.').waitFor()
  await page.getByRole('main').getByText('Assistants with Demo key').waitFor()
  const [guard] = await guardsOf(stage)
  assert.ok(guard?.by?.startsWith('assistant:'), JSON.stringify(guard))
  assert.equal(guard?.overdelivery, true)
})

test('a guard reads as a sentence while it is made, with its account told apart, and how it would stand today', async (stage) => {
  await guardedBy(stage.app)
  const { page } = await open(stage)
  await page.getByRole('button', { name: 'New guard' }).click()
  const dialog = page.getByRole('dialog', { name: 'New guard' })
  const says = dialog.getByRole('region', { name: 'What it says' })
  await says.getByText('Give it at least one limit').waitFor()
  const account = dialog.getByRole('combobox', { name: 'Ad account' })
  await account.click()
  const labels = await page.getByRole('listbox').getByRole('option').allInnerTexts()
  assert.ok(labels.length > 5)
  assert.equal(new Set(labels).size, labels.length, 'no two accounts read alike')
  await page.keyboard.press('Escape')
  await choose(account, { label: labels.find((label) => label.includes(demo.account))! })
  await dialog.getByRole('combobox', { name: 'Platform' }).getByText('Meta').waitFor()
  await dialog.getByRole('textbox', { name: 'Daily cap' }).fill('1')
  await choose(dialog.getByRole('combobox', { name: 'Mode' }), { label: 'ask: a person decides' })
  await dialog.getByRole('checkbox', { name: /^Four eyes/ }).check()
  await says
    .getByText(
      /^For .+ · Meta: At most \S+1\.00 a day\. Beyond that a person is asked, somebody else than who asked\.$/,
    )
    .waitFor()
  await says.getByText('From now on every write that costs would wait for a person.').waitFor()
  await dialog.getByRole('textbox', { name: 'Daily cap' }).fill('100000000')
  await says.getByText(/^Nothing would be held up now/).waitFor()
  await axe(page)
  assert.deepEqual(await guardsOf(stage), [], 'nothing is kept by looking')
})

test('a guard without a cap tells which writes of the last days it would have asked about, by name', async (stage) => {
  await guardedBy(stage.app)
  const budget = async (dailyBudget: number) => {
    const body = { entityId: demo.adSet, entityType: 'adset', dailyBudget }
    assert.equal((await stage.app.call('POST', '/v1/manage/update-budget', { body })).status, 200)
  }
  await budget(60)
  await budget(75)
  const { page } = await open(stage)
  await page.getByRole('button', { name: 'New guard' }).click()
  const dialog = page.getByRole('dialog', { name: 'New guard' })
  await choose(dialog.getByRole('combobox', { name: 'Mode' }), { label: 'ask: a person decides' })
  await dialog.getByRole('textbox', { name: 'Currency' }).fill('USD')
  await dialog.getByRole('textbox', { name: 'Largest single budget' }).fill('70')
  const past = dialog.getByRole('region', { name: 'The last 7 days' })
  await past
    .getByText(/^Of the 2 writes of the last 7 days that it covers, it would have asked a person about 1\.$/)
    .waitFor()
  const [first, ...others] = await past.getByRole('listitem').allInnerTexts()
  assert.match(first ?? '', /^US \| Lookalike 1% \| Leads got a budget of \$75\.00\s+.+ · Meta, Demo key, /)
  assert.deepEqual(others, [])
  await axe(page)
  await dialog.getByRole('textbox', { name: 'Largest raise (percent)' }).fill('10')
  await past.getByText('Largest single budget: 1 · Largest raise (percent): 2').waitFor()
  await dialog.getByRole('textbox', { name: 'Largest single budget' }).fill('80')
  await dialog.getByRole('textbox', { name: 'Largest raise (percent)' }).fill('')
  await past.getByText('All 2 writes of the last 7 days that it covers keep to its limits.').waitFor()
})

test('the page fits a phone, in the dark too', async (stage) => {
  await guardedBy(
    stage.app,
    { name: 'From before', accountId: demo.account, dailyCap: 250, monthlyCap: 60_000 },
    { name: 'Everything', basis: 'commitments', dailyCap: 20_000, currency: 'USD', mode: 'ask', fourEyes: true },
  )
  const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const
  const { page } = await open(stage, phone)
  await page.getByRole('note').waitFor()
  assert.ok(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'), 'nothing is cut off')
  await axe(page)
})
