import type pg from 'pg'
import { piecesFor, relationOf } from '../../sums/pieces.ts'
import type { Coverage } from '../../sync/ensure/days.ts'
import type { ReportMetadata } from '../metadata.ts'
import type { Question } from '../question.ts'
import { accountCondition } from '../source.ts'
import type { Sources } from '../source.ts'
import { parameters } from '../values.ts'

type WholeAccounts = NonNullable<ReportMetadata['accounts']>

interface Sums {
  account_key: number
  spend: number
  impressions: number
  clicks: number
}

const nothing = { spend: 0, impressions: 0, clicks: 0 }

/** Each account that was split as a whole, and what of it stands in none of the parts. What was not read whole is unknown. */
export async function wholeAccounts(
  pool: Pick<pg.ClientBase, 'query'>,
  { range }: Question,
  { accountKeys, split }: Pick<Sources, 'accountKeys' | 'split'>,
  coverage: Coverage[],
): Promise<WholeAccounts> {
  if (split === null || accountKeys.length === 0) return []
  const [kept, told] = await Promise.all([keptOf(pool, accountKeys, range), reportedOf(pool, accountKeys, split.asked)])
  return coverage
    .filter(({ account }) => accountKeys.includes(account.key))
    .map(({ account: { key, accountId, platform, currency }, missing }) => {
      const about = { accountId, platform, currency }
      if (missing.length > 0) return { ...about, total: null, rest: null }
      const [total, parts] = [kept.get(key) ?? nothing, told.get(key) ?? nothing]
      const rest = {
        spend: total.spend - parts.spend,
        impressions: total.impressions - parts.impressions,
        clicks: total.clicks - parts.clicks,
      }
      return { ...about, total: inUnits(total), rest: inUnits(rest) }
    })
}

function inUnits({ spend, impressions, clicks }: Omit<Sums, 'account_key'>) {
  return { spend: spend / 1e6, impressions, clicks }
}

const sums =
  'sum(d.spend_micros)::bigint AS spend, sum(d.impressions)::bigint AS impressions, sum(d.clicks)::bigint AS clicks'

async function keptOf(pool: Pick<pg.ClientBase, 'query'>, accountKeys: number[], range: Question['range']) {
  const pieces = await piecesFor(pool, { accountKeys, range, level: 'account', byDay: false })
  const values = parameters()
  const from = relationOf(pieces, {
    accounts: (keys) => accountCondition(keys, values),
    day: (day) => values.put(day, 'date'),
  })
  return byAccount(pool, `SELECT d.account_key, ${sums} FROM ${from} GROUP BY d.account_key`, values.list)
}

function reportedOf(pool: Pick<pg.ClientBase, 'query'>, accountKeys: number[], asked: string) {
  const values = parameters()
  const text = `SELECT d.account_key, ${sums} FROM (
      SELECT q.account_key, v."spendMicros" AS spend_micros, v.impressions, v.clicks
      FROM report_answers q CROSS JOIN LATERAL jsonb_to_recordset(q.rows) AS v("spendMicros" bigint, impressions bigint, clicks bigint)
      WHERE q.account_key ${accountCondition(accountKeys, values)} AND q.question = ${values.put(asked, 'text')}) d GROUP BY d.account_key`
  return byAccount(pool, text, values.list)
}

async function byAccount(pool: Pick<pg.ClientBase, 'query'>, text: string, values: unknown[]) {
  const { rows } = await pool.query<Sums>(text, values)
  return new Map(rows.map((row) => [row.account_key, row]))
}
