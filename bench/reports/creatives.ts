import pg from 'pg'
import { Pool } from 'undici'
import { addDays } from '../../src/days.ts'
import { embeddedConnection } from '../../src/db/embedded/embedded.ts'
import { only } from '../../src/lookup.ts'
import type { Bench } from '../figure.ts'
import { benchService } from '../service.ts'
import { inTurns } from './ask.ts'
import { accountId, accountKey, fillAccounts, fillDays, span } from './fill.ts'

/** 100,000 in all. */
const adsEach = 500
const accounts = Array.from({ length: 200 }, (_, index) => index + 1)
const days = 90
const adsOfFile = 4
const rounds = 5
const warmUp = 2
const pageSize = 50

interface Shown {
  shows: string
  ads: number
  spend: number
}

/** What ads show, judged, against the plain sum of the same days written by hand. */
export const creativesBench: Bench = {
  name: 'creatives',
  about: `${(accounts.length * adsEach).toLocaleString('en')} ads over ${days} days: a page of ${pageSize} files by spend, with their states`,
  async run(say) {
    const service = await benchService({ SANDBOX_URL: 'http://127.0.0.1:9' }, ['serve'])
    const pool = new pg.Pool({ ...(await embeddedConnection(service.dataDir))!, max: 2 })
    const http = new Pool(service.url, { connections: 1, headersTimeout: 0, bodyTimeout: 0 })
    try {
      const range = await fill(pool)
      const query = new URLSearchParams({ accountIds: accounts.map(accountId).join(','), ...range })
      const ask = async (): Promise<Shown[]> => {
        const path = `/v1/creatives?${query.toString()}&limit=${pageSize}`
        const answer = await http.request({ path, method: 'GET', headers: { authorization: `Bearer ${service.key}` } })
        const body = (await answer.body.json()) as { data: (Shown & { metrics: { spend: number } })[] }
        if (answer.statusCode !== 200) throw new Error(JSON.stringify(body).slice(0, 500))
        return body.data.map(({ shows, ads, metrics: { spend } }) => ({ shows, ads, spend }))
      }
      const byHand = () => sumByHand(pool, range)
      const { ours, theirs } = await inTurns(rounds, ask, byHand, warmUp)
      say(`judged: ${ours.toFixed(0)} ms, the sum by hand ${theirs.toFixed(0)} ms`)
      return [{ what: 'a page of creatives / the sum by hand', value: ours / theirs, unit: '', atMost: 2 }]
    } finally {
      await http.close()
      await pool.end()
      await service.remove()
    }
  },
}

/** Files shown by several ads of different accounts, each ad with a post of its own, and frequencies of both weeks. */
async function fill(pool: pg.Pool): Promise<{ startDate: string; endDate: string }> {
  const client = await pool.connect()
  const { rows } = await client.query<{ id: number }>("SELECT id FROM companies WHERE slug = 'demo'")
  const companyId = only(rows).id
  const { to } = span()
  const from = addDays(to, 1 - days)
  await fillAccounts(client, companyId, adsEach)
  await fillDays(client, companyId, { first: 1, last: accounts.length, from, ads: adsEach })
  const keys = accounts.map(accountKey)
  await client.query(
    `INSERT INTO report_syncs (account_key, company_id, entities_read_at) SELECT id, company_id, now() FROM ad_accounts WHERE id = ANY ($1)`,
    [keys],
  )
  await client.query(
    `WITH ads AS MATERIALIZED (
       SELECT key, account_key, row_number() OVER (ORDER BY id) AS n FROM report_entities WHERE account_key = ANY ($2) AND level = 'ad'),
     files AS (INSERT INTO creatives (company_id, kind, key)
       SELECT DISTINCT $1::bigint, 'asset', 'file ' || n % ${(accounts.length * adsEach) / adsOfFile} FROM ads RETURNING id, key),
     posts AS (INSERT INTO creatives (company_id, kind, key) SELECT $1, 'post', 'primary post ' || n FROM ads RETURNING id, key)
     INSERT INTO ad_creatives (company_id, account_key, ad_key, asset_id, post_id)
     SELECT $1, account_key, ads.key, files.id, posts.id FROM ads
     JOIN files ON files.key = 'file ' || n % ${(accounts.length * adsEach) / adsOfFile} JOIN posts ON posts.key = 'primary post ' || n`,
    [companyId, keys],
  )
  await client.query(
    `INSERT INTO ad_frequencies (company_id, account_key, day, ad_key, frequency)
     SELECT $1, account_key, day::date, key, 1.2 + (hashint8(key) & 255) / 100.0 FROM report_entities, unnest(ARRAY[$3::date, $3::date - 7]) AS day
     WHERE account_key = ANY ($2) AND level = 'ad'`,
    [companyId, keys, to],
  )
  await client.query('VACUUM (ANALYZE) creatives, ad_creatives, ad_frequencies, report_entities')
  client.release()
  return { startDate: from, endDate: to }
}

const known = (column: string) => `CASE WHEN count(d.${column}) = count(*) THEN sum(d.${column}) END`
const nullable = ['conversions', 'conversion_value_micros', 'results', 'plays_3s', 'plays_15s', 'thruplays']

/** What somebody who knows the tables would write for the figures alone. */
async function sumByHand(
  pool: pg.Pool,
  { startDate, endDate }: { startDate: string; endDate: string },
): Promise<Shown[]> {
  const { rows } = await pool.query<Omit<Shown, 'spend'> & { inUnits: number }>(
    `SELECT creatives.key AS shows, (SELECT count(*)::int FROM ad_creatives WHERE asset_id = t.asset_id) AS ads, t.spend / 1e6::float8 AS "inUnits", t.*
     FROM (SELECT s.asset_id, sum(d.spend_micros)::bigint AS spend, sum(d.impressions)::bigint AS impressions,
         sum(d.clicks)::bigint AS clicks, ${nullable.map((column) => `${known(column)} AS ${column}`).join(', ')}, min(d.day) AS first_day,
         count(*) OVER () AS total
       FROM ad_days d JOIN ad_creatives s ON s.ad_key = d.ad_key AND d.day >= s.from_day AND d.day < s.before_day
       WHERE d.account_key = ANY ($1) AND d.day BETWEEN $2 AND $3
       GROUP BY s.asset_id ORDER BY sum(d.spend_micros) DESC, s.asset_id LIMIT ${pageSize}) t
     JOIN creatives ON creatives.id = t.asset_id ORDER BY t.spend DESC, t.asset_id`,
    [accounts.map(accountKey), startDate, endDate],
  )
  return rows.map(({ shows, ads, inUnits: spend }) => ({ shows, ads, spend }))
}
