import type pg from 'pg'
import { accountKey } from './fill.ts'

export const twelveMetrics =
  'spend,impressions,clicks,ctr,cpm,cpc,results,costPerResult,conversions,conversionValue,roas,cpa'

/** Null as soon as one row has none, as our answers have it. */
const known = (column: string) => `CASE WHEN count(${column}) = count(*) THEN sum(${column}) END`

const figures = `sum(spend_micros)::bigint AS spend, sum(impressions)::bigint AS impressions, sum(clicks)::bigint AS clicks,
  ${known('results')} AS results, ${known('conversions')} AS conversions, ${known('conversion_value_micros')}::bigint AS value,
  count(*) OVER () AS total`

const metrics = `t.spend / 1e6::float8 AS spend, t.impressions, t.clicks, t.clicks * 100::float8 / nullif(t.impressions, 0) AS ctr,
  t.spend / 1e3::float8 / nullif(t.impressions, 0) AS cpm, t.spend / 1e6::float8 / nullif(t.clicks, 0) AS cpc, t.results,
  t.spend / 1e6::float8 / nullif(t.results, 0) AS "costPerResult", t.conversions, t.value / 1e6::float8 AS "conversionValue",
  t.value::float8 / nullif(t.spend, 0) AS roas, t.spend / 1e6::float8 / nullif(t.conversions, 0) AS cpa`

const account = 'a.account_id AS "accountId", a.name AS "accountName", a.platform, a.currency'

/** What somebody who knows the tables would write for the same rows: names are looked up for the 50 that are shown. */
export async function adsByHand(pool: pg.Pool, number: number, from: string, to: string): Promise<object[]> {
  const { rows } = await pool.query<object>(
    `SELECT ad.id AS "adId", ad.name AS "adName", adset.id AS "adsetId", adset.name AS "adsetName",
       campaign.id AS "campaignId", campaign.name AS "campaignName", ${account}, ${metrics}, t.total
     FROM (SELECT ad_key, max(adset_key) AS adset_key, max(campaign_key) AS campaign_key, max(account_key) AS account_key, ${figures}
       FROM ad_days WHERE account_key = $1 AND day BETWEEN $2 AND $3
       GROUP BY ad_key ORDER BY sum(spend_micros) DESC, ad_key LIMIT 50) t
     JOIN report_entities ad ON ad.key = t.ad_key JOIN report_entities adset ON adset.key = t.adset_key
     JOIN report_entities campaign ON campaign.key = t.campaign_key JOIN ad_accounts a ON a.id = t.account_key
     ORDER BY t.spend DESC, t.ad_key`,
    [accountKey(number), from, to],
  )
  return rows
}

export async function campaignsByHand(pool: pg.Pool, accounts: number[], from: string, to: string): Promise<object[]> {
  const { rows } = await pool.query<object>(
    `SELECT campaign.id AS "campaignId", campaign.name AS "campaignName", ${account}, ${metrics}, t.total
     FROM (SELECT campaign_key, max(account_key) AS account_key, ${figures} FROM ad_days
       WHERE account_key = ANY ($1) AND day BETWEEN $2 AND $3
       GROUP BY campaign_key ORDER BY sum(spend_micros) DESC, campaign_key LIMIT 50) t
     JOIN report_entities campaign ON campaign.key = t.campaign_key JOIN ad_accounts a ON a.id = t.account_key
     ORDER BY t.spend DESC, t.campaign_key`,
    [accounts.map(accountKey), from, to],
  )
  return rows
}

/** What a dollar is worth in euros, another amount on each day. */
export async function fillRates(client: pg.ClientBase, companyId: number, from: string, to: string): Promise<void> {
  await client.query(
    `INSERT INTO currency_rates (company_id, currency, in_currency, rate, day, source, by_hand)
     SELECT $1, 'USD', 'EUR', 0.9 + (d::date - $2::date) % 37 / 1000.0, d::date, 'bench', true
     FROM generate_series($2::date, $3::date, interval '1 day') d`,
    [companyId, from, to],
  )
}

const inCents = (sum: string) => `round((${sum} / 1e4::float8)::numeric) * 1e4`

/** The same in euros, over the days in which campaigns, or ads, are kept. */
export async function convertedByHand(
  pool: pg.Pool,
  level: 'ad' | 'campaign',
  accounts: number[],
  { from, to }: { from: string; to: string },
): Promise<object[]> {
  const ids = (names: string[]) =>
    names.map((name) => `${name}.id AS "${name}Id", ${name}.name AS "${name}Name"`).join(', ')
  const levels = level === 'ad' ? ['ad', 'adset', 'campaign'] : ['campaign']
  const above = levels
    .slice(1)
    .map((name) => `max(d.${name}_key) AS ${name}_key, `)
    .join('')
  const { rows } = await pool.query<object>(
    `SELECT ${ids(levels)}, a.account_id AS "accountId", a.name AS "accountName", a.platform, 'EUR' AS currency, ${metrics}, t.total
     FROM (SELECT ${levels.map((name) => `${name}_key`).join(', ')}, account_key, (${inCents('spend')})::bigint AS spend, impressions, clicks,
         results, conversions, (${inCents('value')})::float8 AS value, count(*) OVER () AS total
       FROM (SELECT d.${level}_key, ${above}max(d.account_key) AS account_key, sum(d.spend_micros * r.rate::float8) AS spend,
           sum(d.impressions)::bigint AS impressions, sum(d.clicks)::bigint AS clicks, ${known('d.results')} AS results,
           ${known('d.conversions')} AS conversions,
           CASE WHEN count(d.conversion_value_micros) = count(*) THEN sum(d.conversion_value_micros * r.rate::float8) END AS value
         FROM ${level}_days d JOIN currency_rates r ON r.day = d.day AND r.company_id = d.company_id AND r.currency = 'USD' AND r.in_currency = 'EUR'
         WHERE d.account_key = ANY ($1) AND d.day BETWEEN $2 AND $3 GROUP BY d.${level}_key) s
       ORDER BY spend DESC, ${level}_key LIMIT 50) t
     ${levels.map((name) => `JOIN report_entities ${name} ON ${name}.key = t.${name}_key`).join(' ')} JOIN ad_accounts a ON a.id = t.account_key
     ORDER BY t.spend DESC, t.${level}_key`,
    [accounts.map(accountKey), from, to],
  )
  return rows
}

/** What is in a file of days and ads, row by row. */
export function fileByHand(accounts: number[], from: string, to: string): string {
  const money = (column: string) => `d.${column} / 1e6::float8`
  return `SELECT d.day, ad.id, ad.name, adset.id, adset.name, campaign.id, campaign.name, a.account_id, a.name, a.platform, a.currency,
      ${money('spend_micros')}, d.impressions, d.clicks, d.clicks * 100::float8 / nullif(d.impressions, 0),
      d.spend_micros / 1e3::float8 / nullif(d.impressions, 0), ${money('spend_micros')} / nullif(d.clicks, 0), d.results,
      ${money('spend_micros')} / nullif(d.results, 0), d.conversions, ${money('conversion_value_micros')},
      d.conversion_value_micros::float8 / nullif(d.spend_micros, 0), ${money('spend_micros')} / nullif(d.conversions, 0)
    FROM ad_days d JOIN report_entities ad ON ad.key = d.ad_key JOIN report_entities adset ON adset.key = d.adset_key
    JOIN report_entities campaign ON campaign.key = d.campaign_key JOIN ad_accounts a ON a.id = d.account_key
    WHERE d.account_key IN (${accounts.map(accountKey).join(', ')}) AND d.day BETWEEN '${from}' AND '${to}'`
}
