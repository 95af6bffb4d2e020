import { levelOf, levelsShown, shownFields } from './dimensions.ts'
import type { Group } from './dimensions.ts'
import { measureOf, sumNames } from './measures.ts'
import type { Sums } from './measures.ts'
import type { Name } from './memory.ts'
import type { Question } from './question.ts'
import { splitColumns } from './source.ts'
import type { ReportRow } from './row-shape.ts'
import { isStandIn } from '../../../platforms/contract/report.ts'
import type { ReportDeps } from '../sync/ensure/readings.ts'
import type { ReportAccount } from '../sync/types.ts'

export type Value = string | number | null
export type Row = ReportRow

/** Rows as the caller sees them, from rows that say by keys what they are about. */
export async function nameRows(
  deps: ReportDeps,
  { groups, metrics }: Question,
  accounts: ReportAccount[],
  { columns, rows: found }: { columns: string[]; rows: Value[][] },
): Promise<Row[]> {
  const names = await namesOf(deps, groups, columns, found)
  const accountByKey = new Map(accounts.map((account) => [account.key, account]))
  const readers = shownFields(groups).map((field) => ({ field, read: readerOf(field, columns, names) }))
  const accountAt = columns.indexOf('account_key')
  const sums = sumNames(metrics)
  const sumsFrom = columns.length - sums.length
  const figures = metrics.map((name) => measureOf(name))
  const read = {} as Sums
  return found.map((values) => {
    const row: Record<string, Value> = {}
    const account = accountAt < 0 ? undefined : accountByKey.get(values[accountAt] as number)
    for (const reader of readers) row[reader.field] = reader.read(values, account)
    for (let index = 0; index < sums.length; index++) read[sums[index]!] = values[sumsFrom + index] as number | null
    for (const figure of figures) row[figure.name] = figure.of(read)
    return row as Row
  })
}

async function namesOf(
  { pool, reportMemory }: ReportDeps,
  groups: Group[],
  columns: string[],
  found: Value[][],
): Promise<Map<number, Name>> {
  const names = reportMemory.names()
  const missing = new Set<number>()
  for (const level of levelsShown(levelOf(groups))) {
    const place = columns.indexOf(`${level}_key`)
    for (const values of found) {
      const key = values[place] as number | null
      if (key !== null && !names.has(key)) missing.add(key)
    }
  }
  if (missing.size === 0) return names
  const { rows } = await pool.query<Name>({
    name: 'report_names',
    text: 'SELECT key, id, name FROM report_entities WHERE key = ANY ($1::bigint[])',
    values: [[...missing]],
  })
  for (const name of rows) names.set(name.key, name)
  return names
}

type Reader = (values: Value[], account: ReportAccount | undefined) => Value

function readerOf(field: string, columns: string[], names: Map<number, Name>): Reader {
  const [, entity, part] = /^(ad|adset|campaign)(Id|Name)?$/.exec(field) ?? []
  if (entity) {
    const place = columns.indexOf(`${entity}_key`)
    const isId = part === 'Id' || field === 'ad'
    return (values) => {
      const name = names.get(values[place] as number)
      // A campaign without ads of its own stands for itself: there is no id to show.
      if (!name || isStandIn(name.id)) return null
      return isId ? name.id : name.name
    }
  }
  if (field === 'account' || field === 'accountId') return (_, account) => account?.accountId ?? null
  if (field === 'accountName') return (_, account) => account?.name ?? null
  const place = columns.indexOf(field === 'date' ? 'day' : field === 'searchTerm' ? splitColumns.searchTerm : field)
  if (place >= 0) return (values) => values[place]!
  if (field === 'platform') return (_, account) => account?.platform ?? null
  return (_, account) => account?.currency ?? null
}
