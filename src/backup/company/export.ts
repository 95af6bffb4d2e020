import type pg from 'pg'
import type { Company } from '../../core/people/companies/companies.ts'
import type { Connection } from '../../db/connect.ts'
import type { MediaStore } from '../../files/store/store.ts'
import { only, required } from '../../lookup.ts'
import { createArchive } from '../archive.ts'
import type { ArchiveWriter } from '../archive.ts'
import { tablesOf } from '../catalogue.ts'
import { BackupProblem, formatVersion } from '../manifest.ts'
import type { Manifest } from '../manifest.ts'
import { copyFiles, copyTable, ofOneMoment, ranMigrations } from '../write.ts'
import { companyTables } from './tables.ts'

export interface ToExport {
  connection: Connection
  version: string
  company: Company
  store: Pick<MediaStore, 'open'>
}

/** Everything of one company as it stands at one moment, without what opens something, while the service goes on. */
export async function exportCompany(file: string, wanted: ToExport): Promise<Omit<Manifest, 'entries'>> {
  const archive = await createArchive(file, 'company')
  return ofOneMoment(archive, wanted.connection, (client) => copyCompany(client, archive, wanted))
}

async function copyCompany(
  client: pg.Client,
  archive: ArchiveWriter,
  { version, company, store }: ToExport,
): Promise<Omit<Manifest, 'entries'>> {
  const { id, slug, name } = company
  const { rows: moments } = await client.query<{ at: Date; server: string }>(
    "SELECT now() AS at, current_setting('server_version') AS server",
  )
  const { rows: auditHeads } = await client.query<{ company: string; seq: string; hash: string }>(
    `SELECT company_id::text AS company, seq::text AS seq, encode(hash, 'hex') AS hash FROM audit_log WHERE company_id = $1 ORDER BY audit_log.seq DESC LIMIT 1`,
    [id],
  )
  const tables = await copyTables(client, archive, id)
  if (tables.find((table) => table.name === 'companies')?.rows !== 1)
    throw new BackupProblem(`There is no company ${id} any more.`)
  const moment = only(moments)
  return {
    ...{ format: formatVersion, version, takenAt: moment.at.toISOString(), server: moment.server },
    ...{ migrations: await ranMigrations(client), tables, sequences: [], auditHeads },
    media: await copyFiles(archive, store, await filesOf(client, id)),
    ...{ company: { id, slug, name }, leftOut: leftOut(), settings: {}, secret: null },
  }
}

async function copyTables(client: pg.Client, archive: ArchiveWriter, id: number): Promise<Manifest['tables']> {
  const tables: Manifest['tables'] = []
  for (const shape of await tablesOf(client)) {
    const known = companyTables[shape.name]
    if (!known || known.notExported) continue
    const columns = shape.columns.filter((column) => !known.hidden?.includes(column))
    tables.push(await copyTable(client, archive, { ...shape, columns }, known.whose(id)))
  }
  return tables
}

/** Of its library, and those that its batches have fetched. */
async function filesOf(client: pg.Client, id: number): Promise<Manifest['media']['objects']> {
  const { rows } = await client.query<{ key: string; bytes: string | null }>(
    `SELECT key, size::text AS bytes FROM media_objects WHERE ${required(companyTables.media_objects, 'table media_objects').whose(id)}
     UNION SELECT object_key, NULL FROM batch_media WHERE object_key IS NOT NULL AND ${required(companyTables.batch_media, 'table batch_media').whose(id)} ORDER BY 1`,
  )
  return rows.map(({ key, bytes }) => ({ key, bytes: Number(bytes ?? 0) }))
}

function leftOut(): Record<string, string> {
  const described = Object.entries(companyTables).flatMap(([name, { notExported, hidden = [] }]) => [
    ...(notExported ? [[name, notExported]] : []),
    ...hidden.map((column) => [`${name}.${column}`, 'a secret, or what recognises one']),
  ])
  return Object.fromEntries(described) as Record<string, string>
}
