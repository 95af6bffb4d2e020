import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import type { CachedAccount } from '../../connections/accounts.ts'
import type { Context } from '../../context.ts'
import { todays } from '../../../days.ts'
import { amountOf } from '../money.ts'
import type { TouchedBudget } from './touched.ts'

/** A budget that runs, and the write that is about to lower or stop it. */
export interface LoweredBudget extends Pick<TouchedBudget, 'holder' | 'before'> {
  account: CachedAccount
  writeKey: string
}

/** Notes what stood in budgets before they are lowered or stopped. */
export async function keepLowered(db: Db, { company }: Pick<Context, 'company'>, all: LoweredBudget[]): Promise<void> {
  const today = todays()
  const rows = all
    .filter(({ before }) => before.daily + before.once > 0n)
    .map(({ account, holder, before, writeKey }) => ({
      ...{ platform: account.platform, account_id: account.account_id, day: today(account.time_zone) },
      ...{ write_key: writeKey, holder: holder.key, campaign_id: holder.campaignIds[0] ?? null },
      ...{ from_daily: amountOf(before.daily), from_once: amountOf(before.once) },
      spent_before: amountOf(holder.spent),
    }))
  if (rows.length === 0) return
  await sql`
    INSERT INTO lowered_budgets (company_id, platform, account_id, write_key, holder, day, campaign_id, from_daily, from_once, spent_before)
    SELECT ${company.id}::bigint, * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS told (
      platform text, account_id text, write_key text, holder text, day date, campaign_id text, from_daily numeric, from_once numeric,
      spent_before numeric)
    ON CONFLICT DO NOTHING`.execute(db)
}
