import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { addDays, daysBetween } from '../../core/figures/account-days.ts'
import type { Fields } from '../objects/objects.ts'
import { account, campaigns, campaignUrn, elementsOf, errorsOf, groups, jpy, openCaller, usd } from '../test-caller.ts'

const today = new Date().toISOString().slice(0, 10)
const from = addDays(today, -60)
const to = addDays(today, -1)

function range(start: string, end: string): string {
  const part = (day: string) => {
    const [year, month, date] = day.split('-').map(Number)
    return `(year:${year},month:${month},day:${date})`
  }
  return `dateRange=(start:${part(start)},end:${part(end)})`
}

async function openReports(context: TestContext) {
  const caller = await openCaller(context)
  const list = (...urns: string[]) => `List(${urns.map(encodeURIComponent).join()})`
  const ask = (query: string, days = range(from, to), filter = `accounts=${list(account)}`) =>
    caller.find(`/rest/adAnalytics?${[query, days, filter].filter(Boolean).join('&')}`)
  const rows = async (query: string, days?: string, filter?: string) => {
    const answer = await ask(query, days, filter)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return elementsOf(answer)
  }
  return { ...caller, list, ask, rows }
}

const figures = [
  ...['impressions', 'clicks', 'landingPageClicks', 'costInLocalCurrency', 'externalWebsiteConversions'],
  ...['conversionValueInLocalCurrency', 'oneClickLeads', 'likes', 'follows', 'videoViews', 'videoCompletions'],
]
const fields = `fields=dateRange,pivotValues,${figures.join()}`

/** Sums in whole cents, so that they can be compared. */
function sums(rows: Fields[]): number[] {
  return figures.map((figure) => rows.reduce((sum, row) => sum + Math.round(Number(row[figure]) * 100), 0))
}

test('every level and every split adds up to the account', async (context) => {
  const { rows } = await openReports(context)
  const whole = await rows(`q=analytics&pivot=ACCOUNT&timeGranularity=ALL&${fields}`)
  assert.equal(whole.length, 1)
  assert.ok(sums(whole).every((sum) => sum > 0))
  const ways = [
    'q=analytics&pivot=CREATIVE&timeGranularity=DAILY',
    'q=analytics&pivot=CAMPAIGN_GROUP&timeGranularity=MONTHLY',
    'q=analytics&pivot=CAMPAIGN&timeGranularity=(value:YEARLY)',
    'q=analytics&pivot=SHARE&timeGranularity=ALL',
    'q=analytics&pivot=MEMBER_COUNTRY_V2&timeGranularity=ALL',
    'q=analytics&pivot=IMPRESSION_DEVICE_TYPE&timeGranularity=DAILY',
    'q=statistics&pivots=List(CAMPAIGN_GROUP,CAMPAIGN,CREATIVE)&timeGranularity=DAILY',
  ]
  for (const way of ways) assert.deepEqual(sums(await rows(`${way}&${fields}`)), sums(whole), way)
  const countries = await rows(`q=analytics&pivot=MEMBER_COUNTRY_V2&timeGranularity=ALL&${fields}`)
  assert.ok(countries.some(({ pivotValues }) => (pivotValues as string[])[0] === 'urn:li:geo:103644278'))
})

test('money is text, counts are numbers, and days are in the range that was asked for', async (context) => {
  const { rows, list } = await openReports(context)
  const month = await rows(`q=analytics&pivot=CAMPAIGN&timeGranularity=MONTHLY&${fields}`)
  const [row] = month as [Fields]
  assert.equal(typeof row['costInLocalCurrency'], 'string')
  assert.match(String(row['costInLocalCurrency']), /^\d+\.\d\d$/)
  assert.equal(typeof row['impressions'], 'number')
  const { start } = row['dateRange'] as { start: { year: number; month: number; day: number } }
  assert.equal(`${start.year}-${String(start.month).padStart(2, '0')}-${String(start.day).padStart(2, '0')}`, from)
  const yen = `accounts=${list(`urn:li:sponsoredAccount:${jpy}`)}`
  const both = 'fields=costInLocalCurrency,costInUsd'
  const [japan] = (await rows(`q=analytics&pivot=ACCOUNT&timeGranularity=ALL&${both}`, undefined, yen)) as [Fields]
  assert.match(String(japan['costInLocalCurrency']), /^\d+$/)
  assert.ok(Number(japan['costInUsd']) * 100 < Number(japan['costInLocalCurrency']))
})

test('without fields there are impressions and clicks and nothing else, and at most twenty fields', async (context) => {
  const { rows, ask } = await openReports(context)
  const [bare] = (await rows('q=analytics&pivot=CAMPAIGN&timeGranularity=ALL')) as [Fields]
  assert.deepEqual(Object.keys(bare), ['impressions', 'clicks'])
  const many = [
    ...figures,
    ...['dateRange', 'pivotValues', 'comments', 'shares', 'reactions', 'sends', 'opens', 'costInUsd', 'videoStarts'],
  ]
  assert.equal(many.length, 20)
  const base = 'q=analytics&pivot=CAMPAIGN&timeGranularity=ALL'
  assert.equal((await ask(`${base}&fields=${many.join()}`)).status, 200)
  assert.equal((await ask(`${base}&fields=${[...many, 'qualifiedLeads'].join()}`)).status, 400)
  assert.equal((await ask(`${base}&fields=colour`)).status, 400)
})

test('rows without activity are absent, and what is off has none', async (context) => {
  const { rows, create, list, set } = await openReports(context)
  const ended = await rows(
    'q=analytics&pivot=CAMPAIGN&timeGranularity=DAILY',
    range(addDays(today, -20), to),
    `campaigns=${list(campaignUrn(campaigns.ended))}`,
  )
  assert.deepEqual(ended, [])
  const long = await rows('q=analytics&pivot=CAMPAIGN&timeGranularity=ALL', range('2020-01-01', '2020-12-31'))
  assert.deepEqual(long, [])
  const daily = await rows(`q=analytics&pivot=CREATIVE&timeGranularity=DAILY&${fields}`)
  assert.ok(daily.length < 11 * daysBetween(from, to).length)
  assert.ok(daily.every(({ impressions }) => Number(impressions) > 0))
  assert.equal((await set('adCampaigns', campaigns.image, { status: 'PAUSED' })).status, 204)
  const made = await create('creatives', {
    campaign: campaignUrn(campaigns.image),
    content: { reference: 'urn:li:share:71661483110001' },
    intendedStatus: 'ACTIVE',
  })
  assert.deepEqual(
    await rows('q=analytics&pivot=CREATIVE&timeGranularity=ALL', range(from, today), `creatives=${list(made.id)}`),
    [],
  )
})

test('filters are all held at once, and groups are filtered by too', async (context) => {
  const { rows, list } = await openReports(context)
  const pivot = 'q=analytics&pivot=CAMPAIGN&timeGranularity=ALL&fields=pivotValues'
  const of = async (filter: string) =>
    (await rows(pivot, undefined, filter)).map(({ pivotValues }) => (pivotValues as string[])[0])
  const one = campaignUrn(campaigns.video)
  assert.deepEqual(await of(`accounts=${list(account)}&campaigns=${list(one)}`), [one])
  assert.deepEqual(await of(`accounts=${list(`urn:li:sponsoredAccount:${jpy}`)}&campaigns=${list(one)}`), [])
  assert.deepEqual(await of(`campaignGroups=${list(`urn:li:sponsoredCampaignGroup:${groups.ended}`)}`), [
    campaignUrn(campaigns.ended),
  ])
})

test('people are counted over short ranges only, and not by what they are', async (context) => {
  const { rows, ask } = await openReports(context)
  const reach = 'timeGranularity=ALL&fields=approximateMemberReach,impressions'
  const [whole] = (await rows(`q=analytics&pivot=ACCOUNT&${reach}`)) as [Fields]
  const parts = await rows(`q=analytics&pivot=CREATIVE&${reach}`)
  const sum = parts.reduce((all, row) => all + Number(row['approximateMemberReach']), 0)
  const max = Math.max(...parts.map((row) => Number(row['approximateMemberReach'])))
  assert.ok(Number(whole['approximateMemberReach']) <= sum && Number(whole['approximateMemberReach']) >= max)
  const account92 = `q=analytics&pivot=ACCOUNT&${reach}`
  assert.equal((await ask(account92, range(addDays(to, -91), to))).status, 200)
  assert.equal((await ask(account92, range(addDays(to, -92), to))).status, 400)
  assert.equal((await ask(`q=analytics&pivot=MEMBER_COUNTRY_V2&${reach}`)).status, 400)
})

test('a question in the wrong form is refused', async (context) => {
  const { ask, list } = await openReports(context)
  const base = 'q=analytics&pivot=CAMPAIGN&timeGranularity=ALL'
  const refused = async (query: string, days?: string, filter?: string) => {
    const answer = await ask(query, days, filter)
    assert.equal(answer.status, 400, query)
    return errorsOf(answer)[0]
  }
  assert.equal(await refused(base, 'dateRange.start.year=2026'), 'QUERY_PARAM_NOT_ALLOWED dateRange.start.year')
  assert.equal(await refused(base, ''), 'PARAM_MISSING dateRange')
  assert.equal(await refused(base, range(to, from)), 'PARAM_INVALID dateRange')
  assert.equal(await refused(base, 'dateRange=(start:(year:2026,month:2,day:30))'), 'PARAM_INVALID dateRange')
  assert.equal(await refused(base, undefined, ''), 'PARAM_INVALID accounts')
  assert.equal(await refused(base, undefined, `accounts=${list(usd)}`), 'PARAM_INVALID accounts')
  assert.equal(await refused('q=analytics&pivot=CAMPAIGN&timeGranularity=HOURLY'), 'PARAM_INVALID timeGranularity')
  assert.equal(await refused('q=analytics&pivot=WEATHER&timeGranularity=ALL'), 'PARAM_INVALID pivot')
  assert.equal(await refused('q=analytics&timeGranularity=ALL'), 'PARAM_MISSING pivot')
  assert.equal(await refused('q=statistics&pivots=List(MEMBER_COUNTRY_V2)&timeGranularity=ALL'), 'PARAM_INVALID pivots')
  assert.equal(
    await refused('q=statistics&pivots=List(ACCOUNT,CAMPAIGN,CREATIVE,SHARE)&timeGranularity=ALL'),
    'PARAM_INVALID pivots',
  )
  await refused(`${base}&sortBy=(field:COLOUR,order:DESCENDING)`)
})

test('rows are cut without a word, sorted when asked, and too many figures in five minutes are refused', async (context) => {
  const { ask, rows, change, clock } = await openReports(context)
  const query = 'q=analytics&pivot=CREATIVE&timeGranularity=DAILY&fields=impressions,pivotValues'
  const all = (await rows(query)).length
  await change({ reportRows: 100 })
  const cut = await ask(query)
  assert.ok(all > 100)
  assert.deepEqual(
    [cut.status, elementsOf(cut).length, cut.body['paging']],
    [200, 100, { start: 0, count: 10, links: [] }],
  )
  const sorted = await rows(`${query}&sortBy=(field:IMPRESSIONS,order:DESCENDING)`)
  const values = sorted.map(({ impressions }) => Number(impressions))
  assert.deepEqual(
    values,
    values.toSorted((one, other) => other - one),
  )
  await change({ metricValues: all * 2 + 300 })
  const late = await ask(query)
  assert.deepEqual([late.status, /5-minute window/.test(String(late.body['message']))], [429, true])
  await clock(331)
  assert.equal((await ask(query)).status, 200)
})

test('days that are counted anew have other figures, and the totals are those of the reports', async (context) => {
  const { rows, change, control } = await openReports(context)
  const day = addDays(today, -3)
  const ask = () =>
    rows('q=analytics&pivot=ACCOUNT&timeGranularity=DAILY&fields=impressions,costInLocalCurrency', range(day, day))
  const [before] = (await ask()) as [Fields]
  await change({ corrections: [{ day, factor: 2 }] })
  const [after] = (await ask()) as [Fields]
  assert.ok(Math.abs(Number(after['impressions']) - 2 * Number(before['impressions'])) <= 20)
  const { body } = await control('GET', `/linkedin/totals?accountId=${usd}&from=${day}&to=${day}`)
  const { total } = body as { total: Record<string, number> }
  assert.equal(total['impressions'], after['impressions'])
  assert.equal(total['spendMinor'], Math.round(Number(after['costInLocalCurrency']) * 100))
})
