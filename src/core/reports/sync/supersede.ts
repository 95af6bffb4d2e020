import type pg from 'pg'
import { required } from '../../../lookup.ts'
import type { AdDay } from '../../../platforms/contract/report.ts'
import type { EntityKeys } from './entities.ts'
import type { DayRows } from './store-rows.ts'
import type { ReportAccount } from './types.ts'

const firstColumns = [
  'adset_key',
  'campaign_key',
  'spend_micros',
  'impressions',
  'clicks',
  'conversions',
  'conversion_value_micros',
  'results',
] as const
/** Read later than the others: what was not read yet was no other figure. */
const addedColumns = ['plays_3s', 'plays_15s', 'thruplays'] as const
const columns = [...firstColumns, ...addedColumns]
const isCorrected = `(${listOf(firstColumns, 'old')}) IS DISTINCT FROM (${listOf(firstColumns, 'coming')})
    OR ${addedColumns.map((column) => `old.${column} IS DISTINCT FROM coming.${column} AND old.${column} IS NOT NULL`).join(' OR ')}`

function listOf(names: readonly string[], table: string): string {
  return names.map((name) => `${table}.${name}`).join(', ')
}

/**
 * Makes room for these days' rows, and keeps what they replace as far as it differs: rows that change, rows that go, and that
 * there was none where one comes. In the transaction that then writes them.
 */
export async function supersede(
  client: pg.ClientBase,
  account: ReportAccount,
  keys: EntityKeys,
  coming: DayRows[],
): Promise<void> {
  const values = [account.companyId, account.key, coming.map(({ day }) => day), ...asArrays(keys, coming)]
  await client.query({ name: 'supersede', text: statement, values })
}

/** `known_until`: the same moment for all, and never twice for one row, even when the clock is set back. */
const statement = `
  WITH old AS (DELETE FROM ad_days WHERE account_key = $2 AND day = ANY ($3::date[]) RETURNING day, ad_key, ${columns.join(', ')})
  INSERT INTO ad_days_superseded (company_id, account_key, day, ad_key, ${columns.join(', ')}, known_until)
  SELECT $1, $2, day, ad_key, ${listOf(columns, 'old')}, statement_timestamp()
  FROM old FULL JOIN unnest($4::date[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[],
    $11::float8[], $12::bigint[], $13::float8[], $14::bigint[], $15::bigint[], $16::bigint[])
    AS coming (day, ad_key, ${columns.join(', ')}) USING (day, ad_key)
  WHERE ${isCorrected}
  ON CONFLICT (account_key, day, ad_key, known_until) DO NOTHING`

/** The rows as PostgreSQL's arrays, column by column: written here, because what pg does for any value costs a multiple. */
function asArrays(keys: EntityKeys, coming: DayRows[]): string[] {
  const texts = Array.from({ length: columns.length + 2 }, (): string[] => [])
  for (const { day, rows } of coming) {
    for (const [adKey, row] of rows) {
      for (const [place, value] of [day, adKey, ...valuesOf(keys, row)].entries())
        required(texts[place], 'text').push(String(value))
    }
  }
  return texts.map((values) => `{${values.join(',')}}`)
}

function valuesOf(keys: EntityKeys, row: AdDay): (number | null)[] {
  return [
    keys.keyOf('adset', row.adSetId),
    keys.keyOf('campaign', row.campaignId),
    row.spendMicros,
    row.impressions,
    row.clicks,
    row.conversions,
    row.conversionValueMicros,
    row.results,
    row.plays3s ?? null,
    row.plays15s ?? null,
    row.thruplays ?? null,
  ]
}
