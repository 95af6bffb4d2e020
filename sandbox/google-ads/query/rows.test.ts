import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, localTime, startOfDay } from '../../core/figures/account-days.ts'
import type { Fields } from '../objects/objects.ts'
import { codesOf, direct, managed, openCaller } from '../test-caller.ts'

const figures =
  'metrics.impressions, metrics.clicks, metrics.cost_micros, metrics.conversions, metrics.conversions_value'
const today = localTime(Date.now(), 'America/New_York').day

interface Sums {
  impressions: number
  clicks: number
  cost: number
  conversions: number
  cents: number
}

function sumOf(rows: Record<string, Fields>[]): Sums {
  const sums = { impressions: 0, clicks: 0, cost: 0, conversions: 0, cents: 0 }
  for (const { metrics } of rows) {
    sums.impressions += Number(metrics!['impressions'])
    sums.clicks += Number(metrics!['clicks'])
    sums.cost += Number(metrics!['costMicros'])
    sums.conversions += Number(metrics!['conversions'])
    sums.cents += Math.round(Number(metrics!['conversionsValue']) * 100)
  }
  return sums
}

const namesOf: Record<string, string> = {
  customer: 'customer.id',
  campaign: 'campaign.id',
  ad_group: 'ad_group.id',
  ad_group_ad: 'ad_group_ad.ad.id',
  keyword_view: 'ad_group_criterion.keyword.text',
  search_term_view: 'search_term_view.search_term',
  geographic_view: 'geographic_view.country_criterion_id',
  user_location_view: 'user_location_view.country_criterion_id',
  asset_group: 'asset_group.id',
}

for (const customer of [direct, managed]) {
  test(`figures agree to the micro at every level and in every split (${customer})`, async (context) => {
    const { rows } = await openCaller(context)
    const sum = async (resource: string, more = '', where = '') =>
      sumOf(
        await rows(
          `SELECT ${namesOf[resource]}, ${figures}${more} FROM ${resource} WHERE segments.date BETWEEN '${addDays(today, -20)}' AND '${addDays(today, -1)}' ${where}`,
          customer,
        ),
      )
    const all = await sum('customer')
    assert.ok(all.cost > 0 && all.conversions > 0)
    for (const resource of ['customer', 'campaign', 'geographic_view', 'user_location_view'])
      for (const more of ['', ', segments.date', ', segments.device, segments.ad_network_type'])
        assert.deepEqual(await sum(resource, more), all, `${resource} ${more}`)
    const searched = await sum('campaign', '', "AND campaign.advertising_channel_type = 'SEARCH'")
    for (const resource of ['ad_group', 'ad_group_ad', 'keyword_view', 'search_term_view'])
      for (const more of ['', ', segments.date'])
        assert.deepEqual(await sum(resource, more), searched, `${resource} ${more}`)
    const assets = await sum('asset_group')
    assert.deepEqual(assets, await sum('campaign', '', "AND campaign.advertising_channel_type = 'PERFORMANCE_MAX'"))
    assert.equal(assets.cost + searched.cost, all.cost)
    const perAdGroup = await sum('geographic_view', ', ad_group.id')
    assert.deepEqual(perAdGroup, searched, 'places of ad groups are places of ads')
  })
}

test('days, weeks and months add up, and rows without figures vanish when they are split', async (context) => {
  const { rows } = await openCaller(context)
  const month = `${addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)}-01`
  const range = `segments.month = '${month}'`
  const ask = (segment: string) => rows(`SELECT campaign.id, ${figures}, ${segment} FROM campaign WHERE ${range}`)
  const byMonth = await ask('segments.month')
  assert.ok(byMonth.every(({ segments }) => segments!['month'] === month))
  for (const segment of ['segments.date', 'segments.week', 'segments.quarter', 'segments.year', 'segments.day_of_week'])
    assert.deepEqual(sumOf(await ask(segment)), sumOf(byMonth), segment)
  const whole = await rows(`SELECT campaign.name, ${figures} FROM campaign WHERE ${range}`)
  const idle = whole.filter(({ metrics }) => metrics!['impressions'] === '0').map(({ campaign }) => campaign!['name'])
  assert.deepEqual(idle, ['Clearance'], 'what was paused is there with zeros')
  assert.equal(byMonth.length, whole.length - idle.length)
})

test("today's figures grow with the clock, and those of days before stay as they are", async (context) => {
  const { rows, control } = await openCaller(context)
  const tomorrow = addDays(today, 1)
  const setClock = (day: string, hour: number) => {
    const wanted = startOfDay(day, 'America/New_York') + hour * 3600_000
    return control('POST', '/clock', { offsetSeconds: Math.round((wanted - Date.now()) / 1000) })
  }
  const ask = async (where: string) => sumOf(await rows(`SELECT customer.id, ${figures} FROM customer WHERE ${where}`))
  const before = `segments.date BETWEEN '${addDays(today, -7)}' AND '${today}'`
  await setClock(tomorrow, 6)
  const [morning, past] = [await ask('segments.date DURING TODAY'), await ask(before)]
  await setClock(tomorrow, 18)
  const evening = await ask('segments.date DURING TODAY')
  await setClock(addDays(tomorrow, 1), 6)
  const whole = await ask('segments.date DURING YESTERDAY')
  assert.ok(morning.impressions > 0)
  assert.ok(morning.impressions < evening.impressions && evening.impressions < whole.impressions)
  assert.ok(morning.cost < evening.cost && evening.cost < whole.cost)
  assert.deepEqual(await ask(before), past)
})

test('conditions choose rows as their operators say', async (context) => {
  const { rows } = await openCaller(context)
  const names = async (where: string) =>
    (await rows(`SELECT campaign.name FROM campaign WHERE ${where} ORDER BY campaign.name`)).map(
      ({ campaign }) => campaign!['name'],
    )
  assert.deepEqual(await names("campaign.status = 'REMOVED'"), ['Last summer'])
  assert.deepEqual(await names('campaign.status IN (PAUSED, REMOVED)'), ['Clearance', 'Last summer'])
  assert.deepEqual(await names("campaign.name LIKE '%A%ES'"), ['Tables'])
  assert.deepEqual(await names("campaign.name LIKE '_amps'"), ['Lamps'])
  assert.deepEqual(await names("campaign.name LIKE '[%]%'"), [])
  assert.deepEqual(await names("campaign.name REGEXP_MATCH '(?i)(sofas|tables)'"), ['Sofas', 'Tables'])
  assert.deepEqual(await names("campaign.name REGEXP_MATCH 'ofas'"), [], 'the whole text has to match')
  assert.deepEqual(await names("campaign.name NOT REGEXP_MATCH '[A-S].*'"), ['Tables'])
  assert.equal((await names("campaign.name NOT IN ('Sofas', 'Tables')")).length, 8)
  assert.equal((await names('campaign.labels CONTAINS NONE ("customers/1/labels/2")')).length, 10)
  assert.equal((await names('campaign.end_date_time IS NULL')).length, 10)
  assert.deepEqual(
    await names("campaign.network_settings.target_google_search IS NULL AND campaign.status = 'ENABLED'"),
    ['Everything, everywhere'],
  )
  assert.deepEqual(await names('campaign_budget.explicitly_shared = TRUE AND campaign_budget.reference_count > 1'), [
    'Sofas',
    'Tables',
  ])
  const ids = (await rows('SELECT campaign.id FROM campaign ORDER BY campaign.id DESC LIMIT 2')).map(({ campaign }) =>
    String(campaign!['id']),
  )
  assert.equal(ids.length, 2)
  assert.equal((await names(`campaign.id BETWEEN ${ids[1]} AND ${ids[0]}`)).length, 2)
  assert.equal((await names(`campaign.id = '${ids[0]}'`)).length, 1)
})

test('a row holds what was selected and the names of its resources, in the ways of JSON', async (context) => {
  const { search, rows, change } = await openCaller(context)
  const query =
    'SELECT ad_group_ad.ad.responsive_search_ad.headlines, campaign.id, metrics.clicks FROM ad_group_ad WHERE segments.date DURING TODAY LIMIT 1'
  const { body } = await search(query)
  assert.equal(body['fieldMask'], 'adGroupAd.ad.responsiveSearchAd.headlines,campaign.id,metrics.clicks')
  const [row] = body['results'] as Record<string, Fields>[]
  assert.deepEqual(Object.keys(row!).sort(), ['adGroupAd', 'campaign', 'metrics'])
  const ad = row!['adGroupAd']!['ad'] as Fields
  assert.match(String(row!['adGroupAd']!['resourceName']), /^customers\/\d+\/adGroupAds\/\d+~\d+$/)
  assert.deepEqual(Object.keys(ad).sort(), ['resourceName', 'responsiveSearchAd'])
  assert.equal(typeof row!['metrics']!['clicks'], 'string')
  const [bare] = await rows(`${query} PARAMETERS omit_unselected_resource_names=true`)
  assert.equal(bare!['campaign']!['resourceName'], undefined)
  await change({ zeroMetrics: 'omitted' })
  const idle = await rows(
    "SELECT campaign.id, metrics.clicks FROM campaign WHERE campaign.name = 'Clearance' AND segments.date DURING TODAY",
  )
  assert.equal(idle[0]!['metrics'], undefined)
  assert.equal(
    (await search("SELECT campaign.id FROM campaign WHERE campaign.name = 'None'")).body['results'],
    undefined,
  )
})

test('pages hold a fixed number of rows and lead on by tokens that belong to the query', async (context) => {
  const { search, change, control } = await openCaller(context)
  const query = 'SELECT campaign.id FROM campaign ORDER BY campaign.id'
  const tooBold = await search(query, direct, { pageSize: 5 })
  assert.deepEqual(codesOf(tooBold), ['requestError.PAGE_SIZE_NOT_SUPPORTED'])
  await change({ pageRows: 4 })
  const seen: unknown[] = []
  let pageToken = ''
  do {
    const { body } = await search(
      query,
      direct,
      pageToken ? { pageToken } : { searchSettings: { returnTotalResultsCount: true } },
    )
    seen.push(...(body['results'] as Record<string, Fields>[]).map(({ campaign }) => campaign!['id']))
    if (!pageToken) assert.equal(body['totalResultsCount'], '10')
    pageToken = (body['nextPageToken'] as string | undefined) ?? ''
  } while (pageToken)
  assert.equal(new Set(seen).size, 10)
  const { body } = await search(query)
  const token = String(body['nextPageToken'])
  const other = await search(`${query} DESC`, direct, { pageToken: token })
  assert.deepEqual(codesOf(other), ['requestError.INVALID_PAGE_TOKEN'])
  assert.deepEqual(codesOf(await search(query, direct, { pageToken: 'x' })), ['requestError.INVALID_PAGE_TOKEN'])
  await control('POST', '/clock', { offsetSeconds: 3 * 3600 })
  assert.deepEqual(codesOf(await search(query, direct, { pageToken: token })), ['requestError.EXPIRED_PAGE_TOKEN'])
})

test('a stream tells everything in a list of pieces, its errors too', async (context) => {
  const { call, search } = await openCaller(context)
  const stream = async (body: object) => {
    const answer = await call('POST', `/v25/customers/${direct}/googleAds:searchStream`, body)
    return { ...answer, pieces: answer.body as unknown as Fields[] }
  }
  const query = 'SELECT campaign.id, metrics.clicks FROM campaign WHERE segments.date DURING LAST_7_DAYS'
  const { pieces, headers } = await stream({ query, summaryRowSetting: 'SUMMARY_ROW_WITH_RESULTS' })
  assert.equal((pieces[0]!['results'] as unknown[]).length, 10)
  assert.equal(pieces[0]!['requestId'], headers.get('request-id'))
  const clicks = (pieces[0]!['results'] as Record<string, Fields>[]).reduce(
    (sum, { metrics }) => sum + Number(metrics!['clicks']),
    0,
  )
  const summary = pieces.at(-1)!['summaryRow'] as Record<string, Fields>
  assert.equal(Number(summary['metrics']!['clicks']), clicks)
  const refused = await stream({ query: 'SELECT campaign.mood FROM campaign' })
  assert.equal(refused.status, 400)
  assert.deepEqual(codesOf({ body: refused.pieces[0]! }), ['queryError.UNRECOGNIZED_FIELD'])
  const unknown = await search(query, direct, { mood: 'good' })
  assert.match(String((unknown.body['error'] as Fields)['message']), /Unknown name "mood"/)
  assert.deepEqual(codesOf(await search('')), ['requestError.REQUIRED_FIELD_MISSING'])
  assert.deepEqual((await search(query, direct, { validateOnly: true })).body, {})
})

test('countries have names, and the totals behind the reports are the reports', async (context) => {
  const { rows, control } = await openCaller(context)
  const [place] = await rows(
    'SELECT geo_target_constant.country_code FROM geo_target_constant WHERE geo_target_constant.id = 2840',
  )
  assert.equal(place!['geoTargetConstant']!['countryCode'], 'US')
  const day = addDays(today, -3)
  const { body } = await control('GET', `/google-ads/totals?accountId=${direct}&from=${day}&to=${day}&level=campaign`)
  const total = body['total'] as Record<string, number>
  const sums = sumOf(await rows(`SELECT campaign.id, ${figures} FROM campaign WHERE segments.date = '${day}'`))
  assert.deepEqual(
    [total['impressions'], total['clicks'], total['spendMinor']! * 10_000, total['conversions']],
    [sums.impressions, sums.clicks, sums.cost, sums.conversions],
  )
  assert.equal((await control('GET', `/google-ads/totals?accountId=${direct}&level=mood`)).status, 400)
})
