import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtIn } from '../../src/platforms/index.ts'
import { assertSame, daysAgo, openReporting } from '../support/reports/reporting.ts'

/** What holds for the daily figures of every platform, so that no driver can leave it out. */
for (const platform of builtIn.all) {
  test(`${platform.name}: a late correction of a past day is in the next reading, and changes nothing else`, async (context) => {
    const fixture = await openReporting(context, platform)
    const range = { from: daysAgo(12), to: daysAgo(9) }
    const before = await fixture.days(fixture.dollars, range)
    const { adId } = before.find(({ day }) => day === daysAgo(10))!
    const corrections = [{ day: daysAgo(10), adId, factor: 1.5 }]
    await fixture.control('POST', platform.sandboxPath, { corrections })
    const after = await fixture.days(fixture.dollars, range)
    assertSame(after, await fixture.totals(fixture.dollars, range), 100)
    const spent = new Map(before.map((row) => [`${row.adId} ${row.day}`, row.spendMicros]))
    const changed = after.filter((row) => row.spendMicros !== spent.get(`${row.adId} ${row.day}`))
    assert.deepEqual(
      changed.map((row) => [row.adId, row.day]),
      [[adId, daysAgo(10)]],
    )
  })

  test(`${platform.name}: state, budgets and age of everything are told along with its name`, async (context) => {
    const fixture = await openReporting(context, platform)
    const { session, dollars, yen } = fixture
    for (const account of [dollars, yen]) {
      const all = await fixture.entities(account)
      assert.ok(all.every(({ state }) => state))
      const some = (['campaign', 'adset', 'ad'] as const).flatMap((level) =>
        all.filter((entity) => entity.level === level).slice(0, 4),
      )
      const refs = some.map(({ level, id }) => ({ type: level, id }))
      const found = await session.readEntities!(account, refs)
      for (const [place, reported] of some.entries()) {
        const known = found[place]
        assert.ok(known, `${reported.level} ${reported.id}`)
        assert.deepEqual(
          [reported.state, reported.dailyBudgetMicros ?? null, reported.lifetimeBudgetMicros ?? null],
          [known.status, micros(known.dailyBudget), micros(known.lifetimeBudget)],
        )
      }
      assert.ok(all.some(({ dailyBudgetMicros, lifetimeBudgetMicros }) => dailyBudgetMicros ?? lifetimeBudgetMicros))
      const ages = all.map(({ createdTime }) => createdTime ?? null)
      // A platform that tells no age tells none at all.
      assert.ok(ages.every((time) => time === null) || ages.every((time) => time && time.getTime() <= Date.now()))
      const phases = new Set(all.map(({ learningPhase }) => learningPhase ?? null))
      assert.ok([...phases].every((phase) => [null, 'learning', 'learned', 'limited'].includes(phase)))
    }
  })
}

function micros(amount: number | null): number | null {
  return amount === null ? null : Math.round(amount * 1e6)
}
