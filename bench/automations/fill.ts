import type pg from 'pg'
import { fillAccounts, fillDays, span } from '../reports/fill.ts'

/** How far back what was known is kept in the bench. */
const keptDays = 130

/** The tables of the reports bench, with what rules look at beside figures, and with what was known earlier. */
export async function fillAutomations(client: pg.ClientBase, companyId: number, accounts: number): Promise<void> {
  await fillAccounts(client, companyId)
  await fillDays(client, companyId, { first: 1, last: accounts })
  const { from, to } = span()
  await client.query(
    `UPDATE report_entities AS e SET state = 'active', daily_budget_micros = 50000000, created_time = $1::date,
       adset_key = CASE WHEN level = 'ad' THEN 20000000 + key % 1000000 / 1000 * 1000 + 1 + key % 1000 % 20 END,
       campaign_key = CASE WHEN level <> 'campaign' THEN 10000000 + key % 1000000 / 1000 * 1000 + 1 + key % 1000 % 8 END`,
    [from],
  )
  await client.query(
    `INSERT INTO report_entity_versions (company_id, account_key, entity_key, since, name, status, state, daily_budget_micros)
     SELECT company_id, account_key, key, $1::date - ${keptDays} + n * 40 + (key % 30)::int * (n > 0)::int, name, status,
       CASE WHEN n = 1 THEN 'paused' ELSE 'active' END, daily_budget_micros
     FROM report_entities, generate_series(0, 2) n WHERE n = 0 OR key % 3 = 0`,
    [to],
  )
  // Every day was read while it ran, and one in four was corrected a week later.
  await client.query(
    `INSERT INTO ad_days_superseded
     SELECT company_id, account_key, day, ad_key, adset_key, campaign_key, spend_micros * 2 / 5, impressions / 2, clicks / 2, conversions,
       conversion_value_micros, floor(results * (0.4 + 0.4 * n)), day + 1 + n * 6 + time '03:00'
     FROM ad_days, generate_series(0, 1) n WHERE day > $1::date - ${keptDays} AND (n = 0 OR (ad_key + (day - $1::date)) % 4 = 0)`,
    [to],
  )
  await client.query(`UPDATE report_days SET first_read_at = day + time '06:00' WHERE day > $1::date - ${keptDays}`, [
    to,
  ])
  await client.query('VACUUM (ANALYZE) ad_days_superseded, report_entity_versions, report_entities, report_days')
}
