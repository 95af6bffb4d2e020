import pg from 'pg'
import { Pool } from 'undici'
import { embeddedConnection } from '../../src/db/embedded/embedded.ts'
import { only } from '../../src/lookup.ts'
import type { Bench } from '../figure.ts'
import { benchService } from '../service.ts'
import { inTurns } from './ask.ts'
import { accountId, accountKey, adsPerAccount, fillAccounts, fillDays, span } from './fill.ts'

/** About 20,000 ads. */
const accounts = Array.from({ length: Math.round(20_000 / adsPerAccount) }, (_, index) => index + 1)
const days = 30
const rounds = 15
const warmUp = 4

interface Shown {
  id: string
  spend: number
}

/** A page of what runs, with the totals of everything, against the same statement written by hand. */
export const entitiesBench: Bench = {
  name: 'entities',
  about: `${(accounts.length * adsPerAccount).toLocaleString('en')} ads over ${days} days: a page of 50 by spend, with the totals of all`,
  async run(say) {
    const service = await benchService({ SANDBOX_URL: 'http://127.0.0.1:9' }, ['serve'])
    const pool = new pg.Pool({ ...(await embeddedConnection(service.dataDir))!, max: 2 })
    const http = new Pool(service.url, { connections: 1, headersTimeout: 0, bodyTimeout: 0 })
    try {
      const range = await fill(pool)
      const query = new URLSearchParams({ accountIds: accounts.map(accountId).join(','), ...range, level: 'ad' })
      const ask = async (more: Record<string, string> = {}): Promise<Shown[]> => {
        const path = `/v1/entities?${String(new URLSearchParams([...query, ...Object.entries(more)]))}`
        const answer = await http.request({ path, method: 'GET', headers: { authorization: `Bearer ${service.key}` } })
        const body = (await answer.body.json()) as { data: { id: string; figures: { spend: number } }[] }
        if (answer.statusCode !== 200) throw new Error(JSON.stringify(body).slice(0, 500))
        return body.data.map(({ id, figures }) => ({ id, spend: figures.spend }))
      }
      const filter = JSON.stringify([{ metric: 'ctr', operator: 'gt', value: 1 }])
      const plain = await inTurns(rounds, ask, () => byHand(pool, range), warmUp)
      const filtered = await inTurns(
        rounds,
        () => ask({ filter }),
        () => byHand(pool, range, 'WHERE clicks * 100::float8 / nullif(impressions, 0) > 1'),
        warmUp,
      )
      say(`all: ${plain.ours.toFixed(0)} ms, by hand ${plain.theirs.toFixed(0)} ms`)
      say(`by a condition: ${filtered.ours.toFixed(0)} ms, by hand ${filtered.theirs.toFixed(0)} ms`)
      const figure = (what: string, { ours, theirs }: typeof plain) => {
        return { what: `${what} / by hand`, value: ours / theirs, unit: '', atMost: 1.5 }
      }
      return [figure('a page of all ads', plain), figure('a page of those that meet a condition', filtered)]
    } finally {
      await http.close()
      await pool.end()
      await service.remove()
    }
  },
}

/** Figures of the last days, and structure that was just read. */
async function fill(pool: pg.Pool): Promise<{ startDate: string; endDate: string }> {
  const client = await pool.connect()
  const { rows } = await client.query<{ id: number }>("SELECT id FROM companies WHERE slug = 'demo'")
  const companyId = only(rows).id
  const { to } = span()
  const from = new Date(Date.parse(to) - (days - 1) * 86_400_000).toISOString().slice(0, 10)
  await fillAccounts(client, companyId)
  await fillDays(client, companyId, { first: 1, last: accounts.length, from })
  await client.query(
    `INSERT INTO report_syncs (account_key, company_id, entities_read_at) SELECT id, company_id, now() FROM ad_accounts WHERE id = ANY ($1)`,
    [accounts.map(accountKey)],
  )
  client.release()
  return { startDate: from, endDate: to }
}

const known = (column: string) => `CASE WHEN count(${column}) = count(*) THEN sum(${column}) END`
const sums = ['spend', 'impressions', 'clicks', 'conversions', 'value', 'results']

/** What somebody who knows the tables would write: sums, joined with every ad; a page with names, and the totals beside it. */
async function byHand(
  pool: pg.Pool,
  { startDate, endDate }: { startDate: string; endDate: string },
  where = '',
): Promise<Shown[]> {
  const figures = sums.map((name) => `coalesce(t.${name}, 0) AS ${name}`)
  const totals = sums.map((name) => `sum(${name}) AS ${name}`)
  const { rows } = await pool.query<{ id: string; spend: number }>(
    `WITH t AS (
       SELECT ad_key, max(adset_key) AS adset_key, max(campaign_key) AS campaign_key, sum(spend_micros)::bigint AS spend,
         sum(impressions)::bigint AS impressions, sum(clicks)::bigint AS clicks, ${known('conversions')} AS conversions,
         ${known('conversion_value_micros')}::float8 AS value, ${known('results')} AS results
       FROM ad_days WHERE account_key = ANY ($1) AND day BETWEEN $2 AND $3 GROUP BY ad_key),
     found AS MATERIALIZED (
       SELECT * FROM (
         SELECT ad.key, ad.account_key, t.adset_key, t.campaign_key, ${figures.join(', ')}
         FROM report_entities ad LEFT JOIN t ON t.ad_key = ad.key
         WHERE ad.account_key = ANY ($1) AND ad.level = 'ad') all_ads ${where})
     SELECT (SELECT json_agg(o) FROM (SELECT currency, count(*), ${totals.join(', ')} FROM found JOIN ad_accounts a ON a.id = account_key GROUP BY currency) o),
       ad.*, adset.id AS adset_id, adset.name AS adset_name, campaign.id AS campaign_id, campaign.name AS campaign_name, p.*,
       ad.id, p.spend / 1e6::float8 AS spend
     FROM (SELECT * FROM found ORDER BY spend DESC, key LIMIT 50) p JOIN report_entities ad ON ad.key = p.key
     LEFT JOIN report_entities adset ON adset.key = p.adset_key LEFT JOIN report_entities campaign ON campaign.key = p.campaign_key
     ORDER BY p.spend DESC, p.key`,
    [accounts.map(accountKey), startDate, endDate],
  )
  return rows.map(({ id, spend }) => ({ id, spend }))
}
