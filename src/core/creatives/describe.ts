import type pg from 'pg'
import type { DayRange } from '../../platforms/contract/insights.ts'
import { isStandIn } from '../../platforms/contract/report.ts'
import type { ReportAccount } from '../reports/sync/types.ts'
import { parameters } from '../reports/query/values.ts'
import { shownSql } from './statement.ts'
import type { CreativeGroup } from './statement.ts'

/** What a creative is, and where it is shown. */
export interface CreativeFacts {
  /** As its newest ad is called. */
  name: string | null
  /** What it is known by: a file by its content or as the platform calls it, a post, or a part of names. */
  shows: string
  platforms: string[]
  accountIds: string[]
  /** The newest of its ads. */
  adIds: string[]
  ads: number
  /** The first of these, with its account: what it looks like. */
  newestAd: { accountId: string; adId: string } | null
}

const maxShownAds = 100

interface Found {
  creative: string
  key: string | null
  names: (string | null)[]
  ids: string[]
  account_keys: number[]
  newest_in: number[]
  ads: number
}

/** By the creative's id, of the ads that show it in these days. */
export async function describeCreatives(
  pool: Pick<pg.Pool, 'query'>,
  accounts: ReportAccount[],
  group: CreativeGroup,
  { creatives, range }: { creatives: (number | string)[]; range: DayRange },
): Promise<Map<string, CreativeFacts>> {
  if (creatives.length === 0) return new Map()
  const values = parameters()
  const keys = values.put(
    accounts.map(({ key }) => key),
    'bigint[]',
  )
  const days = `s.from_day <= ${values.put(range.to, 'date')} AND s.before_day > ${values.put(range.from, 'date')}`
  const shown = shownSql({ group, only: null }, keys, values.put.bind(values))
  const type = group.by === 'name' ? 'text' : 'bigint'
  const text = `SELECT s.creative::text AS creative, ${group.by === 'name' ? 'NULL' : '(SELECT key FROM creatives WHERE id = s.creative)'} AS key,
      (array_agg(e.name ORDER BY e.key DESC))[1:1] AS names, (array_agg(e.id ORDER BY e.key DESC))[1:${maxShownAds}] AS ids,
      array_agg(DISTINCT e.account_key) AS account_keys,
      (array_agg(e.account_key ORDER BY e.key DESC))[1:1] AS newest_in, count(DISTINCT e.key)::int AS ads
    FROM (${shown}) s JOIN report_entities e ON e.key = s.ad_key
    WHERE s.creative = ANY ($${values.list.push(creatives)}::${type}[]) AND ${days} GROUP BY s.creative`
  const { rows } = await pool.query<Found>(text, values.list)
  return new Map(rows.map((row) => [row.creative, factsOf(row, accounts)]))
}

function factsOf(
  { creative, key, names, ids, account_keys: keys, newest_in: newestIn, ads }: Found,
  accounts: ReportAccount[],
): CreativeFacts {
  const its = accounts.filter((account) => keys.includes(account.key))
  const newest = accounts.find((account) => account.key === newestIn[0])
  const [newestId] = ids
  return {
    newestAd: newest && newestId && !isStandIn(newestId) ? { accountId: newest.accountId, adId: newestId } : null,
    name: names[0] ?? null,
    shows: key ?? creative,
    platforms: [...new Set(its.map(({ platform }) => platform))],
    accountIds: its.map(({ accountId }) => accountId),
    adIds: ids.filter((id) => !isStandIn(id)),
    ads,
  }
}
