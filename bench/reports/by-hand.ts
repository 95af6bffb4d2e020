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
