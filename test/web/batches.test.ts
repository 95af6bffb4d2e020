import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { findCompany } from '../../src/core/people/companies/companies.ts'
import { axe } from '../support/browser/axe.ts'
import { choose } from '../support/browser/choose.ts'
import { browserTests } from '../support/browser/stage.ts'
import type { TestApp } from '../support/harness.ts'
import { batchesInHand, openStreams } from '../support/web/batches-in-hand.ts'
import { bareItems } from '../support/launch/bare-items.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { launchInto } from '../support/web/launch-into.ts'

const test = await browserTests()

const markup = '<img src=x onerror="document.title=1"> sale'

/** The next creative of the primary platform is not made. */
const fault = (app: TestApp, more: object) =>
  app.control('POST', 'faults', {
    platform: 'meta',
    match: { method: 'POST', path: '/adcreatives$' },
    times: 1,
    ...more,
  })

const state = (page: Page, word: string) => page.getByRole('main').getByText(word, { exact: true }).first()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('a batch is followed to its end, its receipts are read, and it is undone after a dry run', async (stage) => {
  const { app, signedIn } = stage
  const { page } = await signedIn()
  await fault(app, { fault: 'throttle', seconds: 2 })
  const id = await launchInto(app, { name: markup })
  await page.goto('/batches')
  await page.getByRole('region', { name: 'Batches' }).getByRole('link').first().click()
  await page.waitForURL(`**/batches/${id}`)
  const chosen = page.getByRole('region', { name: 'The chosen ad' })
  await chosen.getByText('the platform asked for a pause', { exact: false }).first().waitFor()
  await page.getByText('All 3 ads were launched.').waitFor()
  await state(page, 'success').waitFor()
  assert.equal(await page.getByRole('button', { name: markup }).count(), 3, 'markup in a name is text')
  await chosen.getByText('Made on the platform', { exact: false }).waitFor()
  const steps = chosen.getByRole('list', { name: 'Steps of the ad' }).getByRole('listitem')
  await steps.nth(2).getByText('done').waitFor()
  const reported = await steps.allTextContents()
  assert.deepEqual(
    reported.map((text) => /^[A-Z][a-z]+( 1)?(?=done)/.exec(text)?.[0]),
    ['Media 1', 'Creative', 'Ad'],
    reported.join('\n'),
  )
  assert.match(reported[1]!, /[2-9] tries · last sent \d\d:\d\d:\d\d · took /, 'the pause cost a try')
  const link = await chosen.getByRole('link').first().getAttribute('href')
  assert.match(link!, /^https?:/)
  await axe(page)

  await press(page, 'Receipts')
  const receipts = page.getByText('as asked', { exact: true })
  await receipts.first().waitFor()
  assert.equal(await receipts.count(), 3)
  await page.locator('summary').first().click()
  const fields = page.getByRole('region', { name: `Asked and stored of ${markup}` }).first()
  const row = fields.getByRole('row').filter({ hasText: markup }).first()
  assert.deepEqual(await row.getByRole('cell').allTextContents(), [markup, markup])
  await page.getByText('A click leads to ', { exact: false }).first().waitFor()
  await page.getByText('The platform’s own changes: none is on of', { exact: false }).first().waitFor()
  await axe(page)

  await press(page, 'Undo …')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('3 of 3 ads would be removed. Nothing was changed.').waitFor()
  await axe(page)
  assert.equal((await app.finished(id)).undoneAds, 0, 'the dry run changes nothing')
  await press(page, 'Remove 3 ads')
  await page.getByText('Undone: all 3 ads that existed were removed again.').first().waitFor()
  assert.equal((await app.finished(id)).undoneAds, 3)
  assert.ok(await page.getByRole('button', { name: 'Undo …' }).isDisabled(), 'there is nothing left to undo')
  await state(page, 'undone').waitFor()
  await page.getByRole('link', { name: 'All batches' }).click()
  await page.getByRole('region', { name: 'Batches' }).getByText('undone', { exact: true }).first().waitFor()
})

test('what failed says what the platform said and what to do, and is launched again', async ({ app, signedIn }) => {
  const { page } = await signedIn()
  await fault(app, { fault: 'platform-error', code: 100, subcode: 1487390 })
  const id = await launchInto(app, { adSets: 1, name: 'Refused once' })
  await app.finished(id)
  await page.goto(`/batches/${id}`)
  await state(page, 'error').waitFor()
  const chosen = page.getByRole('region', { name: 'The chosen ad' })
  const said = await chosen.innerText()
  for (const word of ['100', '1487390', 'Trace id', 'creative']) assert.ok(said.includes(word), `${word} in ${said}`)
  await axe(page)
  await press(page, 'Launch again what failed')
  await press(page, 'Launch again')
  await page.getByText('The ad was launched.').waitFor()
  await chosen.getByText('Launched again: 1', { exact: false }).waitFor()
})

test('what failed is opened in the sheet, with the words of the platform in its row', async ({ app, signedIn }) => {
  const { page } = await signedIn()
  await fault(app, { fault: 'platform-error', code: 100, subcode: 1487390 })
  const id = await launchInto(app, { adSets: 1, name: 'To be mended' })
  await app.finished(id)
  await page.goto(`/batches/${id}`)
  const { body } = await app.call<{ failedAds: { message: string }[] }>('GET', `/v1/batch-status/${id}`)
  await press(page, 'Mend what failed')
  await page.waitForURL(/\/launch$/)
  await page.getByText('Draft: What failed of', { exact: false }).waitFor()
  await page.getByRole('gridcell').getByText('To be mended', { exact: false }).first().waitFor()
  await page.getByText(body.failedAds[0]!.message, { exact: false }).first().waitFor()
  await axe(page)
})

test('ads stand there with their account and ad set by name, on paper too, and ids are copied by a press', async (stage) => {
  const { app, signedIn } = stage
  const { page, context } = await signedIn()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const read = async <Body>(path: string) => (await app.call<Body>('GET', path)).body
  const fixture = await demoFixture(app)
  const adAccountId = fixture.accounts[0]!.id
  const adSets = await read<{ data: { value: string; label: string }[] }>(
    `/v1/adsets?accountId=${adAccountId}&limit=500`,
  )
  const { value: adSetId, label } = adSets.data.find(({ value }) => fixture.adSets[adAccountId]!.includes(value))!
  const ad = { ...singleAd(app, fixture, { adName: 'By name' }), adSets: [{ value: adSetId, label }] }
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads: [ad] } })
  const id = body.adBatchId
  await app.finished(id)
  const { ads } = await read<{ ads: { adId: string }[] }>(`/v1/batch-status/${id}?include=ads`)
  const { adId } = ads[0]!
  const accounts = await read<{ data: { id: string; name: string }[] }>('/v1/adaccounts')
  const { name } = accounts.data.find((account) => account.id === adAccountId)!
  await page.goto(`/batches/${id}`)
  const list = page.getByRole('region', { name: 'Ads of the batch' })
  await list.getByText(`Meta · ${name} · ${label}`, { exact: true }).waitFor()
  const chosen = page.getByRole('region', { name: 'The chosen ad' })
  await chosen.getByText(label).waitFor()
  await chosen.getByRole('list', { name: 'Steps of the ad' }).getByText('done').nth(2).waitFor()
  const main = await page.getByRole('main').innerText()
  for (const known of [adAccountId, adSetId, adId]) assert.ok(!main.includes(known), known)
  await chosen.getByRole('button', { name: `Ad set: copy the id ${adSetId}` }).click()
  await page.getByText('The id is copied.').waitFor()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), adSetId)
  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
  const paper = await page.locator('section[aria-label=Receipt]').textContent()
  for (const said of [name, label, adId]) assert.ok(paper!.includes(said), said)
})

test('a batch of a thousand ads scrolls, and only what is in sight is drawn', async ({ app, signedIn }) => {
  const { db } = app.app.services
  const company = (await findCompany(db, 'demo'))!
  const lane = { companyId: company.id, platform: 'primary', accountId: 'act_566148315000001' }
  const [item] = await bareItems(db, lane, 1000, { areBegun: false })
  const { page } = await signedIn()
  await page.goto(`/batches/${item!.batchId}`)
  const list = page.getByRole('region', { name: 'Ads of the batch' })
  await list.getByRole('listitem').first().waitFor()
  assert.ok((await list.getByRole('listitem').count()) < 60)
  await page.evaluate(`(() => {
    const list = document.querySelector('[aria-label="Ads of the batch"]')
    list.scrollTo(0, list.scrollHeight)
  })()`)
  await list.locator('[aria-posinset="1000"]').waitFor()
  assert.ok((await list.getByRole('listitem').count()) < 60)
  await axe(page)
})

test('the list is picked by state and account, and says what is empty', async ({ app, signedIn }) => {
  const id = await launchInto(app, { adSets: 1, place: 0, name: 'In the list' })
  await app.finished(id)
  const { page } = await signedIn()
  await page.goto('/batches')
  const rows = page.getByRole('region', { name: 'Batches' }).getByRole('row')
  await rows.nth(1).waitFor()
  await axe(page)
  await choose(page.getByLabel('State'), 'success')
  await choose(page.getByLabel('Ad account'), 'act_566148315000001')
  await page.waitForURL(/state=success/)
  const { body } = await app.call<{ data: unknown[] }>(
    'GET',
    '/v1/batches?status=success&accountId=act_566148315000001&limit=25',
  )
  // The row of headings is the first.
  await rows.nth(body.data.length).waitFor()
  await rows.nth(body.data.length + 1).waitFor({ state: 'detached' })
  await choose(page.getByLabel('State'), 'draft')
  await page.getByText('No batch is like this.').waitFor()
})

test('an id that is unknown, or of another company, is the page that says so', async ({ app, signedIn }) => {
  const { page, expectProblems } = await signedIn()
  expectProblems(/404|There is no batch/)
  const other = await app.stranger()
  const { db } = app.app.services
  const lane = { companyId: other.companyId, platform: 'primary', accountId: 'act_9' }
  const [theirs] = await bareItems(db, lane, 1, { areBegun: false })
  for (const id of ['987654321', 'no-such-slug', String(theirs!.batchId)]) {
    await page.goto(`/batches/${id}`)
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
  }
  await axe(page)
})

test('a batch that waits is cancelled, and a viewer cannot do that', async ({ app, signedIn }) => {
  const [{ page }, viewer] = [await signedIn(), await signedIn('viewer')]
  await fault(app, { fault: 'throttle', seconds: 3600 })
  const id = await launchInto(app, { adSets: 2, place: 1, name: 'Waits' })
  await Promise.all([page.goto(`/batches/${id}`), viewer.page.goto(`/batches/${id}`)])
  assert.ok(await viewer.page.getByRole('button', { name: 'Cancel', exact: true }).isDisabled())
  await page.getByText('the platform asked for a pause', { exact: false }).first().waitFor()
  await press(page, 'Cancel')
  await press(page, 'Cancel what was not sent')
  await state(page, 'cancelled').waitFor()
  await viewer.page.getByText('Cancelled; 0 of 2 ads had been launched.').waitFor()
  assert.equal((await app.finished(id)).status, 'cancelled')
  await app.control('DELETE', 'faults')
})

test('tabs share their streams: all are live, reads go through, and nothing is lost when the tab that reads is closed', async (stage) => {
  const { page: first, context } = await stage.signedIn()
  const streams = openStreams(context)
  const batches = await batchesInHand(stage.app, 5)
  const pages = [first]
  for (let at = 1; at < batches.length; at += 1) pages.push(await context.newPage())
  for (const [at, page] of pages.entries()) {
    await page.goto(`/batches/${batches[at]!.id}`)
    await page.getByRole('button', { name: 'On the way 4' }).waitFor()
  }
  const describe = (count: number, some: Page[]) =>
    Promise.all(some.map((page) => page.getByRole('button', { name: `Launched ${count}`, exact: true }).waitFor()))
  const makeOneEach = () => Promise.all(batches.map(({ make }) => make()))
  await makeOneEach()
  await describe(1, pages)
  const areFew = () => {
    const paths = streams()
    assert.equal(paths.filter((path) => path === '/v1/events').length, 1, paths.join())
    assert.ok(paths.length <= 3, paths.join())
  }
  areFew()
  assert.equal(await pages[4]!.evaluate(`fetch('/v1/adaccounts').then(({ status }) => status)`), 200)

  // The first tab reads for all of them: ads are made while it goes.
  await Promise.all([first.close(), makeOneEach()])
  await describe(2, pages.slice(1))
  await makeOneEach()
  await describe(3, pages.slice(1))
  await makeOneEach()
  await Promise.all(pages.slice(1).map((page) => page.getByText('All 4 ads were launched.').waitFor()))
  areFew()
})
