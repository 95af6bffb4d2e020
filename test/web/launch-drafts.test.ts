import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { browserTests } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { guardedBy } from '../support/guards/guards.ts'
import { signedIn } from '../support/people/browser.ts'
import { root } from '../support/web/built.ts'
import { asTable, asText, batchOf, cell, openSheet, paste, row } from '../support/web/sheet.ts'

const test = await browserTests()

const attached = (page: Page) => page.getByText(/^Draft: /)

/** Rows of these names in the sheet, saved as a draft. */
async function saved(stage: Stage, page: Page, names: string[], draft: string): Promise<void> {
  await pasteRows(stage, page, names)
  await page.getByRole('button', { name: 'Save draft …' }).click()
  await page.getByLabel('Name', { exact: true }).fill(draft)
  await page.keyboard.press('Enter')
  await page.getByText(`Draft: ${draft}`).waitFor()
}

async function pasteRows({ app }: Stage, page: Page, names: string[]): Promise<void> {
  const fixture = await demoFixture(app)
  await page.getByRole('grid').focus()
  await page.keyboard.press('Control+Home')
  await paste(page, asText(asTable(names.map((name) => row(app, fixture, { name })))))
}

async function launch(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: `Launch ${count} …` }).click()
  await page
    .getByRole('dialog', { name: 'Dry run' })
    .getByRole('button', { name: /^(Launch|Ask for approval of) \d/ })
    .click()
}

const toSheet = (page: Page) => page.getByRole('link', { name: 'Launch', exact: true }).click()

async function drafts({ app }: Stage): Promise<{ id: number; name: string | null }[]> {
  return (await app.call<{ data: { id: number; name: string | null }[] }>('GET', '/v1/drafts')).body.data
}

test('a draft that was launched lets go of the sheet, also for whoever comes back at once or loads the page anew', async (stage) => {
  const page = await openSheet(stage)
  await saved(stage, page, ['First'], 'Spring DE')
  await launch(page, 1)
  const first = await batchOf(page)
  await toSheet(page)
  await page.getByRole('button', { name: 'Launch …' }).waitFor()
  assert.equal(await attached(page).count(), 0)
  await page.reload()
  await page.getByRole('button', { name: 'Launch …' }).waitFor()
  assert.equal(await attached(page).count(), 0)
  await pasteRows(stage, page, ['Second'])
  await launch(page, 1)
  const second = await batchOf(page)
  assert.notEqual(second, first)
  assert.equal((await stage.app.finished(second)).summaryStatus, 'success')
})

test('what was changed a moment before a page is left is there when somebody comes back', async (stage) => {
  const page = await openSheet(stage)
  await saved(stage, page, ['Left'], 'Left at once')
  await page.getByRole('link', { name: 'Campaigns', exact: true }).click()
  await page.getByRole('heading', { name: 'Campaigns' }).waitFor()
  const days = page.getByLabel('Days of the figures')
  await days.waitFor()
  const before = await days.innerText()
  await days.click()
  await page.getByRole('option', { name: 'Last 30 days' }).waitFor()
  // Chosen and left in the same moment.
  await page.evaluate(`(() => {
    ;[...document.querySelectorAll('[role=option]')].find((option) => option.textContent === 'Last 30 days').click()
    ;[...document.querySelectorAll('nav a')].find((link) => link.textContent === 'Guards').click()
  })()`)
  await page.getByRole('heading', { name: 'Guards', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Campaigns', exact: true }).click()
  assert.notEqual(before, 'Last 30 days')
  assert.equal(await days.innerText(), 'Last 30 days')
})

test('what is kept is written with the change; where that is too much, it is written when the page goes', async () => {
  const later: string[] = []
  for await (const file of glob('web/src/**/*.{ts,tsx}', { cwd: root })) {
    const source = readFileSync(join(root, file), 'utf8')
    if (!/localStorage\.setItem|writeStored\(/.test(source) || !/setTimeout/.test(source)) continue
    later.push(file)
    assert.match(source, /addEventListener\('pagehide'/, file)
  }
  assert.deepEqual(later, ['web/src/pages/launch/sheet/kept.ts'])
})

test('a draft that somebody else launched or deleted is let go: its ads can be saved and launched anew', async (stage) => {
  const page = await openSheet(stage, /404 .*\/v1\/drafts/)
  await saved(stage, page, ['Kept'], 'Gone soon')
  for (const { id } of await drafts(stage)) await stage.app.call('DELETE', `/v1/drafts/${id}`)
  await page.getByRole('button', { name: 'Save draft …' }).click()
  const saving = page.getByRole('dialog', { name: 'Save as a draft' })
  await saving.getByRole('button', { name: 'Save', exact: true }).click()
  await saving.waitFor({ state: 'detached' })
  assert.deepEqual(
    (await drafts(stage)).map(({ name }) => name),
    ['Gone soon'],
  )
  for (const { id } of await drafts(stage)) await stage.app.call('DELETE', `/v1/drafts/${id}`)
  await page.getByRole('button', { name: 'Launch 1 …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dry run' })
  await dialog.getByText('The draft “Gone soon” is no longer there').waitFor()
  await dialog.getByRole('button', { name: 'Launch 1 ad' }).click()
  assert.equal((await stage.app.finished(await batchOf(page))).summaryStatus, 'success')
  await toSheet(page)
  assert.equal(await attached(page).count(), 0)
})

test('a press lets go of a draft: it stays as it was saved, and what follows is another', async (stage) => {
  const page = await openSheet(stage)
  await saved(stage, page, ['Mine'], 'Stays')
  await page.getByRole('button', { name: 'Let go of the draft Stays' }).click()
  assert.equal(await attached(page).count(), 0)
  await page.reload()
  await cell(page, 1, 'name').getByText('Mine').waitFor()
  assert.equal(await attached(page).count(), 0)
  await launch(page, 1)
  await stage.app.finished(await batchOf(page))
  assert.ok((await drafts(stage)).some(({ name }) => name === 'Stays'))
})

test('a draft that is launched by an approval lets go of the sheet, and its ads are not there to be launched twice', async (stage) => {
  const { app } = stage
  const page = await openSheet(stage, /409 .*\/launch/)
  await saved(stage, page, ['Asked 1', 'Asked 2'], 'By approval')
  await guardedBy(app, { name: 'One at a time', largestBatch: 1, mode: 'ask' })
  await launch(page, 2)
  const dialog = page.getByRole('dialog', { name: 'Dry run' })
  await dialog.getByRole('link', { name: 'See what waits for approval' }).waitFor()
  await dialog.getByRole('button', { name: 'Back to the sheet' }).click()
  await page.getByText('waits for approval').waitFor()
  const admin = await signedIn(app, 'admin')
  const { body } = await admin.call('GET', '/v1/approvals?state=waiting')
  const [approval] = body.data as { id: number; digest: string }[]
  const decided = await admin.call('POST', `/v1/approvals/${approval!.id}/approve`, {
    body: { digest: approval!.digest },
  })
  assert.deepEqual([decided.status, decided.body.state], [200, 'done'], JSON.stringify(decided.body))
  await page.getByText('was approved and launched').waitFor()
  assert.equal(await attached(page).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Launch …' }).isDisabled(), true)
  await guardedBy(app)
})

test('what somebody else saved of a draft is not overwritten: it is asked about when it is saved and when it is launched', async (stage) => {
  const { app } = stage
  const page = await openSheet(stage, /409 .*\/v1\/drafts/)
  await saved(stage, page, ['Mine 1', 'Mine 2'], 'Of two')
  const of = async () => (await drafts(stage)).find(({ name }) => name === 'Of two')!.id
  const theirs = async (adName: string) => {
    const fixture = await demoFixture(app)
    const ads = [singleAd(app, fixture, { adName })]
    assert.equal((await app.call('PATCH', `/v1/drafts/${await of()}`, { body: { ads } })).status, 200)
  }
  const adNames = async () =>
    (await app.call<{ ads: { adName: string }[] }>('GET', `/v1/drafts/${await of()}`)).body.ads.map((ad) => ad.adName)
  await theirs('Theirs')
  await page.getByRole('button', { name: 'Save draft …' }).click()
  const saving = page.getByRole('dialog', { name: 'Save as a draft' })
  await saving.getByRole('button', { name: 'Save', exact: true }).click()
  await saving.getByRole('alert').getByText('was saved somewhere else').waitFor()
  assert.deepEqual(await adNames(), ['Theirs'])
  await saving.getByRole('button', { name: 'Show what was saved' }).click()
  await cell(page, 1, 'name').getByText('Theirs').waitFor()
  await page.getByRole('grid').focus()
  await page.keyboard.press('Control+z')
  await cell(page, 1, 'name').getByText('Mine 1').waitFor()
  await theirs('Theirs again')
  await page.getByRole('button', { name: 'Launch 2 …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dry run' })
  await dialog.getByRole('alert').getByText('was saved somewhere else').waitFor()
  assert.equal(await dialog.getByRole('button', { name: /^Launch/ }).isDisabled(), true)
  await dialog.getByRole('button', { name: 'Go on with mine' }).click()
  await dialog.getByRole('button', { name: 'Launch 2 ads' }).click()
  const batch = await app.finished(await batchOf(page))
  assert.deepEqual([batch.summaryStatus, batch.successfulAds], ['success', 2])
})

test('a sheet that was launched in one tab is not launched in another whose dry run is open', async (stage) => {
  const page = await openSheet(stage)
  await saved(stage, page, ['Once'], 'In two tabs')
  const other = await page.context().newPage()
  await other.goto('/launch')
  await other.getByText('Draft: In two tabs').waitFor()
  await other.getByRole('button', { name: 'Launch 1 …' }).click()
  await other.getByRole('dialog', { name: 'Dry run' }).getByRole('button', { name: 'Launch 1 ad' }).waitFor()
  const told = other.getByText('was launched or emptied in another tab').waitFor()
  await launch(page, 1)
  await batchOf(page)
  await told
  assert.equal(await other.getByRole('dialog', { name: 'Dry run' }).count(), 0)
  assert.equal(await attached(other).count(), 0)
})

test('a launch of a draft whose ads could not be saved first saves them when it is pressed again, and launches none that are older', async (stage) => {
  const { app } = stage
  const page = await openSheet(stage, /422 .*\/v1\/drafts/)
  await saved(stage, page, ['Old'], 'Behind')
  await pasteRows(stage, page, ['New'])
  let refused = 0
  await page.route('**/v1/drafts/*', (route) => {
    if (route.request().method() !== 'PATCH' || refused > 0) return route.continue()
    refused += 1
    return route.fulfill({ status: 422, json: { error: { code: 'unprocessable_entity', message: 'Not now.' } } })
  })
  await launch(page, 1)
  const dialog = page.getByRole('dialog', { name: 'Dry run' })
  await dialog.getByText('Not now.').waitFor()
  await dialog.getByRole('button', { name: 'Launch 1 ad' }).click()
  const id = await batchOf(page)
  await app.finished(id)
  const { body } = await app.call<{ data: { adName: string }[] }>('GET', `/v1/batches/${id}/receipts`)
  assert.deepEqual(
    body.data.map(({ adName }) => adName),
    ['New'],
  )
})
