import assert from 'node:assert/strict'
import { syncAccount } from '../../../src/core/reports/sync/sync.ts'
import { reportAccounts } from '../../../src/core/reports/sync/all.ts'
import type { DayRange } from '../../../src/platforms/contract/insights.ts'
import type { TestApp } from '../harness.ts'
import { asking } from './reports.ts'
import type { Report } from './reports.ts'

/** Our word for a platform, and its simulator's. */
export const simulators = [
  ['primary', 'meta'],
  ['tiktok', 'tiktok'],
  ['snapchat', 'snapchat'],
  ['pinterest', 'pinterest'],
  ['google-ads', 'google-ads'],
  ['linkedin', 'linkedin'],
] as const

export type Level = 'account' | 'campaign' | 'adset' | 'ad'

/** What a simulator says that it did, in whole numbers; money in the currency's smallest unit. */
export interface Totals {
  impressions: number
  clicks: number
  conversions: number | null
  results: number | null
  spendMinor: number
  valueMinor: number | null
  reach: number | null
}

export interface TotalsAnswer {
  rows: (Totals & { id: string; day: string })[]
  objects: (Totals & { id: string })[]
  total: Totals
}

export interface Account {
  id: string
  currency: string
}

export type Row = Report['data'][number]

export async function accountsOn(test: TestApp, platform: string): Promise<Account[]> {
  const { body } = await test.call<{ data: Account[] }>('GET', `/v1/adaccounts?platform=${platform}`)
  assert.equal(body.data.length, 2, 'the sandbox has two accounts')
  assert.deepEqual(body.data.map(({ currency }) => currency).sort(), ['JPY', 'USD'])
  return body.data
}

export function totalsOf(
  test: TestApp,
  simulator: string,
  { id }: Account,
  { range, level }: { range: DayRange; level: Level },
) {
  const query = `accountId=${id}&from=${range.from}&to=${range.to}&level=${level}`
  return test.control<TotalsAnswer>('GET', `${simulator}/totals?${query}`)
}

/** Asks until everything is there: a reading goes on when the one who asked first has gone. */
export async function askWhole(
  test: TestApp,
  range: DayRange,
  query: Record<string, string | number>,
): Promise<Report> {
  const ask = asking(test)
  for (let tries = 0; ; tries++) {
    const report = await ask({ startDate: range.from, endDate: range.to, limit: 1000, ...query })
    if (!report.metadata.partial) return report
    assert.ok(tries < 20, JSON.stringify(report.metadata.missing))
  }
}

/** Has the days read anew, as the nightly job does. */
export async function readAgain(test: TestApp, { id }: Account, range: DayRange): Promise<void> {
  const accounts = await reportAccounts(test.app.services.db)
  const account = accounts.find(({ accountId }) => accountId === id)!
  const { problem } = await syncAccount(test.app.services, account, range)
  assert.equal(problem, null)
}

/** One row of a report against what the simulator says: sums to the cent, ratios from those sums. */
export function assertRow(row: Row | undefined, totals: Totals, { currency }: Account): void {
  assert.ok(row, 'the report has a row for it')
  const minor = currency === 'JPY' ? 1 : 100
  const value = totals.valueMinor === null ? null : totals.valueMinor / minor
  const spend = totals.spendMinor / minor
  const { impressions, clicks, conversions, results } = totals
  const found = { spend: row.spend, impressions: row.impressions, clicks: row.clicks }
  assert.deepEqual(found, { spend, impressions, clicks })
  assert.deepEqual([row.conversions, row.conversionValue, row.results], [conversions, value, results])
  assert.equal(row.currency, currency)
  same(row.ctr, ratio(clicks * 100, impressions))
  same(row.cpm, ratio(spend * 1000, impressions))
  same(row.cpc, ratio(spend, clicks))
  same(row.costPerResult, ratio(spend, results))
  same(row.cpa, ratio(spend, conversions))
  same(row.roas, value === null ? null : ratio(value, spend))
}

function ratio(above: number, below: number | null): number | null {
  return below ? above / below : null
}

/** The last digits of a ratio depend on the order of its operations. */
function same(found: Row[string] | undefined, wanted: number | null): void {
  if (wanted === null) return assert.equal(found, null)
  assert.ok(
    typeof found === 'number' && Math.abs(found - wanted) <= Math.abs(wanted) * 1e-12,
    `${found} is not ${wanted}`,
  )
}

export function daysAgo(count: number): string {
  return new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10)
}
