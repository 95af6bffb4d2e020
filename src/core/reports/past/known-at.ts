import type pg from 'pg'

const figures =
  'adset_key, campaign_key, spend_micros, impressions, clicks, conversions, conversion_value_micros, results, ' +
  'plays_3s, plays_15s, thruplays'
const facts = 'name, status, state, daily_budget_micros, lifetime_budget_micros, learning_phase'
const own = 'key, company_id, account_key, level, id'
const lasting = 'created_time, campaign_key, adset_key'
const of = (table: string, columns: string) => columns.replaceAll(/\w+/g, `${table}.$&`)

/**
 * `ad_days` as it was at a moment (an expression of SQL), with its columns. True from `keptFrom` on, and for as long as nothing
 * was thinned out (keep-exact.ts).
 */
export function daysKnownAt(at: string): string {
  const wasRead = `EXISTS (SELECT FROM report_days read WHERE read.account_key = known.account_key AND read.day = known.day
    AND coalesce(read.first_read_at <= ${at}, true))`
  const columns = `company_id, account_key, day, ad_key, ${figures}`
  return `(
    SELECT ${columns} FROM ad_days AS known
    WHERE ${wasRead} AND NOT EXISTS (SELECT FROM ad_days_superseded AS old
      WHERE (old.account_key, old.day, old.ad_key) = (known.account_key, known.day, known.ad_key) AND old.known_until > ${at})
    UNION ALL
    SELECT ${columns} FROM (SELECT DISTINCT ON (account_key, day, ad_key) * FROM ad_days_superseded AS known
      WHERE known_until > ${at} AND ${wasRead} ORDER BY account_key, day, ad_key, known_until) AS known
    WHERE spend_micros IS NOT NULL
  )`
}

/** `report_entities` as it was at a moment, as far as it changes. What was never seen to change was always as it is. */
export function entitiesKnownAt(at: string): string {
  return `(
    SELECT ${of('entity', own)}, ${of('version', facts)}, ${of('entity', lasting)} FROM report_entities AS entity
    JOIN LATERAL (SELECT * FROM report_entity_versions AS seen
      WHERE (seen.account_key, seen.entity_key) = (entity.account_key, entity.key) AND seen.since <= ${at} ORDER BY since DESC LIMIT 1
    ) AS version ON true
    UNION ALL
    SELECT ${own}, ${facts}, ${lasting} FROM report_entities AS entity WHERE NOT EXISTS (
      SELECT FROM report_entity_versions AS seen WHERE (seen.account_key, seen.entity_key) = (entity.account_key, entity.key))
  )`
}

/** From when on what was known of an account is kept; accounts of which nothing is yet are absent. */
export async function keptFrom(
  client: Pick<pg.ClientBase, 'query'>,
  accountKeys: number[],
): Promise<Map<number, Date>> {
  const { rows } = await client.query<{ account_key: number; since: Date | null }>(
    `SELECT account_key, greatest(
       (SELECT min(first_read_at) FROM report_days WHERE account_key = asked.account_key),
       (SELECT min(since) FROM report_entity_versions WHERE account_key = asked.account_key)) AS since
     FROM unnest($1::bigint[]) AS asked (account_key)`,
    [accountKeys],
  )
  return new Map(rows.flatMap(({ account_key: key, since }) => (since ? [[key, since]] : [])))
}

/** `report_days` as it was at a moment: which days had been read by then. When they were last read is not kept. */
export function readingsKnownAt(at: string): string {
  return `(SELECT company_id, account_key, day, ${at} AS read_at FROM report_days WHERE coalesce(first_read_at <= ${at}, true))`
}
