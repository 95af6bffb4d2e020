import type pg from 'pg'
import { piecesFor } from '../../../reports/sums/pieces.ts'
import type { FigurePiece } from '../../../reports/sums/pieces.ts'
import { madeOf } from '../../rule/compiled/rule-sum.ts'
import { dayText } from './days.ts'
import { columnOf } from './figures.ts'
import type { FiguresInput } from './figures.ts'

type Client = Pick<pg.ClientBase, 'query'>
type Wanted = Pick<FiguresInput, 'level' | 'accountKeys' | 'sums' | 'from' | 'to'>

/**
 * Where the days lie that are held one by one. Of campaigns and accounts they are added up, but not where a figure is unknown: what was
 * corrected of one ad is told apart from what the others did by their own rows.
 */
export async function dayPieces(client: Client, wanted: Wanted): Promise<FigurePiece[]> {
  const { level, from, to } = wanted
  const range = { from: dayText(from), to: dayText(to) }
  const unknown = level === 'campaign' || level === 'account' ? await withUnknown(client, wanted) : new Set()
  const [raw, known] = [true, false].map((isUnknown) =>
    wanted.accountKeys.filter((key) => unknown.has(key) === isUnknown),
  )
  const pieces = known?.length ? await piecesFor(client, { accountKeys: known, range, level, byDay: true }) : []
  return raw?.length ? [...pieces, { table: 'ad_days', accountKeys: raw, range }] : pieces
}

/** Where everything lies that came before. Amounts of each day have a rate of their own where they are told in one currency. */
export function earlierPieces(client: Client, { level, accountKeys, sums, from }: Wanted): Promise<FigurePiece[]> {
  const range = { from: dayText(0), to: dayText(from - 1) }
  const byDay = sums.some((sum) => madeOf(sum).currency !== null)
  return piecesFor(client, { accountKeys: [...accountKeys], range, level, byDay })
}

/** Accounts of which a figure is unknown on one of the days. */
async function withUnknown(client: Client, { accountKeys, sums, from, to }: Wanted): Promise<ReadonlySet<unknown>> {
  const isUnknown = sums.map((sum) => `${columnOf(sum)} IS NULL`)
  const { rows } = await client.query<{ account_key: number }>(
    `SELECT DISTINCT account_key FROM account_days
     WHERE account_key = ANY ($1::bigint[]) AND day BETWEEN $2 AND $3 AND (${isUnknown.join(' OR ')})`,
    [accountKeys, dayText(from), dayText(to)],
  )
  return new Set(rows.map(({ account_key: key }) => key))
}
