import assert from 'node:assert/strict'
import { test } from 'node:test'
import { graphClient } from '../../../../test/support/simulated/primary.ts'
import {
  assertSame,
  daysAgo,
  minorOf,
  nextClockChange,
  openReporting,
} from '../../../../test/support/reports/reporting.ts'
import { addDays } from '../../kit/time/days.ts'
import { meta } from '../index.ts'

test('figures of every ad and day are the platform’s to the cent, over months and a change of clocks', async (context) => {
  const fixture = await openReporting(context, meta)
  const { day: change, offsetSeconds } = nextClockChange()
  await fixture.control('POST', '/clock', { offsetSeconds })
  const short = { from: addDays(change, -16), to: addDays(change, 3) }
  const long = { from: addDays(change, -40), to: addDays(change, 3) }
  for (const account of [fixture.dollars, fixture.yen]) {
    for (const range of [short, long]) {
      const [days, totals] = [await fixture.days(account, range), await fixture.totals(account, range)]
      assert.ok(days.length > 100)
      assertSame(days, totals, minorOf(account))
    }
    const entities = new Map((await fixture.entities(account)).map((entity) => [entity.id, entity]))
    for (const { adId, adSetId, campaignId } of await fixture.days(account, short)) {
      const ad = entities.get(adId)
      assert.deepEqual([ad?.level, ad?.adSetId, ad?.campaignId], ['ad', adSetId, campaignId])
    }
  }
})

test('short stretches are read at once and long ones in the background', async (context) => {
  const fixture = await openReporting(context, meta)
  const calls = async () => [await fixture.callsTo('POST', '/insights'), await fixture.callsTo('GET', '/insights')]
  await fixture.days(fixture.dollars, { from: daysAgo(32), to: daysAgo(2) })
  assert.deepEqual(await calls(), [0, 1])
  const rows = await fixture.days(fixture.dollars, { from: daysAgo(80), to: daysAgo(2) })
  const pages = Math.ceil(rows.length / 500)
  assert.ok(pages > 1)
  assert.deepEqual(await calls(), [1, 1 + pages])
})

test('what is too much for one report is read in smaller ones', async (context) => {
  const fixture = await openReporting(context, meta)
  const range = { from: daysAgo(12), to: daysAgo(5) }
  const whole = await fixture.days(fixture.dollars, range)
  await fixture.control('POST', '/meta', { largestReport: 45, reportSeconds: 0 })
  const parts = await fixture.days(fixture.dollars, range)
  const key = ({ adId, day }: { adId: string; day: string }) => `${day} ${adId}`
  const sorted = (rows: typeof whole) => rows.toSorted((one, other) => key(one).localeCompare(key(other)))
  assert.ok(whole.length > 90)
  assert.deepEqual(sorted(parts), sorted(whole))
  await fixture.control('POST', '/meta', { largestReport: 2 })
  await assert.rejects(fixture.days(fixture.dollars, range), { kind: 'rejected' })
})

test('an ad that was paused for some days has no rows for them', async (context) => {
  const fixture = await openReporting(context, meta)
  const range = { from: daysAgo(85), to: daysAgo(2) }
  const days = await fixture.days(fixture.dollars, range)
  const byAd = Map.groupBy(days, ({ adId }) => adId)
  const gaps = [...byAd.values()].filter((rows) => {
    const known = rows.map(({ day }) => day).sort()
    return known.length > 1 && known.at(-1)! > addDays(known[0]!, known.length - 1)
  })
  assert.ok(gaps.length > 0)
  assert.ok(days.every(({ impressions }) => impressions > 0))
})

test('what was archived or deleted keeps its figures and its names', async (context) => {
  const fixture = await openReporting(context, meta)
  const client = graphClient(fixture.url)
  const range = { from: daysAgo(9), to: daysAgo(7) }
  const before = await fixture.days(fixture.dollars, range)
  const byCampaign = Map.groupBy(before, ({ campaignId }) => campaignId)
  const [[first], [second], [third]] = [...byCampaign.values()] as [typeof before, typeof before, typeof before]
  const names = new Map((await fixture.entities(fixture.dollars)).map(({ id, name }) => [id, name]))
  await client.remove(first!.adId)
  await client.remove(second!.campaignId)
  await client.post(third!.adId, { status: 'ARCHIVED' })
  assert.deepEqual(await fixture.days(fixture.dollars, range), before)
  const entities = await fixture.entities(fixture.dollars)
  assert.equal(new Set(entities.map(({ id }) => id)).size, entities.length)
  const found = new Map(entities.map((entity) => [entity.id, entity]))
  for (const [id, level, status] of [
    [first!.adId, 'ad', 'DELETED'],
    [second!.adId, 'ad', 'DELETED'],
    [second!.adSetId, 'adset', 'DELETED'],
    [second!.campaignId, 'campaign', 'DELETED'],
    [third!.adId, 'ad', 'ARCHIVED'],
    [first!.campaignId, 'campaign', 'ACTIVE'],
  ] as const) {
    const entity = found.get(id)
    assert.deepEqual([entity?.level, entity?.status, entity?.name], [level, status, names.get(id)])
  }
  const campaigns = await fixture.verbs.reach!(fixture.dollars.id, { level: 'campaign', range, isDaily: false })
  assert.ok(campaigns.some(({ id }) => id === second!.campaignId))
})

test('reach is the platform’s own for exactly the asked range, level and days', async (context) => {
  const fixture = await openReporting(context, meta)
  const range = { from: daysAgo(33), to: daysAgo(20) }
  const ask = (level: 'account' | 'campaign' | 'adset' | 'ad', isDaily = false) =>
    fixture.verbs.reach!(fixture.dollars.id, { level, range, isDaily })
  const [account] = await ask('account')
  const { total } = await fixture.totals(fixture.dollars, range)
  assert.deepEqual([account!.id, account!.day, account!.reach], [null, null, total.reach])
  assert.ok(Math.abs(account!.frequency! - total.impressions / total.reach) < 0.00001)
  for (const level of ['campaign', 'adset', 'ad'] as const) {
    const { objects, rows } = await fixture.totals(fixture.dollars, range, level)
    const whole = new Map((await ask(level)).map((row) => [row.id, row.reach]))
    assert.deepEqual(whole, new Map(objects.map(({ id, reach }) => [id, reach])))
    const daily = new Map((await ask(level, true)).map((row) => [`${row.id} ${row.day}`, row.reach]))
    assert.deepEqual(
      [...daily].sort(),
      rows.map(({ id, day, reach }): [string, number] => [`${id} ${day}`, reach]).sort(),
    )
  }
})

test('countries add up to the whole', async (context) => {
  const fixture = await openReporting(context, meta)
  const range = { from: daysAgo(20), to: daysAgo(2) }
  for (const [account, country] of [
    [fixture.dollars, 'US'],
    [fixture.yen, 'JP'],
  ] as const) {
    const rows = await fixture.verbs.countries!(account.id, { level: 'campaign', range, isDaily: false })
    const { objects } = await fixture.totals(account, range, 'campaign')
    assert.deepEqual([...new Set(rows.map((row) => row.country))], [country])
    const spend = new Map(rows.map((row) => [row.id, (row.spendMicros * minorOf(account)) / 1e6]))
    assert.deepEqual(spend, new Map(objects.map(({ id, spendMinor }) => [id, spendMinor])))
    const daily = await fixture.verbs.countries!(account.id, { level: 'account', range, isDaily: true })
    assert.equal(daily.length, 19)
    assert.ok(daily.every((row) => row.id === null && row.day !== null && row.reach! > 0))
  }
})
