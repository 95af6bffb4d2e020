import type pg from 'pg'
import type { KeptLevel } from '../../evaluate/parts.ts'
import { cellsAtOnce } from '../limits.ts'

interface Chunking<T> {
  accounts: T[]
  level: KeptLevel
  /** How many cells an entity takes. */
  cells: number
  /** How many days of each ad are read. */
  days: number
}

/** Accounts in handfuls that are looked at together, however many there are; and how many entities they have. */
export async function inChunks<T extends { account: { key: number } }>(
  client: Pick<pg.ClientBase, 'query'>,
  { accounts, level, cells, days }: Chunking<T>,
): Promise<{ chunks: T[][]; entities: number }> {
  const counts = await countEntities(
    client,
    accounts.map(({ account }) => account.key),
    level,
  )
  const chunks: { accounts: T[]; cells: number }[] = []
  let entities = 0
  for (const each of accounts) {
    const count = counts.get(each.account.key)
    if (!count || count.entities === 0) continue
    entities += count.entities
    const own = Math.max(count.entities * cells, count.ads * days)
    const last = chunks.at(-1)
    if (last && last.cells + own <= cellsAtOnce) {
      last.accounts.push(each)
      last.cells += own
    } else chunks.push({ accounts: [each], cells: own })
  }
  return { chunks: chunks.map((chunk) => chunk.accounts), entities }
}

interface Count {
  entities: number
  ads: number
}

async function countEntities(
  client: Pick<pg.ClientBase, 'query'>,
  keys: number[],
  level: KeptLevel,
): Promise<Map<number, Count>> {
  const { rows } = await client.query<{ account_key: number } & Count>(
    `SELECT asked.key AS account_key, count(*) FILTER (WHERE level = $2) + ($2 = 'account')::int AS entities, count(*) FILTER (WHERE level = 'ad') AS ads
     FROM unnest($1::bigint[]) AS asked (key) LEFT JOIN report_entities ON account_key = asked.key AND level = ANY (ARRAY[$2, 'ad'])
     GROUP BY asked.key`,
    [keys, level],
  )
  return new Map(rows.map(({ account_key: key, entities, ads }) => [key, { entities, ads }]))
}
