import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { axe } from '../support/browser/axe.ts'
import { choose } from '../support/browser/choose.ts'
import { browserTests } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { untilTrue } from '../support/ask-until.ts'
import { demoFixture } from '../support/demo.ts'
import { guardedBy } from '../support/guards/guards.ts'
import { picture } from '../support/media/media-files.ts'

const test = await browserTests()

interface Named {
  id: string
  name: string
  status: string
  dailyBudget: number | null
}

const markup = '<img src=x onerror="document.title=1"> & <b>bold</b>'

async function read<T>({ app }: Stage, path: string): Promise<T> {
  const { status, body } = await app.call<{ data: T }>('GET', path)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

const accountOf = async (stage: Stage) =>
  (await demoFixture(stage.app)).accounts.find(({ currency }) => currency === 'USD')!.id
const campaignsOf = (stage: Stage, account: string) =>
  read<Named[]>(stage, `/v1/manage/campaigns?accountId=${account}&limit=200`)
const adSetsOf = (stage: Stage, account: string) =>
  read<(Named & { campaignId: string })[]>(stage, `/v1/manage/adsets?accountId=${account}&limit=200`)
const adsOf = (stage: Stage, account: string, adSet: string) =>
  read<Named[]>(stage, `/v1/manage/list-ads?accountId=${account}&adSetId=${adSet}&limit=200`)

const begins = (name: string) => new RegExp(`^${name.replace(/[^\w ]/g, '\\$&')}`)
const nameOf = (page: Page, name: string) =>
  page.getByRole('button', { name: begins(name) }).and(page.locator('[id^="name-"]'))
const line = (page: Page, name: string) => page.getByRole('row').filter({ has: nameOf(page, name) })

let found: Promise<{ account: string; campaign: Named; adSet: Named }> | null = null

/** An ad set with a daily budget and several ads, and where it is. */
async function placeToWork(stage: Stage) {
  const place = await (found ??= findPlace(stage))
  return { ...place, ads: await adsOf(stage, place.account, place.adSet.id) }
}

async function findPlace(stage: Stage) {
  const account = await accountOf(stage)
  const campaigns = await campaignsOf(stage, account)
  for (const adSet of await adSetsOf(stage, account)) {
    const campaign = campaigns.find(({ id }) => id === adSet.campaignId)
    if (!campaign || adSet.dailyBudget === null) continue
    if ((await adsOf(stage, account, adSet.id)).length >= 2) return { account, campaign, adSet }
  }
  throw new Error('The sandbox has no ad set to work in.')
}

async function openAds(page: Page, { account, campaign, adSet }: Awaited<ReturnType<typeof placeToWork>>) {
  await page.goto(`/campaigns?account=${account}`)
  await nameOf(page, campaign.name).click()
  await nameOf(page, adSet.name).click()
}

test('the tree opens down to the ads, and a switch pauses one at the platform', async (stage) => {
  const place = await placeToWork(stage)
  const [first, second] = place.ads as [Named, Named]
  await stage.app.call('POST', '/v1/manage/update-ad', {
    body: { accountId: place.account, adId: second.id, name: markup },
  })
  await stage.app.call('POST', '/v1/manage/update-status', {
    body: { accountId: place.account, entityType: 'ad', entityIds: [first.id], newStatus: 'ACTIVE' },
  })
  const { page } = await stage.signedIn()
  await openAds(page, place)
  await line(page, first.name).getByRole('switch').click()
  await page.getByText(`Paused ${first.name}`).waitFor()
  const statusOf = async (id: string) =>
    (await adsOf(stage, place.account, place.adSet.id)).find((ad) => ad.id === id)?.status
  assert.equal(await statusOf(first.id), 'PAUSED')
  assert.equal(await line(page, first.name).getByRole('switch').getAttribute('aria-checked'), 'false')
  assert.equal(await nameOf(page, markup).count(), 1, 'markup in a name is text')
  assert.equal(await page.locator('main b, main img[src="x"]').count(), 0)
  const more = line(page, first.name).getByRole('button', { name: /^More/ })
  await more.click()
  assert.equal(await page.getByRole('menuitem', { name: 'Open in the ads manager' }).count(), 1)
  await page.getByRole('menuitem', { name: 'Preview' }).click()
  await page.getByRole('dialog').getByRole('article').waitFor()
  await page.keyboard.press('Escape')
  await axe(page)
})

test('what spent much is paused after a question that says how much, and only then', async (stage) => {
  const account = await accountOf(stage)
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const query = `accountId=${account}&startDate=${day(7)}&endDate=${day(0)}&limit=200`
  const campaigns = await read<(Named & { spend: number })[]>(stage, `/v1/manage/campaigns?${query}`)
  const running = campaigns.filter(({ status }) => status === 'ACTIVE')
  const dear = running.toSorted((one, other) => other.spend - one.spend)[0]!
  const { page } = await stage.signedIn()
  await page.goto(`/campaigns?account=${account}`)
  const lever = line(page, dear.name).getByRole('switch')
  const dialog = page.getByRole('dialog', { name: `Pause “${dear.name}”?` })
  await lever.click()
  await dialog.getByText(/^\$[\d,]+\.\d\d spent in the last 7 days\./).waitFor()
  await axe(page)
  await dialog.getByRole('button', { name: 'Let it run' }).click()
  assert.equal(await lever.getAttribute('aria-checked'), 'true')
  await lever.click()
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByText(`Paused ${dear.name}`).waitFor()
  assert.equal(await lever.getAttribute('aria-checked'), 'false')
  // As it was, for whoever comes after.
  await lever.click()
  await page.getByText(`Resumed ${dear.name}`).waitFor()
})

test('several are paused at once, and go on again by one press', async (stage) => {
  const place = await placeToWork(stage)
  const ids = place.ads.map(({ id }) => id)
  await stage.app.call('POST', '/v1/manage/update-status', {
    body: { accountId: place.account, entityType: 'ad', entityIds: ids, newStatus: 'ACTIVE' },
  })
  const { page } = await stage.signedIn()
  await openAds(page, place)
  for (const { name } of place.ads) await line(page, name).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByText(`${ids.length} paused.`).waitFor()
  const statuses = async () => new Set((await adsOf(stage, place.account, place.adSet.id)).map(({ status }) => status))
  assert.deepEqual(await statuses(), new Set(['PAUSED']))
  await page.getByRole('button', { name: 'Resume them again' }).click()
  await page.getByText(`Resumed ${ids.length}`).waitFor()
  assert.deepEqual(await statuses(), new Set(['ACTIVE']))
})

test('a budget is changed in its place and back; what a guard refuses is said there', async (stage) => {
  const place = await placeToWork(stage)
  const before = place.adSet.dailyBudget!
  const visit = await stage.signedIn()
  const { page } = visit
  await page.goto(`/campaigns?account=${place.account}`)
  await nameOf(page, place.campaign.name).click()
  const budget = line(page, place.adSet.name).getByRole('button', { name: /change the budget/ })
  const field = page.getByLabel('Daily budget in USD')
  const kept = async () => (await adSetsOf(stage, place.account)).find(({ id }) => id === place.adSet.id)?.dailyBudget
  await budget.click()
  await field.fill('0')
  await page.getByText('must be an amount of money above 0').waitFor()
  await field.fill(String(before + 5))
  await page.getByRole('button', { name: 'Try it first' }).click()
  await page.getByText('Nothing was changed.').waitFor()
  assert.equal(await kept(), before)
  await field.press('Enter')
  await page.getByText('The budget went from').waitFor()
  assert.equal(await kept(), before + 5)
  await page.getByRole('button', { name: 'Change it back' }).click()
  await page.getByText(`to $${before.toFixed(2)}.`).waitFor()
  assert.equal(await kept(), before)
  await guardedBy(stage.app, { name: 'No jumps', largestRaisePercent: 10 })
  visit.expectProblems(/403/)
  try {
    await budget.click()
    await field.fill(String(before * 3))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').filter({ hasText: 'No jumps' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'See the guards' }).getAttribute('href'), '/guards')
    assert.equal(await kept(), before)
  } finally {
    await guardedBy(stage.app)
  }
})

test('a campaign is duplicated, and stands in the tree and at the platform', async (stage) => {
  const { account, campaign } = await placeToWork(stage)
  const { page } = await stage.signedIn()
  await page.goto(`/campaigns?account=${account}`)
  await line(page, campaign.name).getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: /Duplicate/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the copies').fill('Copied in a browser')
  await dialog.getByRole('button', { name: 'Duplicate' }).click()
  await dialog.getByText('made', { exact: true }).waitFor()
  await axe(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await nameOf(page, 'Copied in a browser').waitFor()
  const copy = (await campaignsOf(stage, account)).find(({ name }) => name === 'Copied in a browser')
  assert.equal(copy?.status, 'PAUSED')
  await page.getByLabel('Search campaigns').fill('copied in')
  await nameOf(page, campaign.name).waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('row').count(), 2, 'the head and what was searched for')
})

test('every platform has its tree, and says what it cannot do', async (stage) => {
  const { page } = await stage.signedIn()
  const accounts = await read<{ id: string; platform: string }[]>(stage, '/v1/adaccounts?limit=200')
  for (const platform of ['tiktok', 'snapchat', 'pinterest', 'google-ads', 'linkedin', 'applovin']) {
    const { id } = accounts.find((account) => account.platform === platform)!
    await page.goto(`/campaigns?account=${id}`)
    await page.getByRole('treegrid').locator('[id^="name-campaign"]').first().click()
    await page
      .getByRole('treegrid')
      .locator('[id^="name-adset"], [role=gridcell]:has-text("nothing in it")')
      .first()
      .waitFor()
  }
  await page.goto(`/campaigns/changes?account=${accounts.find(({ platform }) => platform === 'tiktok')!.id}`)
  await page.getByText('TikTok keeps no history').waitFor()
})

test('whoever may only look cannot switch; an account of others is not found', async (stage) => {
  const { account, campaign } = await placeToWork(stage)
  const { page } = await stage.signedIn('viewer')
  await page.goto(`/campaigns?account=${account}`)
  const button = line(page, campaign.name).getByRole('switch')
  await button.waitFor()
  assert.equal(await button.isDisabled(), true)
  const { key } = await stage.app.stranger()
  const theirs = (await stage.app.call<{ data: { id: string }[] }>('GET', '/v1/adaccounts', { key })).body.data[0]!.id
  const owner = await stage.signedIn()
  for (const path of ['/campaigns', '/campaigns/comments', '/campaigns/changes']) {
    await owner.page.goto(`${path}?account=${theirs}`)
    await owner.page.getByRole('heading', { name: 'Not found' }).waitFor()
  }
})

test('comments are answered and hidden; changes show before and after', async (stage) => {
  const account = await accountOf(stage)
  const { page } = await stage.signedIn()
  await page.goto(`/campaigns/comments?account=${account}`)
  const first = page.getByRole('list', { name: 'Comments' }).getByRole('listitem').first()
  await first.getByRole('button', { name: 'Reply' }).click()
  await first.getByLabel('What the page answers').fill(`Thank you ${markup}`)
  await first.getByRole('button', { name: 'Send' }).click()
  const answer = page.getByRole('listitem').filter({ hasText: `Thank you ${markup}` })
  await answer.waitFor()
  const rude = page.getByRole('listitem').filter({ hasText: 'cheap copies' }).first()
  await page.keyboard.press('j')
  await rude.focus()
  await page.keyboard.press('d')
  await page.getByRole('dialog', { name: 'Delete this comment?' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await rude.focus()
  await page.keyboard.press('h')
  await page.getByText('The comment is hidden').waitFor()
  await choose(page.getByLabel('Which comments'), 'hidden')
  await rude.getByText('hidden', { exact: true }).waitFor()
  await axe(page)
  await rude.getByRole('button', { name: 'Show again' }).click()
  await rude.waitFor({ state: 'detached' })
  await choose(page.getByLabel('Which comments'), 'all')
  await answer.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the comment' }).click()
  await answer.waitFor({ state: 'detached' })
  await page.goto(`/campaigns/changes?account=${account}`)
  const [latest] = await read<{ objectName: string; changes: Record<string, unknown> }[]>(
    stage,
    `/v1/manage/changes?accountId=${account}&limit=1`,
  )
  const row = page.getByRole('row').nth(1)
  await row.waitFor()
  assert.ok((await row.textContent())!.includes(latest!.objectName))
  if (Object.keys(latest!.changes).length > 0) assert.ok((await row.locator('del').count()) > 0)
  await axe(page)
})

test('comments are hidden several at once, and chosen by a single key', async (stage) => {
  const { page } = await stage.signedIn()
  await page.goto(`/campaigns/comments?account=${await accountOf(stage)}`)
  const list = page.getByRole('list', { name: 'Comments' })
  const card = (place: number) => list.getByRole('listitem').nth(place)
  await card(0).getByRole('checkbox').check()
  await card(1).focus()
  await page.keyboard.press('x')
  await page.getByText('2 comments chosen').waitFor()
  await axe(page)
  await page.getByRole('button', { name: 'Hide chosen' }).click()
  await page.getByText('2 comments hidden.').waitFor()
  await card(0).getByText('hidden', { exact: true }).waitFor()
  await card(1).getByText('hidden', { exact: true }).waitFor()
  // As they were: what comes after this hides one of them.
  for (const place of [0, 1]) await card(place).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Show chosen again' }).click()
  await page.getByText('2 comments shown again.').waitFor()
})

test('comments are shown when those of every post are there, so that none moves under the hand', async (stage) => {
  const { page } = await stage.signedIn()
  const askedOf: string[] = []
  const late = Promise.withResolvers<void>()
  await page.route('**/v1/comments?*', async (route) => {
    askedOf.push(route.request().url())
    if (route.request().url() === askedOf[0]) await late.promise
    await route.continue()
  })
  let answered = 0
  page.on('requestfinished', (request) => void (request.url().includes('/v1/comments?') && answered++))
  await page.goto(`/campaigns/comments?account=${await accountOf(stage)}`)
  await untilTrue(() => askedOf.length > 1 && answered === askedOf.length - 1)
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  const cards = page.getByRole('list', { name: 'Comments' }).getByRole('listitem')
  assert.equal(await cards.count(), 0)
  await page.getByText('Loading the comments').waitFor()
  late.resolve()
  await cards.first().waitFor()
})

test('what is said of a hidden comment is what was done, although the list learns of it first', async (stage) => {
  const { page } = await stage.signedIn()
  await page.goto(`/campaigns/comments?account=${await accountOf(stage)}`)
  const rude = page.getByRole('listitem').filter({ hasText: 'cheap copies' }).first()
  await rude.getByRole('button', { name: 'Reply' }).click()
  await rude.getByLabel('What the page answers').fill('We make our own.')
  // The lists that are asked for again after the answer come when the comment is hidden, and before that is answered.
  const isHidden = Promise.withResolvers<void>()
  await page.route('**/v1/comments?*', async (route) => (await isHidden.promise, route.continue()))
  await page.route('**/v1/comments/hide', async (route) => {
    const response = await route.fetch()
    isHidden.resolve()
    await rude.getByRole('button', { name: 'Show again' }).waitFor()
    await route.fulfill({ response })
  })
  await rude.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Your answer is there').waitFor()
  await rude.getByRole('button', { name: 'Hide' }).click()
  await page.getByText('The comment is hidden').waitFor()
  await page.unrouteAll()
  await rude.getByRole('button', { name: 'Show again' }).click()
  await page.getByText('Everybody sees the comment again').waitFor()
})

test('files dropped on the library appear, go to a board, get a tag and are found by it', async (stage) => {
  const { page } = await stage.signedIn()
  await page.goto('/library')
  await page.getByText('The library is empty.').waitFor()
  await axe(page)
  const content = (await picture({ width: 320, height: 200 }).png().toBuffer()).toString('base64')
  await page.evaluate(dropOf({ 'spring <b>sale<.png': content, 'notes.txt': 'eA==' }))
  const uploads = page.getByRole('region', { name: 'Uploads' })
  await uploads.getByText('All are through').waitFor()
  await uploads.getByText('Only PNG, JPG').waitFor()
  await uploads.getByText('at most 100 MB are taken').waitFor()
  const tile = page.getByRole('list', { name: 'Files', exact: true }).getByRole('listitem')
  const thumbnail = tile.locator('img')
  await thumbnail.waitFor()
  const width = await page.evaluate(
    `document.querySelector('[aria-label="Files"] img').decode().then(() => document.querySelector('[aria-label="Files"] img').naturalWidth)`,
  )
  assert.equal(width, 320)
  await page.getByRole('button', { name: 'New board' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(markup)
  await page.getByRole('button', { name: 'Make it' }).click()
  await page.getByText('Nothing is on this board yet.').waitFor()
  await page.getByRole('button', { name: 'Everything' }).click()
  await tile.getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(markup).check()
  await dialog.getByLabel('Name').fill('Spring picture')
  await dialog.getByLabel('Tags').fill('spring, red')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('heading', { name: 'Spring picture' }).waitFor()
  await dialog.getByText('In no ad of the latest 200 batches.').waitFor()
  await axe(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: begins(markup) }).click()
  await tile.filter({ hasText: 'Spring picture' }).waitFor()
  await page.getByRole('button', { name: /^red/ }).click()
  await tile.filter({ hasText: 'Spring picture' }).waitFor()
  const [stored] = await read<{ tags: string[]; boardIds: number[] }[]>(stage, '/v1/media?tag=red')
  assert.deepEqual(stored!.tags, ['spring', 'red'])
  assert.equal(stored!.boardIds.length, 1)
  await page.getByLabel('Search the library').fill('no such name')
  await page.getByText('No file matches.').waitFor()
  await page.getByLabel('Search the library').fill('')
  await tile.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Launch with these' }).click()
  await page.getByRole('heading', { level: 1, name: 'Launch' }).waitFor()
  const row = page.getByRole('grid').getByRole('row').nth(1)
  await row.getByText('Spring picture').first().waitFor()
  assert.equal(await row.getByText('Spring picture').count(), 2, 'the file, and the name of its ad')
})

test('research finds are kept on a board, and their pictures go into the library', async (stage) => {
  const { page } = await stage.signedIn()
  await page.goto('/library/research')
  const ads = page.getByRole('list', { name: 'Ads' }).getByRole('listitem')
  await ads.first().waitFor()
  await axe(page)
  await choose(page.getByLabel('Format'), 'image')
  await ads.filter({ hasText: 'carousel' }).first().waitFor({ state: 'detached' })
  await ads.first().getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await dialog.getByText('It is on Ideas.').waitFor()
  await dialog.getByRole('button', { name: 'Take into the library' }).first().click()
  await page.getByText('is in the library').first().waitFor()
  assert.equal((await read<object[]>(stage, '/v1/media?search=png')).length > 0, true)
  await axe(page)
})

/** Drops files by their content, and one of 2 GB that is nowhere in memory, as a person would. */
function dropOf(files: Record<string, string>): string {
  return `{
    const given = Object.entries(${JSON.stringify(files)})
    const drop = new DataTransfer()
    for (const [name, content] of given) drop.items.add(new File([Uint8Array.from(atob(content), (c) => c.charCodeAt(0))], name))
    const part = new Blob([new Uint8Array(2 ** 20)])
    drop.items.add(new File(Array(2048).fill(part), 'huge.mp4'))
    const init = { dataTransfer: drop, bubbles: true, cancelable: true }
    document.body.dispatchEvent(new DragEvent('dragover', init))
    document.body.dispatchEvent(new DragEvent('drop', init))
  }`
}
