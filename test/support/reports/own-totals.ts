import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestApp } from '../harness.ts'
import { accountsOn, askWhole, assertRow, daysAgo, readAgain, totalsOf } from './totals.ts'
import type { Account, Level, Row, simulators } from './totals.ts'

/** Crosses at least one month's end, wherever today is. */
export const range = { from: daysAgo(50), to: daysAgo(6) }
export const figures =
  'spend,impressions,clicks,ctr,cpm,cpc,results,costPerResult,conversions,conversionValue,roas,cpa,reach,frequency'
const words: Record<Level, string> = { account: 'accountId', campaign: 'campaignId', adset: 'adsetId', ad: 'adId' }

/** Asks for what one platform did in every way there is, and holds the answers against what its simulator says. */
export function testsOwnTotals(app: TestApp, [platform, simulator]: (typeof simulators)[number]): void {
  const query = (account: Account, groupBy: string) => ({ accountIds: account.id, groupBy, metrics: figures })

  test(`reports of ${platform} are the platform's own to the cent, at every level, in both currencies`, async () => {
    for (const account of await accountsOn(app, platform)) {
      for (const level of ['account', 'campaign', 'adset', 'ad'] as const) {
        const { data: all } = await askWhole(app, range, query(account, words[level]))
        // Campaigns that show no ads of their own have rows too, at the levels below.
        const data = all.filter((row) => row[words[level]] !== null)
        const { objects } = await totalsOf(app, simulator, account, { range, level })
        assert.equal(data.length, objects.length)
        const rows = new Map(data.map((row) => [row[words[level]], row]))
        for (const object of objects) {
          assertRow(rows.get(object.id), object, account)
          assertPeople(rows.get(object.id)!, reachAt(level, simulator, object.reach))
        }
      }
    }
  })

  test(`reports of ${platform} are the platform's own day by day, with no row where nothing ran`, async () => {
    for (const account of await accountsOn(app, platform)) {
      for (const level of ['account', 'campaign'] as const) {
        const grouping = level === 'account' ? 'day' : `day,${words[level]}`
        const { rows: wanted } = await totalsOf(app, simulator, account, { range, level })
        const found = new Map<string, Row>()
        for (let offset = 0; ; offset += 1000) {
          const page = await askWhole(app, range, { ...query(account, grouping), offset })
          for (const row of page.data) found.set(`${row[words[level]] ?? account.id} ${row.date}`, row)
          if (!page.pagination.hasMore) break
        }
        assert.equal(found.size, wanted.length)
        for (const row of wanted) {
          const report = found.get(`${row.id} ${row.day}`)
          assertRow(report, row, account)
          assertPeople(report!, reachAt(level, simulator, row.reach))
        }
      }
    }
  })

  test(`daily spend of ${platform} adds up to the platform's own total, days without delivery being 0`, async () => {
    for (const account of await accountsOn(app, platform)) {
      await askWhole(app, range, { accountIds: account.id, metrics: 'spend' })
      const { rows, total } = await totalsOf(app, simulator, account, { range, level: 'account' })
      const { body } = await app.call<{
        data: { date: string; spend: number }[]
        metadata: { byCurrency: object; missing: object[] }
      }>('GET', `/v1/spend/daily?accountIds=${account.id}&startDate=${range.from}&endDate=${range.to}`)
      const minor = account.currency === 'JPY' ? 1 : 100
      const spent = new Map(rows.map((row) => [row.day, row.spendMinor / minor]))
      assert.equal(body.data.length, 45)
      for (const { date, spend } of body.data) assert.equal(spend, spent.get(date) ?? 0, date)
      assert.deepEqual(body.metadata.byCurrency, { [account.currency]: total.spendMinor / minor })
      assert.deepEqual(body.metadata.missing, [])
    }
  })

  test(`a late correction of ${platform} replaces what was known of the day`, async () => {
    const [account] = await accountsOn(app, platform)
    const day = daysAgo(20)
    const grouping = query(account!, 'campaignId')
    const before = await askWhole(app, range, grouping)
    const old = await totalsOf(app, simulator, account!, { range, level: 'account' })
    await app.control('POST', simulator, { corrections: [{ day, factor: 1.5 }] })
    try {
      await readAgain(app, account!, { from: day, to: day })
      const { objects, total } = await totalsOf(app, simulator, account!, { range, level: 'campaign' })
      assert.notEqual(total.spendMinor, old.total.spendMinor, 'the platform has changed its mind')
      const after = await askWhole(app, range, grouping)
      assert.equal(after.data.length, before.data.length)
      const rows = new Map(after.data.map((row) => [row.campaignId, row]))
      for (const object of objects) {
        assertRow(rows.get(object.id), object, account!)
        assertPeople(rows.get(object.id)!, object.reach)
      }
    } finally {
      await app.control('POST', simulator, { corrections: [] })
      await readAgain(app, account!, { from: day, to: day })
    }
  })
}

/** Of a whole account, this platform counts no people. */
export function reachAt(level: Level, simulator: string, reach: number | null): number | null {
  return level === 'account' && simulator === 'snapchat' ? null : reach
}

export function assertPeople(row: Row, reach: number | null): void {
  assert.equal(row.reach, reach)
  if (reach) assert.ok(Math.abs(Number(row.frequency) - Number(row.impressions) / reach) < 0.01, String(row.frequency))
  else assert.equal(row.frequency, null)
}
