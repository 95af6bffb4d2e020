import assert from 'node:assert/strict'
import { demo } from '../../src/api/examples.ts'
import { axe } from '../support/browser/axe.ts'
import { choose } from '../support/browser/choose.ts'
import { browserTests } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { guardedBy } from '../support/guards/guards.ts'
import { demoFixture } from '../support/demo.ts'
import { readNode } from '../support/manage/manage.ts'
import { asTable, asText, cell, openSheet, paste, row } from '../support/web/sheet.ts'
import { beyondTheScreen, phone } from '../support/web/phone.ts'

const test = await browserTests()

const named = async ({ app }: Stage, accountId: string, name: string) =>
  (
    await app.call<{ data: { id: string; name: string; status: string }[] }>(
      'GET',
      `/v1/campaigns?accountId=${accountId}&limit=500`,
    )
  ).body.data.find((campaign) => campaign.name === name)

test('a campaign and an ad set in it are made from the list, each after it was said what would happen', async (stage) => {
  const { page, expectProblems } = await stage.signedIn()
  await page.goto('/running')
  await page.getByRole('link', { name: 'New campaign' }).click()
  await page.getByRole('heading', { level: 1, name: 'New campaign' }).waitFor()
  await page.goto(`/campaigns/new?account=${demo.account}`)
  const make = page.getByRole('button', { name: 'Make the campaign' })
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Spring | sale')
  await choose(page.getByRole('combobox', { name: 'What it is for' }), { label: 'Traffic' })
  await choose(page.getByRole('combobox', { name: 'Budget' }), { label: 'A day' })
  await page.getByRole('textbox', { name: /^Daily budget/ }).fill('1.005')
  expectProblems(/422 \(Unprocessable/)
  await page.getByRole('button', { name: 'What would happen' }).click()
  await page.getByRole('alert').waitFor()
  assert.equal(await page.getByRole('textbox', { name: /^Daily budget/ }).getAttribute('aria-invalid'), 'true')
  assert.ok(await make.isDisabled())
  await page.getByRole('textbox', { name: /^Daily budget/ }).fill('25')
  await page.getByRole('button', { name: 'What would happen' }).click()
  await page.getByRole('region', { name: 'What would happen' }).getByText('It would be made in').waitFor()
  await axe(page)
  assert.equal(await named(stage, demo.account, 'Spring | sale'), undefined, 'nothing is made by asking')
  await make.click()
  await page.getByText('is there. Its id is').waitFor()
  const campaign = await named(stage, demo.account, 'Spring | sale')
  assert.equal(campaign?.status, 'PAUSED')
  await page.getByRole('link', { name: 'Make the first ad set in it' }).click()
  await page.getByText('The campaign holds the budget: $25.00 a day.').waitFor()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Berlin, women')
  await choose(page.getByRole('combobox', { name: 'Kind of place' }), { label: 'City' })
  await page.getByRole('searchbox', { name: 'Add a place' }).fill('berlin')
  await page.getByRole('list', { name: 'Places of that name' }).getByRole('button').first().click()
  await choose(page.getByRole('combobox', { name: 'Shown to' }), { label: 'Women' })
  await page.getByRole('textbox', { name: 'From age' }).fill('25')
  await page.getByRole('searchbox', { name: 'Add an interest' }).fill('hik')
  const interests = page.getByRole('list', { name: 'Interests of that name' }).getByRole('button')
  const interest = (await interests.first().innerText()).trim()
  await interests.first().click()
  await page.getByRole('list', { name: 'Chosen interests' }).getByText(interest).waitFor()
  await page.getByRole('button', { name: /^Only people in these audiences/ }).click()
  const audience = page.getByRole('checkbox').and(page.locator('[role=dialog] *')).first()
  await audience.check()
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Instagram' }).check()
  const places = page.getByRole('group', { name: 'Where on Instagram' })
  for (const place of ['Stories', 'Reels']) await places.getByRole('checkbox', { name: place, exact: true }).check()
  await page.getByRole('group', { name: 'On which devices' }).getByRole('checkbox', { name: 'Phones' }).check()
  await page.getByRole('button', { name: 'What would happen' }).click()
  await page.getByRole('region', { name: 'What would happen' }).getByText('It would be made in').waitFor()
  await page.evaluate('scrollTo(0, 0)')
  await axe(page)
  await page.getByRole('button', { name: 'Make the ad set' }).click()
  const id = await page.locator('[role=status] code').innerText()
  const { targeting } = await readNode<{ targeting: Record<string, unknown> }>(stage.app, id, 'targeting')
  assert.equal(targeting.age_min, 25)
  assert.deepEqual(targeting.genders, [2])
  assert.match(JSON.stringify(targeting.geo_locations), /cities/)
  assert.deepEqual(targeting.publisher_platforms, ['instagram'])
  assert.deepEqual(targeting.instagram_positions, ['story', 'reels'])
  assert.deepEqual(targeting.device_platforms, ['mobile'])
  const audiences = await stage.app.call<{ data: { id: string }[] }>(
    'GET',
    `/v1/primary/audiences?accountId=${demo.account}`,
  )
  const [people] = targeting.custom_audiences as { id: string }[]
  assert.equal(people?.id, audiences.body.data[0]!.id)
  const [care] = targeting.flexible_spec as { interests: { id: string; name: string }[] }[]
  assert.deepEqual(
    care?.interests.map(({ name }) => name),
    [interest],
  )
})

test('what a guard asks about is said before, and the button asks for approval', async (stage) => {
  await guardedBy(stage.app, { name: 'Small', accountId: demo.account, largestBudget: 10, mode: 'ask' })
  const { page, expectProblems } = await stage.signedIn()
  await page.goto(`/campaigns/new?account=${demo.account}`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Too much')
  await choose(page.getByRole('combobox', { name: 'It begins' }), { label: 'Running at once' })
  await choose(page.getByRole('combobox', { name: 'Budget' }), { label: 'A day' })
  await page.getByRole('textbox', { name: /^Daily budget/ }).fill('500')
  await page.getByRole('button', { name: 'What would happen' }).click()
  await page.getByText('asks first').waitFor()
  expectProblems(/409 \(Conflict\)/)
  await page.getByRole('button', { name: 'Ask for approval' }).click()
  await page.getByRole('link', { name: 'See what waits for approval' }).waitFor()
  assert.equal(await named(stage, demo.account, 'Too much'), undefined)
  await guardedBy(stage.app)
})

test('where the platform runs campaigns by itself, its own fields are asked for', async (stage) => {
  const { page } = await stage.signedIn()
  await page.goto(`/campaigns/new?account=${demo.shortVideoAccount}`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Spring, automated')
  await page.getByRole('combobox', { name: 'Run by' }).getByText('The platform (Smart+)').waitFor()
  await page.getByRole('textbox', { name: /^Daily budget/ }).fill('60')
  await page.getByRole('button', { name: 'What would happen' }).click()
  await page.getByText('It would be made in').waitFor()
  await page.getByRole('button', { name: 'Make the campaign' }).click()
  await page.getByRole('link', { name: /^Make the first/ }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('United States')
  await page.getByRole('button', { name: /^Countries/ }).click()
  await page.getByRole('checkbox', { name: 'United States' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('group', { name: 'Where they see them' }).getByRole('checkbox', { name: 'TikTok' }).check()
  await page.getByRole('button', { name: 'What would happen' }).click()
  await page.getByText(/would be made in/).waitFor()
  await axe(page)
  const sent = page.waitForRequest((request) => request.url().endsWith('/v1/tiktok/create-adset'))
  await page.getByRole('button', { name: /^Make the ad/ }).click()
  assert.match((await sent).postData() ?? '', /"placements":\["PLACEMENT_TIKTOK"\]/)
  await page.getByText('is there. Its id is').waitFor()
})

test('where none can be made it says where, on a phone in the dark too; who may not sees the button off', async (stage) => {
  const owner = await stage.signedIn('owner', { ...phone, colorScheme: 'dark' })
  await owner.page.goto(`/campaigns/new?account=${demo.searchAccount}`)
  await owner.page.getByText('For Google Ads, this is made in its own ads manager.').waitFor()
  for (const path of ['/campaigns/new', '/campaigns/new-ad-set']) {
    await owner.page.goto(`${path}?account=${demo.account}`)
    await owner.page.getByRole('button', { name: 'What would happen' }).waitFor()
    assert.deepEqual(await beyondTheScreen(owner.page), [])
    await axe(owner.page)
  }
  const viewer = await stage.signedIn('viewer')
  await viewer.page.goto(`/campaigns/new?account=${demo.account}`)
  await viewer.page.getByRole('button', { name: 'Make the campaign' }).waitFor()
  assert.ok(await viewer.page.getByRole('button', { name: 'Make the campaign' }).isDisabled())
})

test('from the cell of an ad set leads a way to make one, and the sheet waits', async (stage) => {
  const { app } = stage
  const fixture = await demoFixture(app)
  const page = await openSheet(stage)
  await paste(page, asText(asTable([row(app, fixture, { name: 'Waits for its ad set', 'ad set': '' })])))
  await cell(page, 1, 'ad set').click()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Make one: new ad set' }).click()
  await page.getByRole('heading', { level: 1, name: 'New ad set' }).waitFor()
  assert.match(page.url(), new RegExp(`account=${fixture.accounts[0]!.id}`))
  await page.goBack()
  await page.getByRole('gridcell').getByText('Waits for its ad set').waitFor()
})
