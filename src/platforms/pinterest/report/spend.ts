import { z } from 'zod'
import { brokenRules } from '../../../errors.ts'
import { daysIn, stretchesOf } from '../../kit/time/days.ts'
import type { Api, Deps } from '../client.ts'
import { forIds } from '../discover.ts'
import { allStatuses } from '../map.ts'
import { reportDays, reportDaysBack, runReport } from './run.ts'
import type { RunPace } from './run.ts'
import { IdWire, SpendWire } from '../wire.ts'

/** Figures of these days are answered at once; older ones are put into a report. */
const daysAtOnce = 90
const maxCampaigns = 5_000
const column = 'SPEND_IN_MICRO_DOLLAR'

interface Spend {
  campaignId: string
  micros: number
}

/** Spend by campaign over days of UTC; campaigns without delivery are not in it. "Dollar" means the account's currency. */
export async function spendByCampaign(
  api: Deps,
  accountId: string,
  from: string,
  to: string,
): Promise<Map<string, number>> {
  const today = api.now().toISOString().slice(0, 10)
  const end = to < today ? to : today
  if (from > end) return new Map()
  const daysBack = daysIn({ from, to: today }) - 1
  if (daysBack > reportDaysBack) {
    const message = `is more than ${reportDaysBack} days ago: the platform keeps no figures that old`
    throw brokenRules([{ path: 'startDate', message }])
  }
  const pace = { lookMs: api.isSandbox ? 500 : 3_000, maxWaitMs: 60_000 }
  const rows =
    daysBack < daysAtOnce
      ? await readAtOnce(api, accountId, from, end)
      : await readReports(api, accountId, { from, to: end }, pace)
  const micros = new Map<string, number>()
  for (const row of rows) micros.set(row.campaignId, (micros.get(row.campaignId) ?? 0) + row.micros)
  return new Map([...micros].map(([id, micro]) => [id, micro / 1_000_000]))
}

/** The campaigns have to be named, also those that are no longer listed by themselves. */
async function readAtOnce(api: Api, accountId: string, from: string, to: string): Promise<Spend[]> {
  const options = { accountId }
  const path = `ad_accounts/${accountId}/campaigns`
  const campaigns = await api.list(IdWire, path, { entity_statuses: allStatuses }, { ...options, limit: maxCampaigns })
  const range = { start_date: from, end_date: to, granularity: 'TOTAL', columns: column }
  const rows = await forIds(
    campaigns.map(({ id }) => id),
    (ids) => api.get(z.array(SpendWire), `${path}/analytics`, { ...range, campaign_ids: ids }, options),
  )
  return rows.map((row) => ({ campaignId: row.CAMPAIGN_ID, micros: row[column] ?? 0 }))
}

async function readReports(
  api: Api,
  accountId: string,
  { from, to }: { from: string; to: string },
  pace: RunPace,
): Promise<Spend[]> {
  const spends: Spend[] = []
  for (const stretch of stretchesOf({ from, to }, reportDays)) {
    const range = { start_date: stretch.from, end_date: stretch.to, granularity: 'TOTAL', columns: [column] }
    const report = await runReport(api, { ...range, level: 'CAMPAIGN', report_format: 'JSON' }, pace, { accountId })
    for (const [campaignId, rows] of Object.entries(report))
      for (const row of rows) spends.push({ campaignId, micros: Number(row[column] ?? 0) })
  }
  return spends
}
