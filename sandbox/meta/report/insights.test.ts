import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import { graphClient, jpyAccount, prepareLaunch, usdAccount } from '../../../test/support/simulated/primary.ts'
import { daysAgo, report, reportAnswer, sumOf } from '../../../test/support/simulated/insights.ts'
import type { Row } from '../../../test/support/simulated/insights.ts'
import { assertError } from '../../../test/support/simulated/refusals.ts'

const range = { since: daysAgo(40), until: daysAgo(11) }
const fields = 'spend,impressions,clicks,reach,frequency,inline_link_clicks,actions,action_values'
const additive = ['spend', 'impressions', 'clicks', 'inline_link_clicks']

function assertSameSums(parts: Row[], [total]: Row[], title: string): void {
  for (const field of additive)
    assert.equal(sumOf(parts, field), sumOf(total ? [total] : [], field), `${title} ${field}`)
}

/** Different people: fewer than the parts together, and no fewer than the largest part. */
function assertDeduplicated(parts: Row[], [total]: Row[], title: string): void {
  const reaches = parts.map((row) => Number(row['reach']))
  const reach = Number(total?.['reach'])
  const sum = reaches.reduce((all, part) => all + part, 0)
  assert.ok(reach < sum, `${title}: ${reach} of ${sum}`)
  assert.ok(reach >= Math.max(...reaches), `${title}: ${reach}`)
}

test('days, months, levels and breakdowns add up to the same total, while reach does not', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const ask = (more: Record<string, unknown>) => report(client, usdAccount, { fields, time_range: range, ...more })
  const total = await ask({})
  assert.equal(total.length, 1)
  for (const more of [{ time_increment: 1 }, { time_increment: 7 }, { time_increment: 'monthly' }]) {
    const rows = await ask(more)
    assertSameSums(rows, total, JSON.stringify(more))
    assertDeduplicated(rows, total, JSON.stringify(more))
  }
  assert.equal((await ask({ time_increment: 1 })).length, 30)
  for (const level of ['campaign', 'adset', 'ad']) {
    const rows = await ask({ level })
    assertSameSums(rows, total, level)
    assertDeduplicated(rows, total, level)
  }
  for (const breakdowns of [
    'age',
    'gender',
    'age,gender',
    'publisher_platform',
    'publisher_platform,platform_position',
    'device_platform',
    'region',
  ]) {
    const rows = await ask({ breakdowns })
    assert.ok(rows.length > 1, breakdowns)
    assertSameSums(rows, total, breakdowns)
    assertDeduplicated(rows, total, breakdowns)
    assert.ok(breakdowns.split(',').every((name) => rows[0]?.[name] !== undefined))
  }
  const countries = await ask({ breakdowns: 'country' })
  assert.deepEqual(
    countries.map((row) => row['country']),
    ['US'],
  )
  assertSameSums(countries, total, 'country')
})

test('reports agree to the cent with the totals that the sandbox keeps', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = graphClient(url)
  for (const [account, offset] of [
    [usdAccount, 100],
    [jpyAccount, 1],
  ] as const) {
    const query = `accountId=${account}&from=${range.since}&to=${range.until}`
    const { body } = await control('GET', `/meta/totals?${query}`)
    const kept = body['rows'] as { id: string; day: string; spendMinor: number; impressions: number; reach: number }[]
    const rows = await report(client, account, {
      fields: 'ad_id,spend,impressions,reach',
      level: 'ad',
      time_range: range,
      time_increment: 1,
    })
    const key = (id: unknown, day: unknown) => `${String(id)} ${String(day)}`
    const shown = new Map(rows.map((row) => [key(row['ad_id'], row['date_start']), row]))
    assert.equal(shown.size, kept.length)
    for (const { id, day, spendMinor, impressions, reach } of kept) {
      const row = shown.get(key(id, day))
      assert.deepEqual(
        [Math.round(Number(row?.['spend']) * offset), Number(row?.['impressions']), Number(row?.['reach'])],
        [spendMinor, impressions, reach],
      )
    }
    const { spendMinor, reach } = body['total'] as { spendMinor: number; reach: number }
    const [total] = await report(client, account, { fields: 'spend,reach', time_range: range })
    assert.deepEqual([Math.round(Number(total?.['spend']) * offset), Number(total?.['reach'])], [spendMinor, reach])
    assert.equal(String(total?.['spend']).includes('.'), offset === 100)
  }
  assert.equal((await control('GET', '/meta/totals?accountId=act_1')).status, 400)
  assert.equal((await control('GET', `/meta/totals?accountId=${usdAccount}&from=soon`)).status, 400)
  assert.equal((await control('GET', '/meta/moods')).status, 400)
})

test('cumulative reach of several ranges in one call never falls', async (context) => {
  const { url } = await startTestSandbox(context)
  const ranges = [1, 2, 3].map((part) => ({ since: daysAgo(60), until: daysAgo(60 - part * 15) }))
  const rows = await report(graphClient(url), usdAccount, { fields: 'reach', time_ranges: ranges })
  const reaches = rows.map((row) => Number(row['reach']))
  assert.equal(reaches.length, 3)
  assert.deepEqual(
    reaches,
    [...reaches].sort((one, other) => one - other),
  )
})

test('all numbers are strings and only rows with delivery exist', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const rows = await report(client, usdAccount, {
    level: 'ad',
    fields:
      'ad_id,ad_name,campaign_name,account_currency,spend,impressions,ctr,cpm,cpc,cpp,frequency,unique_clicks,quality_ranking',
    date_preset: 'last_7d',
  })
  assert.ok(rows.length > 0)
  for (const row of rows) for (const value of Object.values(row)) assert.equal(typeof value, 'string')
  assert.ok(rows.every((row) => Number(row['impressions']) > 0 && row['date_stop'] === daysAgo(1)))
  const { adsetId, creativeId } = await prepareLaunch(client)
  const adId = await client.create(`${usdAccount}/ads`, {
    name: 'New',
    adset_id: adsetId,
    status: 'ACTIVE',
    creative: { creative_id: creativeId },
  })
  assert.deepEqual(await report(client, adId, { date_preset: 'maximum' }), [])
})

test('an ad delivers from its review until it is paused', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = graphClient(url)
  const { adsetId, creativeId } = await prepareLaunch(client)
  const adId = await client.create(`${usdAccount}/ads`, {
    name: 'Two days',
    adset_id: adsetId,
    status: 'ACTIVE',
    creative: { creative_id: creativeId },
  })
  const days = 86_400
  await control('POST', '/clock', { offsetSeconds: 2 * days })
  await client.post(adId, { status: 'PAUSED' })
  const spent = await report(client, adId, { fields: 'spend', date_preset: 'maximum' })
  assert.ok(Number(spent[0]?.['spend']) > 0)
  await control('POST', '/clock', { offsetSeconds: 9 * days })
  assert.deepEqual(await report(client, adId, { fields: 'spend', date_preset: 'last_3d' }), [])
  assert.equal(
    (await report(client, adId, { fields: 'spend', date_preset: 'maximum' }))[0]?.['spend'],
    spent[0]?.['spend'],
  )
  await client.remove(adId)
  assert.equal((await report(client, adId, { fields: 'spend', date_preset: 'maximum' })).length, 1)
  const ids = async (more: object) =>
    (await report(client, usdAccount, { level: 'ad', fields: 'ad_id', date_preset: 'maximum', ...more })).map(
      (row) => row['ad_id'],
    )
  assert.equal((await ids({})).includes(adId), false)
  const filtering = [{ field: 'ad.effective_status', operator: 'IN', value: ['DELETED'] }]
  assert.deepEqual(await ids({ filtering }), [adId])
})

test('actions, values, return and results belong together', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const rows = await report(client, usdAccount, {
    level: 'adset',
    fields:
      'adset_name,optimization_goal,spend,reach,actions,action_values,purchase_roas,cost_per_action_type,results,cost_per_result',
    time_range: range,
    action_attribution_windows: ['7d_click', '1d_view'],
  })
  const sales = rows.find((row) => String(row['adset_name']).includes('Broad 18-65')) as unknown as Record<
    string,
    { action_type: string; value: string; '7d_click': string; '1d_view': string }[]
  >
  const of = (list: string, type: string) => sales[list]?.find(({ action_type }) => action_type === type)
  const purchase = of('actions', 'purchase')
  assert.equal(Number(purchase?.['7d_click']) + Number(purchase?.['1d_view']), Number(purchase?.value))
  assert.ok(Number(of('actions', 'offsite_conversion.fb_pixel_purchase')?.value) <= Number(purchase?.value))
  const roas = Number(of('action_values', 'omni_purchase')?.value) / Number(sales['spend'])
  assert.ok(Math.abs(Number(of('purchase_roas', 'omni_purchase')?.value) - roas) < 0.00001)
  assert.ok(Number(of('cost_per_action_type', 'purchase')?.value) > 0)
  const resultOf = (row: unknown) =>
    (row as { results: { indicator: string; values: { value: string }[] }[] }).results[0]
  assert.equal(resultOf(sales)?.indicator, 'actions:offsite_conversion.fb_pixel_purchase')
  assert.equal(resultOf(sales)?.values[0]?.value, of('actions', 'offsite_conversion.fb_pixel_purchase')?.value)
  const reached = rows.find((row) => row['optimization_goal'] === 'REACH')
  assert.deepEqual([resultOf(reached)?.indicator, resultOf(reached)?.values[0]?.value], ['reach', reached?.['reach']])
})

test('reports can be filtered, sorted, paged and summed up', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const base = { level: 'ad', fields: 'ad_id,adset_id,spend,impressions', time_range: range }
  const all = await report(client, usdAccount, { ...base, sort: 'spend_descending' })
  const spends = all.map((row) => Number(row['spend']))
  assert.deepEqual(
    spends,
    [...spends].sort((one, other) => other - one),
  )
  const limit = spends[3] ?? 0
  const large = await report(client, usdAccount, {
    ...base,
    filtering: [{ field: 'spend', operator: 'GREATER_THAN', value: limit }],
  })
  assert.equal(large.length, spends.filter((spend) => spend > limit).length)
  const adset = String(all[0]?.['adset_id'])
  const ofSet = await report(client, usdAccount, {
    ...base,
    filtering: [{ field: 'adset.id', operator: 'IN', value: [adset] }],
  })
  assert.ok(ofSet.length > 0 && ofSet.every((row) => row['adset_id'] === adset))
  const paged: string[] = []
  for (let after = ''; ;) {
    const { body } = await reportAnswer(client, usdAccount, {
      ...base,
      limit: 4,
      default_summary: true,
      ...(after ? { after } : {}),
    })
    paged.push(...(body.data ?? []).map((row) => String(row['ad_id'])))
    assert.equal(Number((body['summary'] as Row)['impressions']) * 100, sumOf(all, 'impressions'))
    if (!body.paging?.next) break
    after = body.paging.cursors.after
  }
  assert.deepEqual([...paged].sort(), all.map((row) => row['ad_id']).sort())
  const nested = await client.get(
    `${usdAccount}/ads?limit=3&fields=${encodeURIComponent('insights.date_preset(last_7d){spend}')}`,
  )
  assert.ok(nested.body.data?.some((ad) => (ad['insights'] as { data: Row[] } | undefined)?.data[0]?.['spend']))
})

test('reports that the platform would refuse are refused', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = graphClient(url)
  const refused = async (params: Record<string, unknown>, code: number, subcode?: number) =>
    assertError(await reportAnswer(client, usdAccount, params), code, subcode, JSON.stringify(params))
  await refused({ time_range: { since: '2019-01-01', until: '2026-01-01' } }, 3018)
  await refused({ time_range: { since: daysAgo(1), until: daysAgo(2) } }, 100)
  await refused({ time_range: { since: 'soon', until: daysAgo(2) } }, 100)
  await refused({ date_preset: 'lifetime' }, 100)
  await refused({ time_increment: 91 }, 100)
  await refused({ fields: 'happiness' }, 100)
  await refused({ breakdowns: 'dma' }, 100)
  await refused({ breakdowns: 'shoe_size' }, 100)
  await refused({ level: 'galaxy' }, 100)
  await refused({ filtering: [{ field: 'mood', operator: 'EQUAL', value: 1 }] }, 100)
  await refused({ sort: 'spend' }, 100)
  await refused({ after: 'nonsense' }, 2642)
  const ad = String((await client.get(`${usdAccount}/ads`)).body.data?.[0]?.['id'])
  const wrong = await reportAnswer(client, ad, { level: 'campaign' })
  assert.deepEqual([wrong.body.error?.code, wrong.body.error?.error_subcode], [1, 99])
  assert.deepEqual(await report(client, usdAccount, { breakdowns: 'impression_device' }), [])
  const hours = await report(client, usdAccount, {
    fields: 'impressions,reach',
    breakdowns: 'hourly_stats_aggregated_by_advertiser_time_zone',
  })
  assert.ok(hours.length === 24 && hours.every((row) => row['reach'] === undefined))
  await control('POST', '/meta', { largestReport: 5 })
  await refused({ level: 'ad', time_increment: 1 }, 100, 1487534)
})

test('a day is a day where the account is', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const [tokyo] = await report(client, jpyAccount, { fields: 'spend', date_preset: 'yesterday' })
  assert.equal(tokyo?.['date_start'], daysAgo(1, 'Asia/Tokyo'))
  const [newYork] = await report(client, usdAccount, { fields: 'spend', date_preset: 'yesterday' })
  assert.equal(newYork?.['date_start'], daysAgo(1))
})
