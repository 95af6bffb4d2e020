import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'
import { asking } from '../support/reports/reports.ts'
import { assertPeople, figures, range, reachAt, testsOwnTotals } from '../support/reports/own-totals.ts'
import { accountsOn, askWhole, assertRow, daysAgo, simulators, totalsOf } from '../support/reports/totals.ts'
import type { Row } from '../support/reports/totals.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
for (const [, simulator] of simulators) {
  if (simulator === 'meta') await app.control('POST', simulator, { limits: 'off' })
}

/** The others are in the long half (test/reports/correctness-platforms.test.ts). */
for (const each of simulators.filter(([platform]) => ['primary', 'google-ads'].includes(platform)))
  testsOwnTotals(app, each)

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
