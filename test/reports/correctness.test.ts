import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'
import { asking } from '../support/reports/reports.ts'
import { accountsOn, askWhole, assertRow, daysAgo, readAgain, simulators, totalsOf } from '../support/reports/totals.ts'
import type { Account, Level, Row } from '../support/reports/totals.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
for (const [, simulator] of simulators) {
  if (simulator === 'meta') await app.control('POST', simulator, { limits: 'off' })
}

/** Crosses at least one month's end, wherever today is. */
const range = { from: daysAgo(50), to: daysAgo(6) }
const figures =
  'spend,impressions,clicks,ctr,cpm,cpc,results,costPerResult,conversions,conversionValue,roas,cpa,reach,frequency'
const words: Record<Level, string> = { account: 'accountId', campaign: 'campaignId', adset: 'adsetId', ad: 'adId' }

for (const [platform, simulator] of simulators) {
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

test('accounts of all platforms, time zones and currencies stand side by side in one report', async () => {
  const all = await Promise.all(
    simulators.map(async ([platform, simulator]) => {
      const accounts = await accountsOn(app, platform)
      return Promise.all(
        accounts.map(async (account) => ({
          account,
          platform,
          total: (await totalsOf(app, simulator, account, { range, level: 'account' })).total,
        })),
      )
    }),
  )
  const wanted = all.flat()
  const accountIds = wanted.map(({ account }) => account.id).join(',')
  const report = await askWhole(app, range, { accountIds, metrics: figures })
  assert.equal(report.data.length, wanted.length)
  for (const { account, total } of wanted) {
    const row = report.data.find(({ accountId }) => accountId === account.id)
    assertRow(row, total, account)
  }
  assert.equal(report.metadata.currency, 'mixed')
  assert.equal(report.metadata.platform, 'mixed')
  assert.equal(report.metadata.timeZone, 'mixed')
  const byPlatform = await askWhole(app, range, { accountIds, groupBy: 'platform', metrics: figures })
  assert.equal(byPlatform.data.length, wanted.length, 'every platform has one account in each currency')
  for (const { account, platform, total } of wanted) {
    const row = byPlatform.data.find((each) => each.platform === platform && each.currency === account.currency)
    assertRow(row, total, account)
    assertPeople(row!, reachAt('account', platform, total.reach))
  }
  const totals = await askWhole(app, range, { accountIds, groupBy: 'currency', metrics: figures })
  assert.deepEqual(
    new Set(totals.data.map(({ currency }) => currency)),
    new Set(wanted.map((each) => each.account.currency)),
  )
  for (const row of totals.data) {
    const parts = byPlatform.data.filter(({ currency }) => currency === row.currency)
    const sum = (name: 'spend' | 'impressions') => parts.reduce((all, part) => all + Number(part[name]), 0)
    assert.ok(Math.abs(Number(row.spend) - sum('spend')) < 0.005, `spend in ${row.currency}`)
    assert.equal(row.impressions, sum('impressions'))
  }
  const reach = new Set(byPlatform.data.map((row) => row.reach))
  assert.ok(reach.size > 1)
})

test('people of two accounts are never added up', async () => {
  const byPlatform = await Promise.all(simulators.map(([platform]) => accountsOn(app, platform)))
  const dollars = byPlatform.flat().filter(({ currency }) => currency === 'USD')
  const accountIds = dollars.map(({ id }) => id).join(',')
  const { data } = await askWhole(app, range, { accountIds, groupBy: 'day', metrics: 'impressions,reach,frequency' })
  assert.ok(data.length >= 45)
  for (const row of data) assert.deepEqual([row.reach, row.frequency], [null, null])
})

test('an answer about people is asked of the platform once, and kept', async () => {
  const ask = asking(app)
  const [account] = await accountsOn(app, 'primary')
  const query = { accountIds: account!.id, startDate: daysAgo(30), endDate: daysAgo(10), groupBy: 'adId' }
  const first = await ask({ ...query, metrics: 'reach' })
  await app.control('DELETE', 'calls?platform=meta')
  const second = await ask({ ...query, metrics: 'reach,spend' })
  const { calls } = await app.control<{ calls: object[] }>('GET', 'calls?platform=meta')
  assert.deepEqual(calls, [])
  const reached = (rows: Row[]) => rows.map((row) => [row.adId, row.reach]).sort()
  assert.deepEqual(reached(second.data), reached(first.data))
  assert.ok(first.data.every((row) => Number(row.reach) > 0))
})

test('rows can be sorted by people', async () => {
  const [account] = await accountsOn(app, 'primary')
  const { data } = await askWhole(app, range, {
    ...{ accountIds: account!.id, groupBy: 'adId', metrics: 'spend', sortBy: 'reach', sortDirection: 'ASC' },
  })
  const { objects } = await totalsOf(app, 'meta', account!, { range, level: 'ad' })
  const wanted = objects.sort((one, other) => one.reach! - other.reach!).map(({ id }) => id)
  assert.deepEqual(
    data.map((row) => row.adId),
    wanted,
  )
})

/** Of a whole account, this platform counts no people. */
function reachAt(level: Level, simulator: string, reach: number | null): number | null {
  return level === 'account' && simulator === 'snapchat' ? null : reach
}

function assertPeople(row: Row, reach: number | null): void {
  assert.equal(row.reach, reach)
  if (reach) assert.ok(Math.abs(Number(row.frequency) - Number(row.impressions) / reach) < 0.01, String(row.frequency))
  else assert.equal(row.frequency, null)
}
