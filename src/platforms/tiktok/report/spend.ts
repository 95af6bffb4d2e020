import type { Api } from '../client.ts'
import { figureOf, placeOf, readAllRows } from './rows.ts'

/** Spend by campaign over days of the account's calendar; campaigns without delivery are not in it, deleted ones are. */
export async function spendByCampaign(
  api: Api,
  accountId: string,
  from: string,
  to: string,
): Promise<Map<string, number>> {
  const spend = new Map<string, number>()
  const question = { level: 'campaign', range: { from, to }, isDaily: false, metrics: ['spend'] } as const
  for (const row of await readAllRows(
    { api, accountId, options: { accountId } },
    { ...question, metrics: ['spend'] },
  )) {
    const id = placeOf(row, question).id ?? ''
    spend.set(id, toCents((spend.get(id) ?? 0) + (figureOf(row, 'spend') ?? 0)))
  }
  return spend
}

function toCents(amount: number): number {
  return Math.round(amount * 100) / 100
}
