import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tiktokClient } from '../../../../test/support/simulated/tiktok.ts'
import {
  assertSame,
  daysAgo,
  minorOf,
  nextClockChange,
  openReporting,
} from '../../../../test/support/reports/reporting.ts'
import { addDays } from '../../kit/time/days.ts'
import { tiktok } from '../index.ts'
import { rowsIn } from './run.ts'

test('figures of every ad and day are the platform’s to the cent, over months and a change of clocks', async (context) => {
  const fixture = await openReporting(context, tiktok)
  const { day: change, offsetSeconds } = nextClockChange()
  await fixture.control('POST', '/clock', { offsetSeconds })
  const range = { from: addDays(change, -40), to: addDays(change, 3) }
  for (const account of [fixture.dollars, fixture.yen]) {
    const [days, totals] = [await fixture.days(account, range), await fixture.totals(account, range)]
    assert.ok(days.length > 500)
    assertSame(days, totals, minorOf(account))
    assert.ok(days.some(({ results }) => results === null) && days.some(({ results }) => results !== null))
    const entities = new Map((await fixture.entities(account)).map((entity) => [entity.id, entity]))
    for (const { adId, adSetId, campaignId } of days) {
      const ad = entities.get(adId)
      assert.deepEqual([ad?.level, ad?.adSetId, ad?.campaignId], ['ad', adSetId, campaignId])
    }
  }
})

test('long stretches come from a report in the background and are the same to the cent', async (context) => {
  const fixture = await openReporting(context, tiktok)
  const range = { from: daysAgo(85), to: daysAgo(1) }
  for (const account of [fixture.dollars, fixture.yen])
    assertSame(await fixture.days(account, range), await fixture.totals(account, range), minorOf(account))
  assert.equal(await fixture.callsTo('POST', '/report/task/create/'), 2)
  await fixture.days(fixture.dollars, { from: daysAgo(31), to: daysAgo(2) })
  assert.equal(await fixture.callsTo('POST', '/report/task/create/'), 2, 'thirty days need none')
})

test('when the platform cannot make a long report, its days are read in stretches', async (context) => {
  const fixture = await openReporting(context, tiktok)
  await fixture.control('POST', '/tiktok', { reportsFail: true, reportSeconds: 0 })
  const range = { from: daysAgo(70), to: daysAgo(4) }
  assertSame(await fixture.days(fixture.yen, range), await fixture.totals(fixture.yen, range), 1)
})

test('an ad that was off for some days has no rows for them', async (context) => {
  const fixture = await openReporting(context, tiktok)
  const days = await fixture.days(fixture.dollars, { from: daysAgo(85), to: daysAgo(3) })
  const gaps = [...Map.groupBy(days, ({ adId }) => adId).values()].filter((rows) => {
    const known = rows.map(({ day }) => day).sort()
    return known.length > 1 && known.at(-1)! > addDays(known[0]!, known.length - 1)
  })
  assert.ok(gaps.length > 0)
  assert.ok(days.every(({ impressions }) => impressions > 0))
})

test('what was deleted keeps its figures and its names, in short and long stretches', async (context) => {
  const fixture = await openReporting(context, tiktok)
  const client = tiktokClient(fixture.url)
  const long = { from: daysAgo(60), to: daysAgo(3) }
  const short = { from: daysAgo(9), to: daysAgo(7) }
  const before = await fixture.days(fixture.dollars, short)
  const [[first], [second]] = [...Map.groupBy(before, ({ campaignId }) => campaignId).values()] as [
    typeof before,
    typeof before,
  ]
  const remove = async (kind: string, id: string) => {
    const body = { advertiser_id: fixture.dollars.id, [`${kind}_ids`]: [id], operation_status: 'DELETE' }
    assert.equal((await client.post(`${kind}/status/update/`, body)).code, 0)
  }
  await remove('ad', first!.adId)
  await remove('campaign', second!.campaignId)
  assert.deepEqual(await fixture.days(fixture.dollars, short), before)
  const rows = await fixture.days(fixture.dollars, long)
  assertSame(rows, await fixture.totals(fixture.dollars, long), 100)
  assert.ok([first, second].every((gone) => rows.some(({ adId }) => adId === gone!.adId)))
  const found = new Map((await fixture.entities(fixture.dollars)).map((entity) => [entity.id, entity]))
  const statusOf = (id: string) => found.get(id)?.status
  assert.deepEqual([first!.adId, second!.adId, second!.campaignId].map(statusOf), ['DELETE', 'DELETE', 'DELETE'])
  assert.equal(statusOf(first!.campaignId), 'ENABLE')
  assert.ok([...found.values()].every(({ name }) => name !== ''))
  const campaigns = await fixture.verbs.reach!(fixture.dollars.id, { level: 'campaign', range: short, isDaily: false })
  assert.ok(campaigns.some(({ id }) => id === second!.campaignId))
})

test('reach is the platform’s own for exactly the asked range, level and days', async (context) => {
  const fixture = await openReporting(context, tiktok)
  const range = { from: daysAgo(60), to: daysAgo(20) }
  const ask = (level: 'account' | 'campaign' | 'adset' | 'ad', isDaily = false, asked = range) =>
    fixture.verbs.reach!(fixture.dollars.id, { level, range: asked, isDaily })
  const [account] = await ask('account')
  const { total } = await fixture.totals(fixture.dollars, range)
  assert.deepEqual([account!.id, account!.day, account!.reach], [null, null, total.reach])
  assert.ok(Math.abs(account!.frequency! - total.impressions / total.reach) < 0.00001)
  for (const level of ['campaign', 'ad'] as const) {
    const { objects, rows } = await fixture.totals(fixture.dollars, range, level)
    const whole = new Map((await ask(level)).map((row) => [row.id, row.reach]))
    assert.deepEqual(whole, new Map(objects.map(({ id, reach }) => [id, reach])))
    const daily = new Map((await ask(level, true)).map((row) => [`${row.id} ${row.day}`, row.reach]))
    assert.deepEqual(
      [...daily].sort(),
      rows.map(({ id, day, reach }): [string, number] => [`${id} ${day}`, reach]).sort(),
    )
  }
  const years = { from: daysAgo(500), to: daysAgo(2) }
  const [ever] = await ask('account', false, years)
  assert.equal(ever!.reach, (await fixture.totals(fixture.dollars, years)).total.reach)
})

test('countries add up to the whole', async (context) => {
  const fixture = await openReporting(context, tiktok)
  const range = { from: daysAgo(40), to: daysAgo(2) }
  for (const [account, countries] of [
    [fixture.dollars, ['CA', 'US']],
    [fixture.yen, ['JP']],
  ] as const) {
    const { objects } = await fixture.totals(account, range, 'campaign')
    for (const isDaily of [false, true]) {
      const rows = await fixture.verbs.countries!(account.id, { level: 'campaign', range, isDaily })
      assert.deepEqual([...new Set(rows.map(({ country }) => country))].sort(), countries)
      for (const { id, spendMinor, impressions, conversions } of objects) {
        const own = rows.filter((row) => row.id === id)
        const sum = (read: (row: (typeof own)[number]) => number) => own.reduce((all, row) => all + read(row), 0)
        assert.deepEqual(
          [sum((row) => row.spendMicros) * minorOf(account), sum((row) => row.impressions)],
          [spendMinor * 1e6, impressions],
        )
        assert.equal(
          sum((row) => row.conversions ?? 0),
          conversions,
        )
      }
      assert.ok(rows.every(({ reach, results }) => reach === null && results === null))
    }
  }
})

test('lines of a report are read by their titles, and values in quotes are whole', () => {
  const text = '\uFEFFspend,ad_id,name\r\n1.50,17,"a, ""b""\nc"\r\n-,18,\r\n'
  assert.deepEqual(rowsIn(text, ['ad_id'], ['spend', 'name']), [
    { dimensions: { ad_id: '17' }, metrics: { spend: '1.50', name: 'a, "b"\nc' } },
    { dimensions: { ad_id: '18' }, metrics: { spend: '-', name: '' } },
  ])
  assert.deepEqual(rowsIn('ad_id,spend', ['ad_id'], ['spend']), [])
  assert.equal(rowsIn('Anzeigen-ID,Ausgaben\n17,1', ['ad_id'], ['spend']), null)
})
