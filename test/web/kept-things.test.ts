import assert from 'node:assert/strict'
import { demo } from '../../src/api/examples.ts'
import { axe } from '../support/browser/axe.ts'
import { browserTests } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { beyondTheScreen, phone } from '../support/web/phone.ts'

const test = await browserTests()

interface Template {
  id: number
  name: string
  title: string | null
  variations: { title?: string | null }[]
}

const templates = async ({ app }: Stage) =>
  (await app.call<{ data: Template[] }>('GET', '/v1/ad-copy-templates')).body.data

test('a text is written with its wordings, changed and deleted', async (stage) => {
  const { page } = await stage.signedIn()
  await page.goto('/library')
  await page.getByRole('link', { name: 'Ad texts' }).click()
  await page.getByRole('button', { name: 'New text …' }).click()
  const dialog = page.getByRole('dialog', { name: 'New text' })
  assert.ok(await dialog.getByRole('button', { name: 'Save' }).isDisabled(), 'a name is needed')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Spring | 50 % 🌷')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('<b>Half price</b>')
  await dialog.getByRole('button', { name: 'Another wording' }).click()
  const wording = dialog.getByRole('group', { name: 'Wording 2' })
  await wording.getByRole('textbox', { name: 'Title' }).fill('Until Sunday')
  await axe(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The text is kept.').waitFor()
  const row = page.getByRole('row').filter({ hasText: 'Spring | 50 % 🌷' })
  await row.getByText('<b>Half price</b>').waitFor()
  const [made] = (await templates(stage)).filter(({ name }) => name.startsWith('Spring | 50'))
  assert.equal(made?.variations[0]?.title, 'Until Sunday')
  await axe(page)
  await row.getByRole('button', { name: /^Change/ }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).first().fill('')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  // As long as it is open, no row behind it has a role.
  await page.getByRole('dialog', { name: 'Change the text' }).waitFor({ state: 'detached' })
  await row.getByText('<b>Half price</b>').waitFor({ state: 'detached' })
  assert.equal((await templates(stage)).find(({ id }) => id === made?.id)?.title, null)
  await row.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('The text is deleted.').waitFor()
  assert.ok(!(await templates(stage)).some(({ id }) => id === made?.id))
})

test('by which numbers creatives are judged is changed, and what is wrong stands at its field', async (stage) => {
  const { page, expectProblems } = await stage.signedIn()
  await page.goto('/creatives')
  await page.getByRole('button', { name: 'How they are judged …' }).click()
  const dialog = page.getByRole('dialog', { name: 'How creatives are judged' })
  const times = dialog.getByRole('textbox', { name: /^Wins: times/ })
  await times.fill('many')
  expectProblems(/400 \(Bad Request\)/)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').waitFor()
  assert.equal(await times.getAttribute('aria-invalid'), 'true')
  await times.fill('4.5')
  await dialog.getByRole('textbox', { name: 'How ads are named' }).fill('{concept}_{hook}')
  await axe(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Creatives are judged by these rules now.').waitFor()
  const { body } = await stage.app.call<Record<string, unknown>>('GET', '/v1/creative-settings')
  assert.deepEqual([body.winnerTimes, body.namePattern], [4.5, '{concept}_{hook}'])
})

test('pixels and what counts are listed, and an event is sent to see that it arrives', async (stage) => {
  const { page } = await stage.signedIn()
  await page.goto(`/campaigns?account=${demo.account}`)
  await page.getByRole('link', { name: 'Pixels' }).click()
  await page.getByRole('region', { name: 'Pixels' }).waitFor()
  await axe(page)
  await page
    .getByRole('button', { name: /^Send an event …/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Send an event' })
  await dialog.getByRole('textbox', { name: 'Mail address' }).fill('dana@example.com')
  await dialog.getByRole('textbox', { name: /^What it was worth/ }).fill('much')
  assert.ok(await dialog.getByRole('button', { name: 'Send' }).isDisabled())
  await dialog.getByRole('textbox', { name: /^What it was worth/ }).fill('49.90')
  await axe(page)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await page.getByText('The platform took the event.').waitFor()
  await page.goto(`/campaigns/pixels?account=${demo.searchAccount}`)
  await page.getByText('Google Ads tells nothing of pixels.').waitFor()
})

test('what a webhook tells of is chosen in words', async (stage) => {
  const { page } = await stage.signedIn()
  await page.goto('/webhooks')
  await page.getByRole('button', { name: 'New webhook' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New webhook' })
  await dialog.getByRole('checkbox', { name: 'A batch has ended' }).check()
  const labels = await dialog
    .getByRole('group', { name: /^Events/ })
    .locator('label')
    .allInnerTexts()
  assert.ok(labels.length > 40)
  for (const label of labels) assert.doesNotMatch(label, /\w\.\w|_/, `${label} is a name for programs`)
  await axe(page)
})

test('these pages fit a phone, in the dark too', async (stage) => {
  const { page } = await stage.signedIn('viewer', { ...phone, colorScheme: 'dark' })
  for (const path of ['/library/texts', `/campaigns/pixels?account=${demo.account}`]) {
    await page.goto(path)
    await page.locator('main h1').waitFor()
    await page.locator('main [data-waits]').first().waitFor({ state: 'detached' })
    assert.deepEqual(await beyondTheScreen(page), [])
    await axe(page)
  }
})
