import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertSame,
  daysAgo,
  minorOf,
  nextClockChange,
  openReporting,
} from '../../../../test/support/reports/reporting.ts'
import { openSnap } from '../../../../test/support/platforms/snapchat-client.ts'
import { addDays } from '../../kit/time/days.ts'
import type { AdDay } from '../../contract/report.ts'
import { snapchat } from '../index.ts'
import { reportingVerbs } from './report.ts'
import { AdWire, IdWire } from '../wire.ts'

const sorted = (rows: AdDay[]) =>
  rows.toSorted((one, other) => `${one.adId} ${one.day}`.localeCompare(`${other.adId} ${other.day}`))

test('figures of every ad and day are the platform’s to the cent, over months and a change of clocks', async (context) => {
  const fixture = await openReporting(context, snapchat)
  const { day: change, offsetSeconds } = nextClockChange()
  await fixture.control('POST', '/clock', { offsetSeconds })
  for (const account of [fixture.dollars, fixture.yen]) {
    for (const from of [addDays(change, -16), addDays(change, -40)]) {
      const range = { from, to: addDays(change, 3) }
      const days = await fixture.days(account, range)
      assert.ok(days.some(({ day }) => day === change) && days.length > 300)
      assertSame(days, await fixture.totals(account, range), minorOf(account))
    }
    const entities = new Map((await fixture.entities(account)).map((entity) => [entity.id, entity]))
    assert.deepEqual(
      [...Map.groupBy(entities.values(), ({ level }) => level)].map(([level, of]) => [level, of.length]),
      [
        ['campaign', 4],
        ['adset', 12],
        ['ad', 24],
      ],
    )
    for (const { adId, adSetId, campaignId } of await fixture.days(account, { from: change, to: change })) {
      const ad = entities.get(adId)
      assert.deepEqual([ad?.level, ad?.adSetId, ad?.campaignId], ['ad', adSetId, campaignId])
      assert.equal(entities.get(adSetId)?.campaignId, campaignId)
    }
  }
})

test('the day on which clocks change is cut at its own midnights, and so is a question of that day alone', async (context) => {
  const fixture = await openReporting(context, snapchat)
  const { day: change, offsetSeconds } = nextClockChange()
  await fixture.control('POST', '/clock', { offsetSeconds })
  await fixture.control('DELETE', '/calls')
  await fixture.days(fixture.dollars, { from: change, to: change })
  const { calls } = (await fixture.control('GET', '/calls?platform=snapchat')) as { calls: { path: string }[] }
  const asked = calls.map(({ path }) => path).find((path) => path.includes('/stats?'))!
  const params = new URL(asked, 'http://platform').searchParams
  const hours = (Date.parse(params.get('end_time')!) - Date.parse(params.get('start_time')!)) / 3600_000
  assert.ok(hours === 23 || hours === 25, String(hours))
})

test('an ad that was paused for some days has no rows for them', async (context) => {
  const fixture = await openReporting(context, snapchat)
  const days = await fixture.days(fixture.dollars, { from: daysAgo(40), to: daysAgo(2) })
  const counts = [...Map.groupBy(days, ({ adId }) => adId).values()].map(({ length }) => length)
  assert.equal(counts.length, 24)
  assert.ok(counts.some((count) => count < 39) && counts.some((count) => count === 39))
  assert.ok(days.every(({ impressions }) => impressions > 0))
})

test('days before the first ad and days to come are empty, not an error', async (context) => {
  const fixture = await openReporting(context, snapchat)
  assert.deepEqual(await fixture.days(fixture.dollars, { from: daysAgo(400), to: daysAgo(380) }), [])
  assert.deepEqual(await fixture.days(fixture.dollars, { from: daysAgo(-2), to: daysAgo(-5) }), [])
})

test('what was deleted keeps its figures and its name', async (context) => {
  const fixture = await openReporting(context, snapchat)
  const range = { from: daysAgo(9), to: daysAgo(7) }
  const before = await fixture.days(fixture.dollars, range)
  const [first] = before
  const names = new Map((await fixture.entities(fixture.dollars)).map(({ id, name }) => [id, name]))
  const { session, dollars } = fixture
  const account = { id: dollars.id, currency: dollars.currency, timeZone: dollars.timeZone }
  for (const ref of [
    { type: 'ad', id: first!.adId },
    { type: 'campaign', id: first!.campaignId },
  ] as const) {
    const [entity] = await session.readEntities!(account, [ref])
    await session.deleteEntity!(account, entity!).send()
  }
  assert.deepEqual(sorted(await fixture.days(dollars, range)), sorted(before))
  const found = new Map((await fixture.entities(dollars)).map((entity) => [entity.id, entity]))
  for (const id of [first!.adId, first!.campaignId]) {
    assert.deepEqual([found.get(id)?.status, found.get(id)?.name], ['DELETED', names.get(id)])
  }
})

test('figures that are too many for one answer are prepared in the background, and are the same', async (context) => {
  const { snap, sandbox, surroundings, accountId, calls } = await openSnap(context)
  await sandbox.control('POST', '/snapchat', { reportSeconds: 0.3 })
  const range = { from: daysAgo(45), to: daysAgo(2) }
  const read = async (largest: number) => {
    const rows: AdDay[] = []
    for await (const some of reportingVerbs(snap, surroundings, largest).days(accountId, range)) rows.push(...some)
    return sorted(rows)
  }
  const atOnce = await read(1_000_000)
  assert.deepEqual(await read(0), atOnce)
  assert.ok(atOnce.length > 500)
  assert.equal((await calls()).filter(({ path }) => path.includes('/stats_report?')).length >= 2, true)
  await sandbox.control('POST', '/faults', {
    platform: 'snapchat',
    fault: 'status',
    status: 404,
    match: { path: '/_reports/' },
  })
  await assert.rejects(read(0), { kind: 'transient' })
})

test('an ad that was made after the account was read is put where it belongs', async (context) => {
  const { snap, surroundings, accountId, options } = await openSnap(context)
  const verbs = reportingVerbs(snap, surroundings)
  const today = { from: daysAgo(0), to: daysAgo(0) }
  const read = async () => {
    const rows: AdDay[] = []
    for await (const some of verbs.days(accountId, today)) rows.push(...some)
    return rows
  }
  const [one] = await read()
  const { creative_id: creative } = await snap.read({ kind: 'ad', schema: AdWire }, one!.adId, {}, options)
  const fields = {
    ad_squad_id: one!.adSetId,
    creative_id: creative,
    name: 'Late',
    type: 'REMOTE_WEBPAGE',
    status: 'ACTIVE',
  }
  const { id } = await snap.create({ kind: 'ad', schema: IdWire }, `adsquads/${one!.adSetId}/ads`, fields, options)
  const made = (await read()).find(({ adId }) => adId === id)
  assert.deepEqual([made?.adSetId, made?.campaignId], [one!.adSetId, one!.campaignId])
})

test('reach is the platform’s own for exactly the asked range, level and days', async (context) => {
  const fixture = await openReporting(context, snapchat)
  const range = { from: daysAgo(50), to: daysAgo(5) }
  const ask = (level: 'account' | 'campaign' | 'adset' | 'ad', isDaily = false) =>
    fixture.verbs.reach!(fixture.dollars.id, { level, range, isDaily })
  assert.deepEqual(await ask('account'), [], 'the platform counts no people of a whole account')
  for (const level of ['campaign', 'adset', 'ad'] as const) {
    const { objects, rows } = await fixture.totals(fixture.dollars, range, level)
    const whole = await ask(level)
    assert.deepEqual(
      new Map(whole.map((row) => [row.id, row.reach])),
      new Map(objects.map(({ id, reach }) => [id, reach])),
    )
    const frequency = new Map(objects.map(({ id, impressions, reach }) => [id, impressions / reach]))
    for (const row of whole) assert.ok(Math.abs(row.frequency! - frequency.get(row.id!)!) < 1e-9)
    const daily = (await ask(level, true)).map((row): [string, number | null] => [`${row.id} ${row.day}`, row.reach])
    assert.deepEqual(daily.sort(), rows.map(({ id, day, reach }): [string, number] => [`${id} ${day}`, reach]).sort())
    const added = rows.reduce((sum, { reach }) => sum + reach, 0)
    assert.ok(whole.reduce((sum, { reach }) => sum + reach!, 0) < added, 'people are not added up')
  }
})

test('countries add up to the whole, at every level', async (context) => {
  const fixture = await openReporting(context, snapchat)
  const range = { from: daysAgo(20), to: daysAgo(2) }
  for (const [account, country] of [
    [fixture.dollars, 'US'],
    [fixture.yen, 'JP'],
  ] as const) {
    for (const level of ['account', 'campaign', 'adset', 'ad'] as const) {
      const rows = await fixture.verbs.countries!(account.id, { level, range, isDaily: false })
      assert.deepEqual([...new Set(rows.map((row) => row.country))].sort(), [country, 'unknown'].sort())
      const { objects } = await fixture.totals(account, range, level)
      for (const object of objects) {
        const own = rows.filter(({ id }) => id === (level === 'account' ? null : object.id))
        const added = (figure: (row: (typeof own)[number]) => number | null) =>
          own.reduce((sum, row) => sum + figure(row)!, 0)
        assert.equal((added(({ spendMicros }) => spendMicros) * minorOf(account)) / 1e6, object.spendMinor)
        assert.equal(
          added(({ impressions }) => impressions),
          object.impressions,
        )
        assert.equal(
          added(({ clicks }) => clicks),
          object.clicks,
        )
        assert.equal(
          added(({ conversions }) => conversions),
          object.conversions,
        )
        assert.equal(
          added(({ results }) => results),
          object.results,
        )
      }
      assert.ok(rows.every(({ reach }) => (level === 'account' ? reach === null : reach! > 0)))
    }
    const daily = await fixture.verbs.countries!(account.id, { level: 'account', range, isDaily: true })
    assert.equal(daily.length, 2 * 19)
  }
})
