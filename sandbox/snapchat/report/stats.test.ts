import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, localTime, startOfDay } from '../../core/figures/account-days.ts'
import { openCaller } from '../../../test/support/simulated/snapchat.ts'
import type { Fields } from '../world.ts'

const zone = 'America/New_York'
const today = localTime(Date.now(), zone).day

/** Midnights of the account, `count` days back. */
const midnight = (count: number) => new Date(startOfDay(addDays(today, -count), zone)).toISOString()

const range = { start_time: midnight(9), end_time: midnight(2) }

const queryOf = (params: Record<string, string>) => new URLSearchParams(params).toString()

interface Row {
  id: string
  timeseries: { start_time: string; stats: Record<string, number> }[]
  dimension_stats: Record<string, unknown>[]
}

const rowsOf = (body: Fields, name: 'total_stat' | 'timeseries_stat', breakdown: string) => {
  const [element] = body[`${name}s`] as Record<string, { breakdown_stats: Record<string, Row[]> }>[]
  return element![name]!.breakdown_stats[breakdown]!
}

test('figures that do not exist are refused, each with the code for such questions', async (context) => {
  const { call, account } = await openCaller(context)
  const good = { granularity: 'DAY', breakdown: 'ad', fields: 'spend', ...range }
  const refusals: Record<string, string>[] = [
    { fields: 'spend,joy' },
    { granularity: 'FORTNIGHT' },
    { breakdown: 'pixel' },
    { swipe_up_attribution_window: '3_DAY' },
    { view_attribution_window: '2_DAY' },
    { action_report_time: 'midnight' },
    { report_dimension: 'mood' },
    { report_dimension: 'country', fields: 'native_leads' },
    { async: 'true', async_format: 'xml' },
    { start_time: midnight(40) },
  ]
  assert.equal((await call('GET', `/adaccounts/${account}/stats?${queryOf(good)}`)).status, 200)
  for (const change of refusals) {
    const { status, body } = await call('GET', `/adaccounts/${account}/stats?${queryOf({ ...good, ...change })}`)
    assert.deepEqual([status, body['error_code']], [400, 'E1008'], JSON.stringify(change))
  }
  const shifted = { ...good, start_time: new Date(Date.parse(range.start_time) + 3600_000).toISOString() }
  assert.equal((await call('GET', `/adaccounts/${account}/stats?${queryOf(shifted)}`)).status, 400)
})

test('days without delivery are zero, or absent for those who ask to omit them', async (context) => {
  const { call, account } = await openCaller(context)
  const ask = async (omit: string) => {
    const question = { granularity: 'DAY', breakdown: 'ad', fields: 'impressions', omit_empty: omit }
    const span = { start_time: midnight(30), end_time: midnight(1) }
    const { body } = await call('GET', `/adaccounts/${account}/stats?${queryOf({ ...question, ...span })}`)
    return rowsOf(body, 'timeseries_stat', 'ad')
  }
  const [all, omitted] = [await ask('false'), await ask('true')]
  assert.ok(all.every(({ timeseries }) => timeseries.length === 29))
  const zeros = all.flatMap(({ timeseries }) => timeseries).filter(({ stats }) => stats['impressions'] === 0)
  const left = omitted.reduce((sum, { timeseries }) => sum + timeseries.length, 0)
  assert.ok(zeros.length > 0)
  assert.equal(left, all.length * 29 - zeros.length)
})

test('a report is made in the background, belongs to one company, and is kept for a week', async (context) => {
  const { call, account, sandbox, url } = await openCaller(context)
  const question = { granularity: 'DAY', breakdown: 'ad', fields: 'spend', ...range }
  const path = `/adaccounts/${account}`
  const started = await call('GET', `${path}/stats?${queryOf({ ...question, async: 'true', async_format: 'json' })}`)
  const reportIn = (body: Fields) =>
    (body['async_stats_reports'] as { async_stats_report: Record<string, string> }[])[0]!.async_stats_report
  const id = reportIn(started.body)['report_run_id']!
  const look = (headers = {}) => call('GET', `${path}/stats_report?report_run_id=${id}`, undefined, headers)
  assert.equal(reportIn((await look()).body)['async_status'], 'RUNNING')
  assert.equal((await fetch(`${url}/snapchat/_reports/${id}`)).status, 404, 'not before it is finished')
  await sandbox.control('POST', '/clock', { offsetSeconds: 5 })
  const { async_status: status, result } = reportIn((await look()).body)
  assert.equal(status, 'COMPLETED')
  const file = (await (await fetch(result!)).json()) as Fields
  const { body } = await call('GET', `${path}/stats?${queryOf(question)}`)
  assert.deepEqual(rowsOf(file, 'timeseries_stat', 'ad'), rowsOf(body, 'timeseries_stat', 'ad'))
  const stranger = await look({ authorization: 'Bearer sandbox-snapchat-token.other' })
  assert.equal(stranger.status, 404)
  await sandbox.control('POST', '/clock', { offsetSeconds: 8 * 86_400 })
  assert.equal((await fetch(result!)).status, 404)
})

test('a corrected day changes the reports and the totals alike, and can be taken back', async (context) => {
  const { call, account, sandbox } = await openCaller(context)
  const day = addDays(today, -5)
  const spendOf = async () => {
    const span = { start_time: midnight(5), end_time: midnight(4) }
    const question = { granularity: 'TOTAL', breakdown: 'campaign', fields: 'spend', ...span }
    const { body } = await call('GET', `/adaccounts/${account}/stats?${queryOf(question)}`)
    const rows = rowsOf(body, 'total_stat', 'campaign') as unknown as { stats: { spend: number } }[]
    const { body: totals } = await sandbox.control('GET', `/snapchat/totals?accountId=${account}&from=${day}&to=${day}`)
    const { spendMinor } = totals['total'] as { spendMinor: number }
    assert.equal(
      rows.reduce((sum, { stats }) => sum + stats.spend, 0),
      spendMinor * 10_000,
    )
    return spendMinor
  }
  const before = await spendOf()
  await sandbox.control('POST', '/snapchat', { corrections: [{ day, factor: 1.1 }] })
  assert.ok(Math.abs((await spendOf()) / before - 1.1) < 0.01)
  await sandbox.control('POST', '/snapchat', { corrections: [] })
  assert.equal(await spendOf(), before)
  const wrong = await sandbox.control('POST', '/snapchat', { corrections: [{ day: 'yesterday', factor: 1 }] })
  assert.equal(wrong.status, 400)
  assert.equal((await sandbox.control('GET', '/snapchat/totals?accountId=nobody')).status, 400)
  assert.equal((await sandbox.control('GET', `/snapchat/totals?accountId=${account}&level=mood`)).status, 400)
})
