import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertSame, daysAgo as daysAgoIn, minorOf, openReporting } from '../../../../test/support/reports/reporting.ts'
import { pinterest } from '../index.ts'

/** This platform's days are those of UTC, whatever the account's own zone. */
const daysAgo = (count: number) => daysAgoIn(count, 'UTC')

test('figures of every ad and day are the platform’s to the cent, over months and in both currencies', async (context) => {
  const fixture = await openReporting(context, pinterest)
  await fixture.control('POST', '/pinterest', { reportSeconds: 0.3 })
  for (const account of [fixture.dollars, fixture.yen]) {
    for (const range of [
      { from: daysAgo(40), to: daysAgo(0) },
      { from: daysAgo(115), to: daysAgo(60) },
    ]) {
      const days = await fixture.days(account, range)
      assert.ok(days.length > 500)
      assertSame(days, await fixture.totals(account, range), minorOf(account))
    }
    const entities = new Map((await fixture.entities(account)).map((entity) => [entity.id, entity]))
    const counts = [...Map.groupBy(entities.values(), ({ level }) => level)].map(([level, of]) => [level, of.length])
    assert.deepEqual(counts, [
      ['campaign', 3],
      ['adset', 9],
      ['ad', 18],
    ])
    for (const { adId, adSetId, campaignId } of await fixture.days(account, { from: daysAgo(3), to: daysAgo(3) })) {
      const ad = entities.get(adId)
      assert.deepEqual([ad?.level, ad?.adSetId, ad?.campaignId], ['ad', adSetId, campaignId])
      assert.equal(entities.get(adSetId)?.campaignId, campaignId)
    }
  }
})

test('recent days are answered at once, older ones in a report, and both say the same', async (context) => {
  const fixture = await openReporting(context, pinterest)
  const recent = { from: daysAgo(89), to: daysAgo(60) }
  const older = { from: daysAgo(90), to: daysAgo(60) }
  const atOnce = await fixture.days(fixture.dollars, recent)
  assert.equal(await fixture.callsTo('POST', '/reports'), 0)
  const reported = await fixture.days(fixture.dollars, older)
  assert.equal(await fixture.callsTo('POST', '/reports'), 1)
  const key = ({ adId, day }: { adId: string; day: string }) => `${adId} ${day}`
  const sorted = (rows: typeof atOnce) => rows.toSorted((one, other) => key(one).localeCompare(key(other)))
  assert.deepEqual(sorted(reported.filter(({ day }) => day >= recent.from)), sorted(atOnce))
  assert.ok(atOnce.length > 400)
})

test('a report whose address has ended is asked for again', async (context) => {
  const fixture = await openReporting(context, pinterest)
  const range = { from: daysAgo(110), to: daysAgo(100) }
  await fixture.control('POST', '/pinterest', { reportSeconds: 0 })
  const ended = { platform: 'pinterest', fault: 'status', status: 403, match: { path: '/_reports/' } }
  await fixture.control('POST', '/faults', { ...ended, times: 1 })
  assertSame(await fixture.days(fixture.dollars, range), await fixture.totals(fixture.dollars, range), 100)
  await fixture.control('POST', '/faults', { ...ended, times: 0 })
  await assert.rejects(fixture.days(fixture.dollars, range), { kind: 'transient' })
})

test('days that the platform no longer has and days to come are empty, not an error', async (context) => {
  const fixture = await openReporting(context, pinterest)
  assert.deepEqual(await fixture.days(fixture.dollars, { from: daysAgo(1200), to: daysAgo(1000) }), [])
  assert.deepEqual(await fixture.days(fixture.dollars, { from: daysAgo(-2), to: daysAgo(-5) }), [])
  const both = await fixture.days(fixture.dollars, { from: daysAgo(1), to: daysAgo(-5) })
  assert.deepEqual([...new Set(both.map(({ day }) => day))].sort(), [daysAgo(1), daysAgo(0)])
})

test('an ad that was paused for some days has no rows for them', async (context) => {
  const fixture = await openReporting(context, pinterest)
  const days = await fixture.days(fixture.dollars, { from: daysAgo(40), to: daysAgo(2) })
  const counts = [...Map.groupBy(days, ({ adId }) => adId).values()].map(({ length }) => length)
  assert.equal(counts.length, 18)
  assert.ok(counts.some((count) => count < 39) && counts.some((count) => count === 39))
  assert.ok(days.every(({ impressions }) => impressions > 0))
})

test('what was archived keeps its figures and its name', async (context) => {
  const fixture = await openReporting(context, pinterest)
  const { session, dollars } = fixture
  const range = { from: daysAgo(9), to: daysAgo(7) }
  const before = await fixture.days(dollars, range)
  const [first] = before
  const names = new Map((await fixture.entities(dollars)).map(({ id, name }) => [id, name]))
  const account = { id: dollars.id, currency: dollars.currency, timeZone: dollars.timeZone }
  const ids = [first!.adId, first!.adSetId, first!.campaignId]
  for (const [index, type] of (['ad', 'adset', 'campaign'] as const).entries()) {
    const [entity] = await session.readEntities!(account, [{ type, id: ids[index]! }])
    await session.deleteEntity!(account, entity!).send()
  }
  assert.deepEqual(await fixture.days(dollars, range), before)
  const found = new Map((await fixture.entities(dollars)).map((entity) => [entity.id, entity]))
  for (const id of ids) assert.deepEqual([found.get(id)?.status, found.get(id)?.name], ['ARCHIVED', names.get(id)])
})

test('reach is the platform’s own for exactly the asked range, level and days', async (context) => {
  const fixture = await openReporting(context, pinterest)
  await fixture.control('POST', '/pinterest', { reportSeconds: 0 })
  for (const range of [
    { from: daysAgo(50), to: daysAgo(5) },
    { from: daysAgo(112), to: daysAgo(95) },
  ])
    for (const level of ['account', 'campaign', 'adset', 'ad'] as const) {
      const ask = (isDaily: boolean) => fixture.verbs.reach!(fixture.dollars.id, { level, range, isDaily })
      const { objects, rows } = await fixture.totals(fixture.dollars, range, level)
      const nameOf = (id: string) => (level === 'account' ? null : id)
      const whole = await ask(false)
      assert.deepEqual(
        new Map(whole.map((row) => [row.id, [row.day, row.reach]])),
        new Map(objects.map(({ id, reach }) => [nameOf(id), [null, reach]])),
      )
      for (const row of whole) {
        const object = objects.find(({ id }) => nameOf(id) === row.id)!
        assert.ok(Math.abs(row.frequency! - object.impressions / object.reach) < 1e-9)
      }
      const daily = (await ask(true)).map((row): [string, number | null] => [`${row.id} ${row.day}`, row.reach])
      const expected = rows.map(({ id, day, reach }): [string, number] => [`${nameOf(id)} ${day}`, reach])
      assert.deepEqual(daily.sort(), expected.sort())
    }
  const years = { from: daysAgo(400), to: daysAgo(5) }
  const question = { level: 'account', range: years, isDaily: false } as const
  assert.deepEqual(await fixture.verbs.reach!(fixture.dollars.id, question), [], 'people of two reports do not add up')
})

test('countries add up to the whole at every level, and are known for ninety days', async (context) => {
  const fixture = await openReporting(context, pinterest)
  const range = { from: daysAgo(20), to: daysAgo(2) }
  for (const [account, countries] of [
    [fixture.dollars, ['CA', 'US']],
    [fixture.yen, ['JP', 'KR']],
  ] as const) {
    for (const level of ['account', 'campaign', 'adset', 'ad'] as const) {
      const rows = await fixture.verbs.countries!(account.id, { level, range, isDaily: false })
      assert.deepEqual([...new Set(rows.map((row) => row.country))].sort(), countries)
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
      assert.ok(rows.every(({ reach }) => reach! > 0))
    }
    const daily = await fixture.verbs.countries!(account.id, { level: 'account', range, isDaily: true })
    assert.equal(daily.length, 2 * 19)
  }
  const old = { level: 'account', range: { from: daysAgo(100), to: daysAgo(2) }, isDaily: false } as const
  await assert.rejects(fixture.verbs.countries!(fixture.dollars.id, old), { kind: 'rejected' })
})
