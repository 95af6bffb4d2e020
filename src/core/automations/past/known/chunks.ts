import type pg from 'pg'
import type { KeptLevel } from '../../check/parts.ts'
import { cellsAtOnce } from '../limits.ts'

interface Chunking<T> {
  accounts: T[]
  level: KeptLevel
  /** How many cells an entity takes. */
  cells: number
}

/** Accounts in handfuls that are looked at together, however many there are; and how many entities they have. */
export async function inChunks<T extends { account: { key: number } }>(
  client: Pick<pg.ClientBase, 'query'>,
  { accounts, level, cells }: Chunking<T>,
): Promise<{ chunks: T[][]; entities: number }> {
  const counts = await countEntities(
    client,
    accounts.map(({ account }) => account.key),
    level,
  )
  const chunks: { accounts: T[]; cells: number }[] = []
  let entities = 0
  for (const each of accounts) {
    const count = counts.get(each.account.key) ?? 0
    entities += count
    if (count === 0) continue
    const last = chunks.at(-1)
    if (last && last.cells + count * cells <= cellsAtOnce) {
      last.accounts.push(each)
      last.cells += count * cells
    } else chunks.push({ accounts: [each], cells: count * cells })
  }
  return { chunks: chunks.map((chunk) => chunk.accounts), entities }
}

async function countEntities(
  client: Pick<pg.ClientBase, 'query'>,
  keys: number[],
  level: KeptLevel,
): Promise<Map<number, number>> {
  if (level === 'account') return new Map(keys.map((key) => [key, 1]))
  const { rows } = await client.query<{ account_key: number; count: number }>(
    'SELECT account_key, count(*) AS count FROM report_entities WHERE account_key = ANY ($1::bigint[]) AND level = $2 GROUP BY account_key',
    [keys, level],
  )
  return new Map(rows.map(({ account_key: key, count }) => [key, count]))
}
