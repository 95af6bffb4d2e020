import { stretchesOf } from '../../kit/time/days.ts'
import type { Api } from '../client.ts'
import { ReportRowWire } from '../wire.ts'

/** The longest stretch that one question may cover when it does not ask for single days. */
const maxDays = 365
const maxRows = 20_000

/** Spend by campaign over days of the account's calendar; campaigns without delivery are not in it, deleted ones are. */
export async function spendByCampaign(
  api: Api,
  accountId: string,
  from: string,
  to: string,
): Promise<Map<string, number>> {
  const spend = new Map<string, number>()
  for (const stretch of stretchesOf({ from, to }, maxDays)) {
    const params = {
      advertiser_id: accountId,
      report_type: 'BASIC',
      data_level: 'AUCTION_CAMPAIGN',
      dimensions: ['campaign_id'],
      metrics: ['spend'],
      start_date: stretch.from,
      end_date: stretch.to,
      filtering: [{ field_name: 'campaign_status', filter_type: 'IN', filter_value: '["STATUS_ALL"]' }],
    }
    const rows = await api.list(ReportRowWire, 'report/integrated/get', params, { accountId, limit: maxRows })
    for (const { dimensions, metrics } of rows) {
      const id = dimensions.campaign_id ?? ''
      spend.set(id, toCents((spend.get(id) ?? 0) + figure(metrics.spend)))
    }
  }
  return spend
}

/** Figures are text; a dash stands for none. */
export function figure(value: string | number | null | undefined): number {
  const number = Number(value ?? 0)
  return Number.isFinite(number) ? number : 0
}

function toCents(amount: number): number {
  return Math.round(amount * 100) / 100
}
