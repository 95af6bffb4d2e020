import assert from 'node:assert/strict'
import { test } from 'node:test'
import { simulatorFactories } from '../../sandbox/simulators.ts'
import { builtIn } from '../../src/platforms/index.ts'
import { createPlatforms } from '../../src/platforms/registry.ts'
import { billboards } from '../fixtures/eighth/driver/index.ts'
import { createBillboardsSimulator } from '../fixtures/eighth/simulator/simulator.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { sandboxHere, startTestApp } from '../support/harness.ts'

/** A platform that nothing in the service has heard of: its two folders, and a place in each of the two lists. */
const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '1' }, undefined, {
  platforms: createPlatforms([...builtIn.all, billboards]),
  startSandbox: sandboxHere([...simulatorFactories, createBillboardsSimulator]),
})
const primary = await demoFixture(app)

interface Listed {
  data: { id: string; platform: string; value: string; label: string }[]
}
interface Refused {
  error: {
    code: string
    message: string
    details: { issues: { path: string; message: string }[]; platforms: string[] }
  }
}
interface Launched {
  adBatchId: number
  warnings: { path: string; message: string }[]
}
interface Poster {
  name: string
  daypart: string
  headline: string
  site_id: string
  lit: boolean
}

const accounts = (await app.call<Listed>('GET', '/v1/adaccounts?platform=out-of-home')).body.data
const account = accounts[0]!.id
const sites = (await app.call<Listed>('GET', `/v1/adsets?accountId=${account}`)).body.data

const poster = (more: object = {}) => ({
  adName: 'Opening',
  adAccountId: account,
  adSets: sites.map(({ value }) => value),
  title: 'We open on Monday',
  dayPart: 'evening',
  media: [{ url: `${app.sandboxUrl}/_assets/square.png` }],
  ...more,
})
const launch = (...ads: object[]) => app.call<Launched & Refused>('POST', '/v1/launch', { body: { ads } })
const postersNamed = async (name: string) => {
  const { posters } = await app.control<{ posters: Poster[] }>('GET', 'state?platform=billboards')
  return posters.filter((each) => each.name === name)
}

test('its accounts and ad sets are listed under any of its names', () => {
  assert.deepEqual(
    accounts.map(({ platform }) => platform),
    ['billboards', 'billboards'],
  )
  assert.deepEqual(
    sites.map(({ label }) => label),
    ['Bremen station', 'Kiel station'],
  )
})

interface Schema {
  $ref?: string
  description: string
  enum?: string[]
  properties: Record<string, Schema>
  items: Schema
}
interface Documents {
  paths: Record<string, { post: { requestBody: { content: Record<string, { schema: Schema }> } } }>
  components: { schemas: Record<string, Schema> }
}

test('the documents know its field, and say whose it is', async () => {
  const { paths, components } = (await app.call<Documents>('GET', '/openapi.json')).body
  const whole = (schema: Schema): Schema =>
    schema.$ref ? components.schemas[schema.$ref.replace('#/components/schemas/', '')]! : schema
  const launched = whole(paths['/v1/launch']!.post.requestBody.content['application/json']!.schema)
  const { dayPart, type } = whole(whole(launched.properties.ads!).items).properties
  assert.deepEqual(whole(dayPart!).enum, ['morning', 'day', 'evening'])
  assert.equal(dayPart!.description, 'On billboards: When the poster is lit.')
  assert.match(type!.description, /single is possible on primary, [a-z, -]*, billboards/)
  const { body: text } = await app.call<string>('GET', '/llms-full.txt')
  assert.match(text, /On billboards: When the poster is lit\./)
})

test('ads are launched on it, also beside ads of another platform, and their receipts are read', async () => {
  const { status, body } = await launch(poster({ adName: 'Beside' }), singleAd(app, primary))
  assert.equal(status, 202, JSON.stringify(body))
  const batch = await app.finished(body.adBatchId)
  assert.deepEqual([batch.status, batch.successfulAds], ['success', 3])
  const page = await fetch(String(batch.ads!.find(({ adAccountId }) => adAccountId === account)!.adsManagerUrl))
  assert.deepEqual([page.status, /We open on Monday/.test(await page.text())], [200, true], 'people can look at it')
  const hung = await postersNamed('Beside')
  assert.deepEqual(
    hung.map(({ daypart, headline, lit }) => [daypart, headline, lit]),
    [
      ['evening', 'We open on Monday', true],
      ['evening', 'We open on Monday', true],
    ],
  )
  assert.deepEqual(hung.map(({ site_id: site }) => site).sort(), sites.map(({ value }) => value).sort())
  const receipts = await app.call<{ data: { adAccountId: string; differences: object[]; stored: object }[] }>(
    'GET',
    `/v1/batches/${body.adBatchId}/receipts`,
  )
  const own = receipts.body.data.filter(({ adAccountId }) => adAccountId === account)
  assert.deepEqual(
    own.map(({ differences }) => differences),
    [[], []],
  )
})

test('its picture is sent once for an account, and every write is in the journal', async () => {
  const rows = await app.app.services.db
    .selectFrom('journal')
    .select(['kind', 'state'])
    .where('platform', '=', 'billboards')
    .orderBy('kind')
    .execute()
  assert.deepEqual(
    rows.map(({ kind, state }) => `${kind} ${state}`),
    ['ad done', 'ad done', 'media done'],
  )
})

test('a poster whose answer was lost is found again, and hangs once', async () => {
  const match = { method: 'POST', path: '/1/accounts/*/posters' }
  await app.control('POST', 'faults', { platform: 'billboards', match, fault: 'drop-after', times: 1 })
  const { body } = await launch(poster({ adName: 'Once', adSets: [sites[0]!.value] }))
  assert.equal((await app.finished(body.adBatchId)).status, 'success')
  assert.equal((await postersNamed('Once')).length, 1)
})

test('a wrong value of its field is refused by name, and so is a missing one', async () => {
  const wrong = await launch(poster({ dayPart: 'night' }))
  assert.equal(wrong.status, 400)
  assert.deepEqual(
    wrong.body.error.details.issues.map(({ path }) => path),
    ['ads.0.dayPart'],
  )
  const missing = await launch(poster({ dayPart: undefined }))
  assert.equal(missing.status, 422)
  assert.match(missing.body.error.message, /^ads\.0\.dayPart: is required: one of morning, day, evening/)
})

test('its field is refused for other platforms, theirs for it, and what it does not use is warned of', async () => {
  const elsewhere = await launch(singleAd(app, primary, { dayPart: 'day' }))
  assert.equal(elsewhere.status, 422)
  assert.equal(elsewhere.body.error.message, 'ads.0.dayPart: is not possible on primary, only on billboards')
  const theirs = await launch(poster({ promoCode: 'SAVE' }))
  assert.equal(theirs.body.error.message, 'ads.0.promoCode: is not possible on billboards, only on primary')
  const { body } = await launch(poster({ adName: 'Warned', description: 'Nobody reads it', headline: 'Big' }))
  assert.deepEqual(
    body.warnings.map(({ path }) => path),
    ['ads.0.description', 'ads.0.headline'],
  )
  assert.match(body.warnings[0]!.message, /is not used in this ad on billboards/)
  assert.equal((await app.finished(body.adBatchId)).status, 'success')
})

test('a draft with its field is a draft of a launch, whatever its spelling', async () => {
  const { dayPart, ...rest } = poster({ adName: 'Drafted' })
  const draft = await app.call<{ id: number; ads: { dayPart: string }[]; issues: object[] }>('POST', '/v1/drafts', {
    body: { ads: [{ ...rest, day_part: dayPart }] },
  })
  assert.deepEqual([draft.body.ads[0]!.dayPart, draft.body.issues], ['evening', []])
})

test('what it cannot do is a 501 that names the platforms that can', async () => {
  const profiles = await app.call<Refused>('GET', `/v1/profiles?businessId=${account}`)
  assert.equal(profiles.status, 501)
  assert.deepEqual(profiles.body.error.details.platforms, ['primary', 'pinterest', 'snapchat', 'linkedin'])
  assert.match(profiles.body.error.message, /it is there on primary, pinterest, snapchat, linkedin/)
  const days = 'startDate=2026-01-01&endDate=2026-01-02'
  const best = await app.call<Refused>('GET', `/v1/analytics/top-ads?accountIds=${account}&${days}`)
  assert.equal(best.status, 501)
  assert.deepEqual(best.body.error.details.platforms, ['primary', 'tiktok'])
  const multi = await launch(poster({ type: 'multi' }))
  assert.match(multi.body.error.message, /^ads\.0\.type: multi ads cannot be launched on billboards; possible: single/)
})
