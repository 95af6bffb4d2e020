import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtIn } from '../../src/platforms/index.ts'
import { assertSame, daysAgo, openReporting } from '../support/reports/reporting.ts'

/** What holds for the daily figures of every platform, so that no driver can leave it out. */
for (const platform of builtIn.all) {
  test(`${platform.name}: a late correction of a past day is in the next reading, and changes nothing else`, async (context) => {
    const ground = await openReporting(context, platform)
    const range = { from: daysAgo(12), to: daysAgo(9) }
    const before = await ground.days(ground.dollars, range)
    const { adId } = before.find(({ day }) => day === daysAgo(10))!
    const corrections = [{ day: daysAgo(10), adId, factor: 1.5 }]
    await ground.control('POST', platform.sandboxPath, { corrections })
    const after = await ground.days(ground.dollars, range)
    assertSame(after, await ground.totals(ground.dollars, range), 100)
    const spent = new Map(before.map((row) => [`${row.adId} ${row.day}`, row.spendMicros]))
    const changed = after.filter((row) => row.spendMicros !== spent.get(`${row.adId} ${row.day}`))
    assert.deepEqual(
      changed.map((row) => [row.adId, row.day]),
      [[adId, daysAgo(10)]],
    )
  })
}
