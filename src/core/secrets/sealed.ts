import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { sql } from '../../db/sql.ts'
import { appPurpose, sealPurpose } from './seal.ts'
import type { Seal } from './seal.ts'

/** A row with something sealed in it. */
export interface SecretRow {
  id: number
  /** null: it is the installation's. */
  company_id: CompanyId | null
  platform: string | null
  sealed: Buffer
}

interface SealedColumn {
  table: 'connections' | 'oauth_apps' | 'shared_oauth_apps' | 'webhooks' | 'approval_targets' | 'mails'
  column: 'sealed_credentials' | 'sealed_token' | 'sealed_app' | 'sealed_target' | 'sealed_address' | 'sealed_message'
  purposeOf: (row: Pick<SecretRow, 'company_id' | 'platform'>) => string
}

const ofConnection: SealedColumn['purposeOf'] = ({ company_id: id, platform }) => sealPurpose(id, platform ?? '')
const ofApp: SealedColumn['purposeOf'] = ({ company_id: id, platform }) => appPurpose(id, platform ?? '')

/** Everything in the database that is sealed, but for the canary. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'connections', column: 'sealed_credentials', purposeOf: ofConnection },
  { table: 'connections', column: 'sealed_token', purposeOf: ofConnection },
  { table: 'oauth_apps', column: 'sealed_app', purposeOf: ofApp },
  { table: 'shared_oauth_apps', column: 'sealed_app', purposeOf: ofApp },
  { table: 'webhooks', column: 'sealed_target', purposeOf: ({ company_id: id }) => `webhook ${id}` },
  { table: 'approval_targets', column: 'sealed_address', purposeOf: ({ company_id: id }) => `approval target ${id}` },
  { table: 'mails', column: 'sealed_message', purposeOf: ({ company_id: id }) => `mail ${id}` },
]

const isOther = (column: string, seal: Seal) => {
  const mark = seal.mark()
  return sql`substring(${sql.ref(column)} FROM 1 FOR ${mark.length}::int) <> ${mark}`
}

/** How many secrets are sealed with another key than the one of now. */
export async function sealedByOthers(db: Db, seal: Seal): Promise<number> {
  let count = 0
  for (const { table, column } of sealedColumns) {
    const { rows } = await sql<{ found: number }>`
      SELECT count(*)::int AS found FROM ${sql.table(table)} WHERE ${isOther(column, seal)}`.execute(everyCompany(db))
    count += rows[0]?.found ?? 0
  }
  return count
}

const few = 20

/** Of what is sealed there, the latest few. */
export async function latestSealed(db: Db, { table, column }: SealedColumn): Promise<SecretRow[]> {
  const { rows } = await sql<SecretRow>`
    SELECT id, ${companyIn(table)} AS company_id, ${platformIn(table)} AS platform, ${sql.ref(column)} AS sealed FROM ${sql.table(table)}
    WHERE ${sql.ref(column)} IS NOT NULL ORDER BY id DESC LIMIT ${few}`.execute(everyCompany(db))
  return rows
}

const byPlatform: readonly string[] = ['connections', 'oauth_apps', 'shared_oauth_apps']
const platformIn = (table: SealedColumn['table']) => (byPlatform.includes(table) ? sql`platform` : sql`NULL`)
const companyIn = (table: SealedColumn['table']) =>
  table === 'shared_oauth_apps' ? sql`NULL::bigint` : sql`company_id`

/** What is sealed with another key, a page at a time, by id. */
export async function pageOfOthers(
  db: Db,
  seal: Seal,
  { table, column }: SealedColumn,
  { after, limit }: { after: number; limit: number },
): Promise<SecretRow[]> {
  const { rows } = await sql<SecretRow>`
    SELECT id, ${companyIn(table)} AS company_id, ${platformIn(table)} AS platform, ${sql.ref(column)} AS sealed FROM ${sql.table(table)}
    WHERE id > ${after} AND ${isOther(column, seal)} ORDER BY id LIMIT ${limit}`.execute(everyCompany(db))
  return rows
}

/** Unless somebody has sealed something else there meanwhile. */
export async function putSealed(
  db: Db,
  { table, column }: SealedColumn,
  row: SecretRow,
  sealed: Buffer,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${sealed}
    WHERE ${companyIn(table)} IS NOT DISTINCT FROM ${row.company_id} AND id = ${row.id} AND ${sql.ref(column)} = ${row.sealed}`.execute(
    everyCompany(db),
  )
  return numAffectedRows === 1n
}
