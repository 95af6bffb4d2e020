import assert from 'node:assert/strict'
import { daysAgo } from '../support/reports/totals.ts'
import type { RecordedApp } from './recorder.ts'

const levels = ['ad', 'adset', 'campaign', 'account'] as const

/** Has the service ask for every kind of figures that it can answer about an account. */
export async function askForFigures({ ok }: RecordedApp, accountId: string): Promise<void> {
  const ask = (from: number, groupBy: string, metrics: string) => {
    const about = { accountIds: accountId, groupBy, metrics, startDate: daysAgo(from), endDate: daysAgo(2) }
    return ok('GET', `/v1/reports/query?${new URLSearchParams(about).toString()}`)
  }
  for (const level of levels) {
    await ask(8, level, 'spend,results,conversionValue,reach,frequency')
    await ask(8, `${level},day`, 'reach')
    await ask(8, `country,${level}`, 'spend,reach')
    await ask(8, `country,${level},day`, 'spend')
  }
  const about = new URLSearchParams({
    accountIds: accountId,
    startDate: daysAgo(8),
    endDate: daysAgo(2),
    refresh: 'true',
  })
  const { metadata } = await ok<{ metadata: { failed: object[] } }>(
    'GET',
    `/v1/reports/reconciliation?${about.toString()}`,
  )
  assert.deepEqual(metadata.failed, [])
  const days = `startDate=${daysAgo(8)}&endDate=${daysAgo(2)}`
  const { data } = await ok<{ data: { id: string }[] }>('GET', `/v1/manage/campaigns?accountId=${accountId}&${days}`)
  for (const filter of [days, `campaignId=${data[0]!.id}&${days}`, 'status=PAUSED'])
    await ok('GET', `/v1/manage/adsets?accountId=${accountId}&${filter}`)
  await ask(150, 'account', 'spend')
  for (const from of [7, 150])
    await ok('GET', `/v1/campaigns?accountId=${accountId}&startDate=${daysAgo(from)}&endDate=${daysAgo(1)}`)
}
