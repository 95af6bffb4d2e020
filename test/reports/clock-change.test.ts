import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, localTime, startOfDay } from '../../sandbox/core/figures/account-days.ts'
import { startTestApp } from '../support/harness.ts'
import { accountsOn, askWhole, assertRow, simulators, totalsOf } from '../support/reports/totals.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })

/** The last day on which New York's clocks changed, a while ago. */
function lastClockChange(): string {
  const zone = 'America/New_York'
  let day = addDays(localTime(Date.now(), zone).day, -10)
  while (startOfDay(addDays(day, 1), zone) - startOfDay(day, zone) === 24 * 3600_000) day = addDays(day, -1)
  return day
}

const change = lastClockChange()
const range = { from: addDays(change, -4), to: addDays(change, 3) }
// The simulators have figures of the last few months only: let it be a few days after the change for them.
const offsetSeconds = Math.round((startOfDay(addDays(change, 6), 'America/New_York') - Date.now()) / 1000)
await app.control('POST', 'clock', { offsetSeconds })
await app.control('POST', 'reset', {})

for (const [platform, simulator] of simulators) {
  test(`days of ${platform} around a change of the clocks are the platform's own, in every time zone`, async () => {
    for (const account of await accountsOn(app, platform)) {
      const query = { accountIds: account.id, groupBy: 'day,adId' }
      const { data: all } = await askWhole(app, range, {
        ...query,
        metrics: 'spend,impressions,clicks,ctr,cpm,cpc,results,costPerResult,conversions,conversionValue,roas,cpa',
      })
      // Campaigns that show no ads of their own have rows too.
      const data = all.filter(({ adId }) => adId !== null)
      const { rows } = await totalsOf(app, simulator, account, { range, level: 'ad' })
      assert.ok(rows.some(({ day }) => day === change))
      assert.equal(data.length, rows.length)
      const found = new Map(data.map((row) => [`${row.adId} ${row.date}`, row]))
      for (const row of rows) assertRow(found.get(`${row.id} ${row.day}`), row, account)
    }
  })
}
