import assert from 'node:assert/strict'
import { demo } from '../../src/api/examples.ts'
import { axe } from '../support/browser/axe.ts'
import { browserTests } from '../support/browser/stage.ts'
import { demoFixture } from '../support/demo.ts'
import { guardedBy } from '../support/guards/guards.ts'
import { asTable, asText, batchOf, cell, openSheet, paste, row, titles } from '../support/web/sheet.ts'

const test = await browserTests()

test('an ad is written, checked and launched by keyboard alone', async (stage) => {
  const { app } = stage
  const fixture = await demoFixture(app)
  const page = await openSheet(stage)
  const press = (key: string) => page.keyboard.press(key)
  await page.evaluate('document.activeElement.blur()')
  const isGrid = () => page.evaluate(`document.activeElement.getAttribute('role') === 'grid'`)
  for (let steps = 0; steps < 60 && !(await isGrid()); steps += 1) await press('Tab')
  await page.keyboard.type('By keyboard')
  await press('Tab')
  await page.keyboard.type(fixture.accounts[0]!.id.slice(0, -1))
  await page.getByRole('option').first().waitFor()
  // The first of what fits is taken.
  await press('Enter')
  await press('ArrowUp')
  await press('ArrowRight')
  // Ad sets are found by their names.
  await press('Enter')
  await page.getByRole('option').first().waitFor()
  await press('ArrowDown')
  await press('Enter')
  await press('Tab')
  const rest = row(app, fixture, {})
  for (const title of titles.slice(3)) {
    await page.keyboard.type(rest[title]!)
    await press('Tab')
  }
  await press('Control+z')
  await press('Control+Shift+z')
  await page.getByRole('heading', { name: 'No problems' }).waitFor()
  // Out of the sheet and back.
  await press('Escape')
  await press('Tab')
  assert.equal(await isGrid(), false)
  await press('Shift+Tab')
  await press('Control+Enter')
  const launch = page.getByRole('button', { name: 'Launch 1 ad' })
  await launch.and(page.locator(':focus')).waitFor()
  await press('Enter')
  const batch = await app.finished(await batchOf(page))
  assert.deepEqual([batch.summaryStatus, batch.successfulAds], ['success', 1])
})

test('cells are filled down, cleared, copied and brought back; what was written outlives a reload', async (stage) => {
  const page = await openSheet(stage)
  await paste(page, 'A\tone\nB\ttwo\nC\tthree')
  await cell(page, 1, 'name').click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+d')
  assert.equal(await cell(page, 3, 'name').innerText(), 'A')
  await page.keyboard.press('Delete')
  assert.equal((await cell(page, 3, 'name').innerText()).split(' ')[0], 'is')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  assert.equal(await cell(page, 3, 'name').innerText(), 'C')
  const copied = await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    document.activeElement.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
    return clipboardData.getData('text/plain')
  })()`)
  assert.equal(copied, 'A\nB\nC')
  await page.reload()
  await cell(page, 3, 'name').getByText('C', { exact: true }).waitFor()
  await cell(page, 1, 'name').click()
  const handle = (await page.getByTitle('Drag to fill down').last().boundingBox())!
  const last = (await cell(page, 3, 'name').boundingBox())!
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
  await page.mouse.down()
  await page.mouse.move(last.x + last.width / 2, last.y + last.height / 2, { steps: 3 })
  await page.mouse.up()
  await cell(page, 3, 'name').getByText('A', { exact: true }).waitFor()
  assert.equal(await cell(page, 2, 'name').innerText(), 'A')
})

test('HTML and scripts in every cell are text', async (stage) => {
  const page = await openSheet(stage)
  const bad = '<img src=x onerror="window.harm=1"><script>window.harm=1</script>'
  const columns = titles.map((title) => (title === 'link' || title === 'media' ? 'javascript:window.harm=1' : bad))
  await paste(page, asText([titles, columns]))
  await page.getByRole('heading', { name: /problem/ }).waitFor()
  assert.ok((await cell(page, 1, 'name').innerText()).startsWith(bad))
  await page.getByText('Preview of row 1').waitFor()
  assert.equal(await page.evaluate('"harm" in window'), false)
  assert.equal(await page.locator('main img[src="x"], main script, main a[href^="javascript"]').count(), 0)
})

test('a file of 2 GB is refused before anything of it is read, and the same picture is sent once', async (stage) => {
  const page = await openSheet(stage)
  const uploads: string[] = []
  page.on('request', (request) => request.url().includes('/v1/media/upload') && uploads.push(request.url()))
  await page.evaluate(`(() => {
    const huge = new File(['x'], 'film.mp4', { type: 'video/mp4' })
    Object.defineProperty(huge, 'size', { value: 2 * 2 ** 30 })
    for (const way of ['arrayBuffer', 'stream', 'slice', 'text']) huge[way] = () => { window.wasRead = true; throw new Error('read') }
    const event = new Event('drop', { bubbles: true, cancelable: true })
    Object.defineProperty(event, 'dataTransfer', { value: { files: [huge], types: ['Files'] } })
    document.querySelector('[role=gridcell]').dispatchEvent(event)
  })()`)
  await page.getByRole('alert').getByText('film.mp4 has 2,048 MB, and at most 100 MB can be uploaded').waitFor()
  assert.equal(await page.evaluate('"wasRead" in window'), false)
  assert.deepEqual(uploads, [])
  const bytes = Buffer.from(await (await fetch(`${stage.app.sandboxUrl}/_assets/square.png`)).arrayBuffer())
  await page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (letter) => letter.charCodeAt(0))
    const transfer = new DataTransfer()
    for (const name of ['one.png', 'two.png']) transfer.items.add(new File([bytes], name, { type: 'image/png' }))
    document.querySelector('main').firstElementChild.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }))
  })()`)
  await cell(page, 2, 'media').getByText('one.png').waitFor()
  assert.match(await cell(page, 1, 'media').innerText(), /one\.png/)
  assert.deepEqual([uploads.length, await cell(page, 2, 'name').innerText()], [1, 'two'])
})

test('5,000 pasted rows are refused with the rows that are too many; 500 are taken, and few of them drawn', async (stage) => {
  const page = await openSheet(stage)
  const many = (count: number) =>
    asText(asTable(Array.from({ length: count }, (_, place) => ({ name: `Ad ${place + 1}` }))))
  await paste(page, many(5000))
  await page.getByRole('alert').getByText('rows 1,001 to 5,000 are too many').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Launch …' }).isDisabled(), true)
  await paste(page, many(500))
  await page.getByRole('button', { name: 'Launch 500 …' }).waitFor()
  assert.ok((await page.getByRole('row').count()) < 60)
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+ArrowDown')
  await page.getByText('Name, row 500').waitFor()
  await page.keyboard.press('Control+ArrowDown')
  await page.getByText('Name, row 501').waitFor()
})

test('a draft comes back as it was saved, and a guard that asks says so, with the way to the approvals', async (stage) => {
  const { app } = stage
  const fixture = await demoFixture(app)
  const page = await openSheet(stage, /409 .*\/launch/)
  await paste(page, asText(asTable([row(app, fixture, { name: 'Kept <b>' }), row(app, fixture, { name: 'Two' })])))
  await page.getByRole('button', { name: 'Save draft …' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Later')
  await page.keyboard.press('Enter')
  await page.getByText('Draft: Later').waitFor()
  await page.getByRole('grid').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Drafts …' }).click()
  await page.getByRole('button', { name: 'Open' }).click()
  await cell(page, 1, 'name').getByText('Kept <b>').waitFor()
  await app.call('PUT', '/v1/spend-guards', {
    body: { guards: [{ name: 'One at a time', largestBatch: 1, currency: 'USD', mode: 'ask' }] },
  })
  await page.getByRole('button', { name: 'Launch 2 …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dry run' })
  await dialog.getByText('One at a time').waitFor()
  await dialog.getByRole('button', { name: 'Ask for approval of 2 ads' }).click()
  await dialog.getByRole('link', { name: 'See what waits for approval' }).waitFor()
})

test('templates, the library and defaults fill rows; what a guard refuses is said in plain words, and nothing is lost', async (stage) => {
  const { app } = stage
  const fixture = await demoFixture(app)
  const media = await app.call('POST', '/v1/media/upload/url', {
    body: { url: `${app.sandboxUrl}/_assets/square.png` },
  })
  assert.equal(media.status, 200)
  const { filename: file } = media.body as { filename: string }
  const page = await openSheet(stage, /403 .*\/launch/)
  const two = { title: '', description: '', cta: '', link: '', media: '' }
  const rows = [
    row(app, fixture, { name: 'One', title: 'From a template' }),
    row(app, fixture, { name: 'Two', ...two }),
  ]
  await paste(page, asText(asTable(rows)))

  await page.getByRole('button', { name: 'Templates …' }).click()
  const templates = page.getByRole('dialog', { name: 'Ad copy templates' })
  await templates.getByLabel('Save the texts of row 1').fill('Spring <b>')
  await templates.getByRole('button', { name: 'Save' }).click()
  await templates.getByRole('button', { name: 'Use Spring <b>' }).waitFor()
  await templates.getByRole('button', { name: 'Close' }).click()
  await cell(page, 2, 'title').click()
  await page.getByRole('button', { name: 'Templates …' }).click()
  await templates.getByRole('button', { name: 'Use Spring <b>' }).click()
  await cell(page, 2, 'title').getByText('From a template').waitFor()

  await cell(page, 2, 'media').click()
  await page.keyboard.press('Enter')
  const library = page.getByRole('dialog', { name: 'Media' })
  await library.getByRole('button', { name: file, exact: true }).first().click()
  await axe(page)
  await library.getByRole('button', { name: 'Use 1 file' }).click()
  await cell(page, 2, 'media').getByText(file).waitFor()

  await cell(page, 2, 'cta').click()
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Defaults …' }).click()
  const defaults = page.getByRole('dialog', { name: 'Launch defaults' })
  await defaults.getByLabel('CTA').fill('LEARN_MORE')
  await defaults.getByRole('button', { name: 'Save' }).click()
  await cell(page, 2, 'cta').getByTitle('Filled in by the launch defaults').getByText('LEARN_MORE').waitFor()
  await page.getByRole('heading', { name: 'No problems' }).waitFor()

  await guardedBy(app, { name: 'One at a time', largestBatch: 1, mode: 'refuse' })
  const batches = async () => (await app.call<{ data: unknown[] }>('GET', '/v1/batches')).body.data.length
  const before = await batches()
  await page.getByRole('button', { name: 'Launch 2 …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dry run' })
  await dialog.getByRole('button', { name: 'Launch 2 ads' }).click()
  const refusal = dialog.getByRole('alert')
  await refusal.getByText('Nothing was launched.').waitFor()
  assert.match(await refusal.innerText(), /One at a time[^]*The guard allows\s*1/)
  await refusal.getByRole('link', { name: 'See the guards' }).waitFor()
  await axe(page)
  await dialog.getByRole('button', { name: 'Back to the sheet' }).click()
  assert.deepEqual([await cell(page, 2, 'name').innerText(), await batches()], ['Two', before])
})

test('the defaults of an account say who speaks in it, by name, and whether its ads must speak of AI', async (stage) => {
  const { app } = stage
  const page = await openSheet(stage)
  const { data: accounts } = (
    await app.call<{ data: Record<string, string>[] }>('GET', '/v1/adaccounts?platform=primary')
  ).body
  const { id, name, currency } = accounts.find((each) => each.currency === 'USD')!
  await page.getByRole('button', { name: 'Defaults …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Launch defaults' })
  await dialog.getByLabel('Identity').waitFor()
  await dialog.getByLabel('For').click()
  await page
    .getByRole('option', { name: new RegExp(`${name}.*${currency}|${name}`) })
    .first()
    .click()
  await dialog.getByLabel('Identity').waitFor({ state: 'detached' })
  const { data: profiles } = (await app.call<{ data: Record<string, string>[] }>('GET', `/v1/profiles?accountId=${id}`))
    .body
  await dialog.getByLabel('Page').fill(profiles[0]!.page!)
  await dialog.getByText(profiles[0]!.primaryName!).first().waitFor()
  const asks = dialog.getByRole('switch', { name: 'Every ad must say whether its media are made with AI' })
  await asks.click()
  await axe(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { defaults } = (
    await app.call<{ defaults: Record<string, unknown> }>('GET', `/v1/launch-defaults?accountId=${id}`)
  ).body
  assert.deepEqual([defaults.page, defaults.requireAiDisclosure], [profiles[0]!.page, true])
})

test('ad sets that take no ads come last among those to choose from, and say why', async (stage) => {
  const { app } = stage
  const { data: accounts } = (await app.call<{ data: { id: string }[] }>('GET', '/v1/adaccounts?platform=tiktok')).body
  const account = accounts[0]!.id
  const { data: adSets } = (
    await app.call<{ data: { value: string; campaignId: string }[] }>('GET', `/v1/adsets?accountId=${account}`)
  ).body
  await app.control('POST', 'tiktok', { automations: { [adSets[0]!.campaignId]: 'SMART_PLUS' } })
  // There are no pages to speak for on this platform: the sheet asks and is told so.
  const page = await openSheet(stage, /status of 501/)
  await paste(page, `Closed\t${account}`)
  await cell(page, 1, 'ad set').click()
  await page.keyboard.press('Enter')
  const last = page.getByRole('option').last()
  await last.getByText('Takes no ads: it is of the first generation').waitFor()
  assert.doesNotMatch(await page.getByRole('option').first().innerText(), /Takes no ads/)
  await axe(page)
  await app.control('POST', 'tiktok', { automations: {} })
})

test('what would mend a cell is proposed: the account that an id almost is, and a text cut to what it may have', async (stage) => {
  const { app } = stage
  const fixture = await demoFixture(app)
  const [account] = fixture.accounts
  const wrong = `${account!.id}0`
  const page = await openSheet(stage)
  const photo = { account: demo.photoAccount, title: 'Everything that is in the shop must go before Sunday' }
  await paste(page, asText(asTable([row(app, fixture, { account: wrong }), row(app, fixture, photo)])))
  await page.getByRole('button', { name: /^Use .+: Row 1$/ }).click()
  await page.getByRole('button', { name: 'Cut to 34 characters: Row 2' }).click()
  assert.equal(await cell(page, 2, 'title').innerText(), 'Everything that is in the shop')
  await page.getByRole('grid').getByText(wrong).waitFor({ state: 'detached' })
  await axe(page)
})
