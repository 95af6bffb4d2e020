import type { EntityLevel } from '../../../platforms/contract/report.ts'
import { isOfOneAccount, levelOf, levelsShown } from './dimensions.ts'
import type { Group } from './dimensions.ts'
import { accountCondition } from './source.ts'
import type { Values } from './values.ts'

/** One column of a file: its name, where it comes from, and what it holds; or several that were written as one. */
export interface FileColumn {
  name: string
  sql: string
  kind: 'text' | 'day' | 'figure' | 'written'
}

/** How columns that say what one thing is are written as one: as an expression that is never null. */
export type FieldsWriter = (columns: FileColumn[]) => string

/** The names of what a row is about. */
export function names(groups: Group[], accounts: string): string {
  const entities = levelsShown(levelOf(groups)).map(
    (level) => `LEFT JOIN report_entities ${level} ON ${level}.key = s.${level}_key`,
  )
  return [...entities, accountNames(groups, accounts)].join(' ')
}

export function accountNames(groups: Group[], accounts: string): string {
  return isOfOneAccount(groups) ? `JOIN ${accounts} a ON a.id = s.account_key` : ''
}

/** What has a name: an ad or what it lies in, or the account. */
type Named = EntityLevel | 'a'

/** Of what thing a field of a row tells; null: of the row itself. */
function namedBy(field: string, groups: Group[]): Named | null {
  const level = levelsShown('ad').find((own) => [own, `${own}Id`, `${own}Name`].includes(field))
  if (level) return level
  const ofAccount = ['account', 'accountId', 'accountName', 'platform', 'currency']
  return isOfOneAccount(groups) && ofAccount.includes(field) ? 'a' : null
}

interface Stretch {
  of: Named | null
  columns: FileColumn[]
}

export interface Written {
  columns: FileColumn[]
  /** What is written of each thing, as columns of it. */
  of(thing: Named): string[]
}

/** Fields that follow each other and tell of one thing, as one column that is written with the thing. */
export function writtenOnce(fields: FileColumn[], groups: Group[], writing: FieldsWriter): Written {
  const stretches: Stretch[] = []
  for (const field of fields) {
    const of = namedBy(field.name, groups)
    const last = stretches.at(-1)
    if (of !== null && last?.of === of) last.columns.push(field)
    else stretches.push({ of, columns: [field] })
  }
  const columns = stretches.flatMap(({ of, columns: its }, place): FileColumn[] => {
    if (of === null) return its
    // Nobody knows what a key stands for that has no row.
    const unknown = writing(its.map((column) => ({ ...column, sql: 'NULL' })))
    return [{ name: `written${place}`, sql: `coalesce(${of}.written${place}, ${unknown})`, kind: 'written' }]
  })
  const of = (thing: Named) =>
    stretches.flatMap(({ of: its, columns: told }, place) =>
      its === thing ? [`${writing(told)} AS written${place}`] : [],
    )
  return { columns, of }
}

interface NamesFrom {
  accounts: string
  accountKeys: number[]
  values: Values
}

/** The same names, with what is written of them: worked out for each thing and not for each row, however they are joined. */
export function writtenNames(groups: Group[], { accounts, accountKeys, values }: NamesFrom, written: Written): string {
  const own = accountCondition(accountKeys, values)
  const entities = levelsShown(levelOf(groups)).map((level) => {
    const columns = ['key', 'id', 'name', ...written.of(level)]
    return `LEFT JOIN (SELECT ${columns.join(', ')} FROM report_entities ${level} WHERE account_key ${own} AND level = '${level}' OFFSET 0) ${level}
      ON ${level}.key = s.${level}_key`
  })
  if (!isOfOneAccount(groups)) return entities.join(' ')
  const columns = ['a.*', ...written.of('a')]
  const account = `JOIN (SELECT ${columns.join(', ')} FROM ${accounts} a WHERE a.id ${own} OFFSET 0) a ON a.id = s.account_key`
  return [...entities, account].join(' ')
}
