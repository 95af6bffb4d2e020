import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { mp4 } from '../../support/media/media-files.ts'
import { serveHttp } from '../../support/media/file-server.ts'
import { meta } from '../../../src/platforms/meta/index.ts'
import { boostFixture } from '../../support/launch/boosts.ts'
import { singleAd } from '../../support/demo.ts'
import { daysAgo } from '../../support/reports/totals.ts'
import { changeEverything } from '../changes.ts'
import { checkCalls, unused } from '../check.ts'
import { askForFigures } from '../figures.ts'
import { allCalls, typed } from './calls.ts'
import { parseFields, unknownFields } from './fields.ts'
import { unseenKinds } from './kinds.ts'
import { TypeBook, withCommon } from './nodes.ts'
import type { GraphInterface } from './nodes.ts'
import description from './operations.json' with { type: 'json' }
import { startRecordedApp } from '../recorder.ts'

const known = withCommon(description as unknown as GraphInterface)
const film = await mp4({ width: 320, height: 320, padding: 5 * 1024 * 1024 })
const server = await serveHttp((_request, response) => {
  response.setHeader('content-length', film.length)
  response.end(film)
})
after(() => server.close())

const recorded = await startRecordedApp({ ALLOW_PRIVATE_URLS: server.host })
const { app, ok, launch } = recorded
await app.control('POST', 'meta', { videoSeconds: 0, asyncSeconds: 0.2, reportSeconds: 0.2, limits: 'off' })
const { demo: fixture, graph, asset, linkPost, boost } = await boostFixture(app)
const account = fixture.accounts[0]!.id
const pixel = (await ok<{ data: { id: string }[] }>('GET', `/v1/conversions/pixels?businessId=${account}`)).data[0]!.id
const ad = (more: Record<string, unknown>) => singleAd(app, fixture, more)
const lose = (method: string, path: string) =>
  app.control('POST', 'faults', { platform: 'meta', match: { method, path }, fault: 'drop-after', times: 1 })

test('every type of ad is launched, with every kind of media', async () => {
  const wide = [{ url: asset('square.png') }, { url: asset('vertical.png') }]
  const carousel = wide.map((media, index) => ({
    ...media,
    carouselTitle: `Card ${index}`,
    carouselDescription: 'More',
  }))
  await ok('GET', `/v1/primary/posts?pageId=${fixture.page}`)
  const sales = await graph.adSetFor('OUTCOME_SALES')
  const texts = { headlineVariations: ['One', 'Two'], bodyVariations: ['First', 'Second'] }
  const creators = await ok<{ data: { creatorId: string; creatorPageId: string }[] }>(
    'GET',
    `/v1/primary/partnership-creators?accountId=${account}`,
  )
  const { creatorId, creatorPageId } = creators.data[0]!
  const batchId = await launch(
    ad({ adName: 'Picture', urlTags: 'utm_source=wire', promoCode: 'SAVE-20' }),
    ad({ adName: 'Film', media: [{ url: asset('square.mp4') }], adDescription: 'Small print' }),
    ad({ adName: 'Film with cover', media: [{ url: asset('vertical.mp4'), thumbnail: asset('vertical.png') }] }),
    ad({ adName: 'Long film', media: [{ url: server.url('/long'), type: 'video' }] }),
    ad({ adName: 'Shapes', type: 'multi', media: wide }),
    ad({ adName: 'Cards', type: 'carousel', media: carousel }),
    ad({ adName: 'Options', type: 'flexible', ...texts }),
    ad({ adName: 'Groups', type: 'flexible', adSets: [sales], media: wide, ...texts }),
    ad({ adName: 'Code', type: 'partnershipCode', media: [], partnershipCode: 'adcode-66148315-1' }),
    ad({ adName: 'Creator', partnershipAd: { creatorId, creatorPageId } }),
    boost(linkPost, { adName: 'Post' }),
  )
  await ok('GET', `/v1/batches/${batchId}/receipts`)
})

test('writes whose answers were lost are looked for', async () => {
  for (const path of ['/adcreatives$', '/ads$']) await lose('POST', path)
  await launch(ad({ adName: 'Lost', media: [{ url: asset('landscape.png') }] }))
})

test('campaigns and ad sets are made, also when their answers are lost', async () => {
  const campaign = { accountId: account, name: 'Wire', objective: 'OUTCOME_SALES' }
  await ok('POST', '/v1/manage/create-campaign', { ...campaign, dailyBudget: 80, dryRun: true })
  await ok('POST', '/v1/manage/create-campaign', {
    ...campaign,
    dailyBudget: 80,
    bidStrategy: 'COST_CAP',
    campaignBidAmount: 4,
    campaignSpendCap: 9000,
    specialAdCategories: ['HOUSING'],
    specialAdCategoryCountry: ['US'],
  })
  await lose('POST', '/campaigns$')
  const { campaignId } = await ok<{ campaignId: string }>('POST', '/v1/manage/create-campaign', campaign)
  const adSet = { accountId: account, campaignId, name: 'Wire', dailyBudget: 40 }
  for (const destinationType of ['WEBSITE', 'WEBSITE_AND_PHONE_CALL', 'PHONE_CALL'])
    await ok('POST', '/v1/manage/create-adset', { ...adSet, destinationType })
  for (const destinationType of [
    'MESSAGING_SECONDARY_DIRECT_MESSENGER',
    'MESSAGING_SECONDARY_DIRECT_MESSENGER_CHAT_APP',
  ])
    await ok('POST', '/v1/manage/create-adset', {
      ...adSet,
      destinationType,
      promotedObject: { page_id: fixture.page },
    })
  const tomorrow = Math.floor(Date.now() / 1000) + 86_400
  const full = {
    ...adSet,
    bidStrategy: 'COST_CAP',
    bidAmount: 5,
    startTime: tomorrow,
    endTime: tomorrow + 30 * 86_400,
    promotedObject: { pixel_id: pixel, custom_event_type: 'PURCHASE' },
    attributionSpec: [{ event_type: 'CLICK_THROUGH', window_days: 7 }],
    targeting: {
      age_min: 25,
      age_max: 45,
      genders: [2],
      targeting_automation: { advantage_audience: 0 },
      interests: [{ id: '6003107902433', name: 'Football' }],
    },
    location: { cities: [{ key: '2490299', radius: 15, distance_unit: 'mile' }], zips: ['US:94304'] },
    dsaBeneficiary: 'Acme',
    dsaPayor: 'Acme',
    regionalRegulatedCategories: ['SINGAPORE_UNIVERSAL'],
    regionalRegulationIdentities: { singapore_universal_payer: '42' },
    valueRulesApplied: false,
    dailySpendCap: 30,
    pacingType: ['standard'],
    budgetSchedules: [1, 3].map((day) => ({
      timeStart: tomorrow + day * 86_400,
      timeEnd: tomorrow + (day + 1) * 86_400,
      budgetValue: 60,
    })),
  }
  await ok('POST', '/v1/manage/create-adset', { ...full, dryRun: true })
  await ok('POST', '/v1/manage/create-adset', full)
  await lose('POST', '/adsets$')
  await lose('POST', '/budget_schedules$')
  await ok('POST', '/v1/manage/create-adset', full)
  await ok('POST', '/v1/manage/delete', { accountId: account, entityType: 'campaign', entityIds: [campaignId] })
})

test('campaigns, ad sets and ads are changed, switched, ended, paid and deleted', async () => {
  const adSetId = fixture.adSets[account]![1]!
  await changeEverything(recorded, account, adSetId)
  const { data: ads } = await ok<{ data: { id: string; name: string }[] }>(
    'GET',
    `/v1/manage/list-ads?accountId=${account}&limit=50`,
  )
  const picture = ads.find(({ name }) => name === 'Picture')!
  const about = { accountId: account }
  const change = {
    name: 'Changed',
    title: 'New',
    description: 'Words',
    cta: 'LEARN_MORE',
    link: 'https://example.com/b',
  }
  await lose('POST', '/adcreatives$')
  await ok('POST', '/v1/manage/update-ad', { ...about, adId: picture.id, ...change })
  await ok('POST', '/v1/manage/update-ad', { ...about, adId: picture.id, title: 'Newer', dryRun: true })
  await ok('POST', '/v1/manage/update-adset', {
    ...about,
    adSetId,
    name: 'Changed',
    location: { countries: ['CA'] },
  })
  await ok('POST', '/v1/manage/update-adset-zip-targeting', { ...about, adSetId, zips: ['US:10001'], mode: 'merge' })
  const { campaign_id: campaignId } = await graph.get<{ campaign_id: string }>(adSetId, { fields: 'campaign_id' })
  const update = { ...about, campaignId, name: 'Changed', spendCap: 5000 }
  await ok('POST', '/v1/manage/update-campaign', update)
  await ok('POST', '/v1/manage/update-campaign', { ...update, endTime: '2035-01-01T00:00:00Z' })
  const adIds = ads.slice(0, 20).map(({ id }) => id)
  await ok('POST', '/v1/manage/ad-debug-data', { adIds, includeVideoCaptions: true })
  await ok('POST', '/v1/manage/ad-creative-specs', { adIds })
  await ok('GET', `/v1/manage/changes?businessId=${account}&objectId=${adSetId}`)
  await ok('POST', '/v1/manage/delete', { ...about, entityType: 'adset', entityIds: [adSetId] })
})

async function named(edge: 'ads' | 'adsets', name: string): Promise<string> {
  const { data } = await graph.get<{ data: { id: string; name: string }[] }>(`${account}/${edge}`, {
    fields: 'id,name',
    limit: '500',
  })
  const found = data.find((each) => each.name === name)
  assert.ok(found, `${edge} has no ${name} among ${data.map((each) => each.name).join('; ')}`)
  return found.id
}

test('copies are made by the platform, in the background, in pieces and anew', async () => {
  const methods = new Set<string>()
  const copy = async (level: string, body: object) => {
    const { results } = await ok<{ results: { success: boolean; method: string; error?: object }[] }>(
      'POST',
      `/v1/manage/duplicate-${level}`,
      { accountId: account, ...body },
    )
    for (const { success, method, error } of results) {
      assert.ok(success, JSON.stringify(error))
      methods.add(method)
    }
  }
  const [adsetId] = fixture.adSets[account]!.slice(2)
  const { data } = await graph.get<{ data: { id: string }[] }>(`${adsetId}/ads`, { fields: 'id' })
  const { campaign_id: campaignId } = await graph.get<{ campaign_id: string }>(adsetId!, { fields: 'campaign_id' })
  const values = { primaryText1: 'New', headline1: 'Newer', url: 'https://example.com/c', urlTags: 'a=b' }
  await copy('ad', { adId: data[0]!.id, copyValues: { adName: 'Copy {n}' } })
  await copy('ad', { adId: await named('ads', 'Film'), copyValues: values })
  await copy('ad', { adId: await named('ads', 'Legacy | standard enhancements') })
  await copy('adset', { adsetId, location: { countries: ['CA'] }, newName: 'Elsewhere' })
  await copy('adset', { adsetId: await named('adsets', 'Legacy | no audience flag') })
  await copy('adset', { adsetId, deepCopy: false })
  await copy('campaign', { campaignId })
  await lose('POST', `/${campaignId}/copies$`)
  await copy('campaign', { campaignId, deepCopy: false })
  await lose('POST', `/${adsetId}/copies$`)
  await copy('adset', { adsetId, deepCopy: false })
  await lose('POST', `/${data[0]!.id}/copies$`)
  await copy('ad', { adId: data[0]!.id })
  for (const path of ['/adcreatives$', '/ads$', '/adsets$']) await lose('POST', path)
  await copy('ad', { adId: await named('ads', 'Legacy | standard enhancements') })
  await copy('adset', { adsetId: await named('adsets', 'Legacy | no audience flag') })
  assert.deepEqual([...methods].sort(), ['async', 'copies', 'recreation'])
})

test('comments are listed, answered, hidden and deleted on both networks', async () => {
  const { data: active } = await ok<{ data: { id: string }[] }>(
    'GET',
    `/v1/manage/list-ads?accountId=${account}&status=ACTIVE&limit=200`,
  )
  const adId = active.at(-1)!.id
  const { data } = await ok<{ data: { id: string }[] }>('GET', `/v1/comments?accountId=${account}&adId=${adId}`)
  // Those on a page's post have two groups of digits in their ids.
  for (const isOnPost of [true, false]) {
    const comment = { accountId: account, commentId: data.find(({ id }) => id.includes('_') === isOnPost)!.id }
    for (const path of ['/comments$', '/replies$']) await lose('POST', path)
    for (const message of ['Thank you', 'See you']) await ok('POST', '/v1/comments/reply', { ...comment, message })
    await app.control('DELETE', 'faults')
    for (const action of ['hide', 'unhide']) await ok('POST', `/v1/comments/${action}`, comment)
    await ok('POST', '/v1/comments/delete', comment)
  }
})

test('conversions are sent, and everything that can be chosen from is listed', async () => {
  await ok('POST', '/v1/conversions/events', {
    businessId: account,
    pixelId: pixel,
    events: [
      {
        event_name: 'Purchase',
        event_time: Math.floor(Date.now() / 1000),
        action_source: 'website',
        event_source_url: 'https://example.com',
        user_data: { em: 'a@example.com' },
        custom_data: { value: 5, currency: 'USD' },
      },
    ],
    testEventCode: 'TEST1',
  })
  await ok('GET', `/v1/conversions/custom-conversions?businessId=${account}`)
  await ok('GET', `/v1/primary/audiences?accountId=${account}`)
  for (const type of ['city', 'region', 'country', 'zip', 'interest'])
    await ok('GET', `/v1/primary/targeting-search?q=new&type=${type}`)
  await ok('GET', `/v1/adsets?accountId=${account}&search=a&status=PAUSED`)
  await ok('GET', `/v1/campaigns?accountId=${account}&search=a&status=ACTIVE`)
})

test('every kind of figures is asked for, at once and in the background', async () => {
  await askForFigures(recorded, account)
  const range = `accountId=${account}&startDate=${daysAgo(70)}&endDate=${daysAgo(2)}`
  await ok('GET', `/v1/reports/primary/country-breakdown?${range}`)
  await ok('GET', `/v1/reports/primary/reach-composition?${range}&countries=US,CA`)
  for (const by of ['age', 'gender', 'placement', 'device'])
    await ok('GET', `/v1/reports/primary/breakdown?${range}&by=${by}`)
  await ok('GET', `/v1/spend/daily?${range}`)
  for (const list of ['campaigns', 'adsets']) await ok('GET', `/v1/manage/${list}?${range}`)
  await app.control('POST', 'meta', { largestReport: 2 })
  await ok('GET', `/v1/reports/primary/country-breakdown?${range}&metrics=impressions`)
})

test('a connection is checked', async () => {
  const { missingScopes } = await recorded.open(meta).check!()
  assert.deepEqual(missingScopes, [])
})

test("whatever was sent keeps to the platform's own description, and all of it was used", async () => {
  const book = new TypeBook(known)
  const calls = await typed(await allCalls(recorded.calls), book)
  const findings = await checkCalls(
    known,
    calls.map(({ call }) => call),
  )
  const fields = calls.flatMap(({ operation, fields: text }) => {
    const type = book.askedOf(operation)
    return text === null || type === undefined ? [] : unknownFields(book, type, parseFields(text))
  })
  assert.deepEqual([...findings.problems, ...new Set(fields)], [])
  assert.deepEqual(unused(known, findings), [])
  assert.deepEqual(await unseenKinds(calls), [])
})
