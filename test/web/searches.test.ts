import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { demo } from '../../src/api/examples.ts'
import { axe } from '../support/browser/axe.ts'
import { choose } from '../support/browser/choose.ts'
import { browserTests } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { untilTrue } from '../support/ask-until.ts'
import { guardedBy } from '../support/guards/guards.ts'
import { beyondTheScreen, phone } from '../support/web/phone.ts'

const test = await browserTests()
const accountId = demo.searchAccount

interface Listed {
  data: {
    id: string
    text: string
    matchType: string
    status?: string
    adGroupId: string | null
    adGroupName: string
  }[]
}

const listed = async ({ app }: Stage, what: 'keywords' | 'negatives') =>
  (await app.call<Listed>('GET', `/v1/google-ads/${what}?accountId=${accountId}&limit=1000`)).body.data

async function open(stage: Stage, list: string, options: Parameters<Stage['signedIn']>[1] = {}) {
  const visit = await stage.signedIn('owner', options)
  await visit.page.goto(`/campaigns/searches?account=${accountId}${list}`)
  await visit.page.getByRole('heading', { level: 1, name: 'Searches and keywords' }).waitFor()
  return visit
}

const row = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text }).first()

test('what people typed becomes a keyword or is kept away with a press', async (stage) => {
  const { page } = await stage.signedIn()
  await page.goto(`/campaigns?account=${accountId}`)
  await page.getByRole('link', { name: 'Keywords', exact: true }).click()
  await page.getByRole('table').waitFor()
  await axe(page)
  const neither = row(page, /neither/)
  const button = neither.getByRole('button', { name: /^Keyword: / })
  const term = /“(.+)”/.exec((await button.getAttribute('aria-label'))!)![1]!
  await button.click()
  await page.getByText('It is a keyword from now on.').waitFor()
  await row(page, term).getByText('a keyword', { exact: true }).waitFor()
  assert.ok((await listed(stage, 'keywords')).some(({ text, matchType }) => text === term && matchType === 'EXACT'))
  await choose(page.getByRole('combobox', { name: 'How close' }), 'PHRASE')
  await row(page, term)
    .getByRole('button', { name: /^Negative: / })
    .click()
  await page.getByText('Ads are kept away from it from now on.').waitFor()
  assert.ok((await listed(stage, 'negatives')).some(({ text, matchType }) => text === term && matchType === 'PHRASE'))
})

test('searches that cost and brought nothing are found, and where there is none it says so', async (stage) => {
  const { page } = await open(stage, '')
  await page.getByRole('checkbox', { name: 'Brought nothing' }).check()
  await page.getByRole('textbox', { name: 'Cost at least' }).fill('much')
  await page.getByText('must be an amount').waitFor()
  await page.getByRole('textbox', { name: 'Cost at least' }).fill('1000000')
  await page.getByText('Nobody searched like this.').waitFor()
})

test('keywords are added many at once, after what would happen was said; one is paused and runs again', async (stage) => {
  const { page, expectProblems } = await open(stage, '&list=keywords')
  expectProblems(/422 \(Unprocessable/)
  await page.getByRole('button', { name: 'Add keywords …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add keywords' })
  const add = dialog.getByRole('button', { name: /^Add/ })
  await dialog.getByRole('textbox', { name: 'Keywords' }).fill('[teak sideboard]\nteak bench *\n"teak stool"')
  assert.ok(await add.isDisabled(), 'first it is asked what would happen')
  await dialog.getByRole('button', { name: 'What would happen' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByRole('textbox', { name: 'Keywords' }).fill('[teak sideboard]\n"teak stool"')
  await dialog.getByRole('button', { name: 'What would happen' }).click()
  await dialog.getByText('2 would be added.').waitFor()
  await axe(page)
  assert.ok(!(await listed(stage, 'keywords')).some(({ text }) => text === 'teak stool'), 'nothing was added by asking')
  await dialog.getByRole('button', { name: 'Add 2' }).click()
  await page.getByText('2 words were added.').waitFor()
  const made = (await listed(stage, 'keywords')).filter(({ text }) => text.startsWith('teak '))
  assert.deepEqual(made.map(({ text, matchType }) => `${matchType} ${text}`).toSorted(), [
    'EXACT teak sideboard',
    'PHRASE teak stool',
  ])
  await page.goto(`/campaigns/searches?account=${accountId}&list=keywords&group=${made[0]!.adGroupId}`)
  const running = page.getByRole('switch', { name: 'teak stool runs' })
  const state = async () => (await listed(stage, 'keywords')).find(({ text }) => text === 'teak stool')?.status
  await running.click()
  await page.getByText('The keyword is paused.').waitFor()
  assert.equal(await state(), 'PAUSED')
  await running.click()
  await page.getByText('The keyword runs.').waitFor()
  assert.equal(await state(), 'ENABLED')
})

test('negatives are added to a whole campaign and removed; what lists share is removed for all alone', async (stage) => {
  const { page } = await open(stage, '&list=negatives')
  await page.getByRole('button', { name: 'Add negatives …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add negatives' })
  await dialog.getByRole('textbox', { name: /^Searches to keep/ }).fill('teak for free')
  await dialog.getByRole('button', { name: 'What would happen' }).click()
  await dialog.getByText('1 would be added.').waitFor()
  await dialog.getByRole('button', { name: 'Add 1' }).click()
  await page.getByText('1 word was added.').waitFor()
  const found = (await listed(stage, 'negatives')).find(({ text }) => text === 'teak for free')
  assert.equal(found?.adGroupId, null, 'it holds for the campaign')
  await row(page, 'teak for free').getByRole('checkbox').check()
  const shared = row(page, /The list “/)
  await shared.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Remove …' }).click()
  const ask = page.getByRole('dialog', { name: 'Remove 2 negatives?' })
  assert.ok(await ask.getByRole('button', { name: 'Remove', exact: true }).isDisabled())
  await axe(page)
  await ask.getByRole('button', { name: 'Keep them away' }).click()
  await shared.getByRole('checkbox').uncheck()
  await page.getByRole('button', { name: 'Remove …' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('1 removed: ads show for these searches again.').waitFor()
  await untilTrue(async () => !(await listed(stage, 'negatives')).some(({ text }) => text === 'teak for free'))
})

test('a guard that asks is said before, and the button asks for approval', async (stage) => {
  await guardedBy(stage.app, { name: 'Ten', accountId, largestBatch: 1, mode: 'ask' })
  const { page, expectProblems } = await open(stage, '&list=keywords')
  await page.getByRole('button', { name: 'Add keywords …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add keywords' })
  await dialog.getByRole('textbox', { name: 'Keywords' }).fill('ash bench\nash stool')
  await dialog.getByRole('button', { name: 'What would happen' }).click()
  await dialog.getByText('asks first').waitFor()
  expectProblems(/409 \(Conflict\)/)
  await dialog.getByRole('button', { name: 'Ask for approval' }).click()
  await dialog.getByRole('link', { name: 'See what waits for approval' }).waitFor()
  assert.ok(!(await listed(stage, 'keywords')).some(({ text }) => text.startsWith('ash ')))
  await guardedBy(stage.app)
})

test('an account of another platform says where there are keywords, on a phone too', async (stage) => {
  const visit = await stage.signedIn('owner', { ...phone, colorScheme: 'dark' })
  await visit.page.goto(`/campaigns/searches?account=${demo.account}`)
  await visit.page.getByText('Meta has no keywords.').waitFor()
  await visit.page.goto(`/campaigns/searches?account=${accountId}`)
  await visit.page.getByRole('table').waitFor()
  assert.deepEqual(await beyondTheScreen(visit.page), [])
  await axe(visit.page)
})
