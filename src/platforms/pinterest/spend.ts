import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { brokenRules, PlatformError } from '../../errors.ts'
import type { Surroundings } from '../platform.ts'
import { parseJsonOrNull } from '../call.ts'
import { read } from './client.ts'
import type { Api } from './client.ts'
import { forIds } from './discover.ts'
import { allStatuses } from './map.ts'
import { platformName } from './name.ts'
import { IdWire, ReportStartWire, ReportWire, SpendWire } from './wire.ts'

const dayMs = 86_400_000
/** Figures of these days are answered at once; older ones are put into a report. */
const daysAtOnce = 90
const reportDaysBack = 914
const reportDays = 186
const mostCampaigns = 5_000
const column = 'SPEND_IN_MICRO_DOLLAR'
const reportDeadlineMs = 60_000

type Row = z.output<typeof SpendWire>

/** Spend by campaign over days of UTC; campaigns without delivery are not in it. "Dollar" means the account's currency. */
export async function spendByCampaign(
  api: Api,
  { now, isSandbox }: Pick<Surroundings, 'now' | 'isSandbox'>,
  accountId: string,
  from: string,
  to: string,
): Promise<Map<string, number>> {
  const today = now().toISOString().slice(0, 10)
  const end = to < today ? to : today
  if (from > end) return new Map()
  const daysBack = (Date.parse(today) - Date.parse(from)) / dayMs
  if (daysBack > reportDaysBack) {
    const message = `is more than ${reportDaysBack} days ago: the platform keeps no figures that old`
    throw brokenRules([{ path: 'startDate', message }])
  }
  const rows =
    daysBack < daysAtOnce
      ? await readAtOnce(api, accountId, from, end)
      : await readReports(api, accountId, from, end, isSandbox ? 500 : 3_000)
  const micros = new Map<string, number>()
  for (const row of rows) micros.set(row.CAMPAIGN_ID, (micros.get(row.CAMPAIGN_ID) ?? 0) + (row[column] ?? 0))
  return new Map([...micros].map(([id, micro]) => [id, micro / 1_000_000]))
}

/** The campaigns have to be named, also those that are no longer listed by themselves. */
async function readAtOnce(api: Api, accountId: string, from: string, to: string): Promise<Row[]> {
  const options = { accountId }
  const path = `ad_accounts/${accountId}/campaigns`
  const campaigns = await api.list(IdWire, path, { entity_statuses: allStatuses }, mostCampaigns, options)
  const range = { start_date: from, end_date: to, granularity: 'TOTAL', columns: column }
  return forIds(
    campaigns.map(({ id }) => id),
    (ids) => api.get(z.array(SpendWire), `${path}/analytics`, { ...range, campaign_ids: ids }, options),
  )
}

async function readReports(api: Api, accountId: string, from: string, to: string, pollMs: number): Promise<Row[]> {
  const rows: Row[] = []
  for (let start = Date.parse(from); start <= Date.parse(to); start += reportDays * dayMs) {
    const end = Math.min(start + (reportDays - 1) * dayMs, Date.parse(to))
    rows.push(...(await readReport(api, accountId, dayOf(start), dayOf(end), pollMs)))
  }
  return rows
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

async function readReport(api: Api, accountId: string, from: string, to: string, pollMs: number): Promise<Row[]> {
  const path = `ad_accounts/${accountId}/reports`
  const range = { start_date: from, end_date: to, granularity: 'TOTAL', columns: [column] }
  const body = { ...range, level: 'CAMPAIGN', report_format: 'JSON' }
  const options = { accountId }
  const { token } = await api.post(ReportStartWire, path, {}, body, { ...options, isWrite: false })
  const deadline = Date.now() + reportDeadlineMs
  for (;;) {
    const report = await api.get(ReportWire, path, { token }, options)
    if (report.report_status === 'FINISHED' && report.url) return download(api, report.url)
    if (report.report_status !== 'IN_PROGRESS') throw noReport(`ended as ${report.report_status}`)
    if (Date.now() + pollMs > deadline) throw noReport('is not finished yet')
    await delay(pollMs)
  }
}

/** The file holds lists of rows by campaign id. Its address is good for minutes, and needs no token. */
async function download(api: Api, url: string): Promise<Row[]> {
  const answer = await api.outside({ method: 'GET', url, isWrite: false })
  if (answer.status !== 200) throw noReport(`cannot be fetched (HTTP ${answer.status})`)
  const byCampaign = read(z.record(z.string(), z.array(SpendWire)), parseJsonOrNull(answer.text), false)
  return Object.values(byCampaign).flat()
}

function noReport(why: string): PlatformError {
  return new PlatformError({ platform: platformName, kind: 'transient', message: `The report of these days ${why}.` })
}
