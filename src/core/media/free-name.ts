import { randomBytes } from 'node:crypto'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'

interface NewRow {
  companyId: CompanyId
  objectKey: string
  wanted: string
  originalName: string
}

export interface KeptMedia {
  id: number
  objectKey: string
  filename: string
  originalName: string
  wasRenamed: boolean
}

/** Up to this number a taken name is counted on; after it, it gets letters nobody else has. */
const maxNumbers = 1000

/** Inserts a row under the wanted filename, or with a suffix when the company has a file of that name. */
export async function insertUnderFreeName(trx: Db, row: NewRow): Promise<KeptMedia> {
  for (let filename = row.wanted; ; filename = await nextName(trx, row)) {
    // Asked before it is tried: an insert that meets a name which is taken uses an id up all the same.
    const { rows } = await sql<{ id: number }>`
      INSERT INTO media (company_id, object_key, filename, original_name, name)
      SELECT ${row.companyId}::bigint, ${row.objectKey}::text, ${filename}::text, ${row.originalName}::text, ${filename}::text
      WHERE NOT EXISTS (SELECT FROM media WHERE company_id = ${row.companyId} AND filename = ${filename})
      ON CONFLICT (company_id, filename) DO NOTHING RETURNING id`.execute(trx)
    const inserted = rows[0]
    if (inserted) {
      const { objectKey, originalName, wanted } = row
      return { id: inserted.id, objectKey, filename, originalName, wasRenamed: filename !== wanted }
    }
  }
}

/** "banner.png" becomes "banner-2.png". Two uploads may be given the same name; one of them then asks again. */
export async function nextName(
  trx: Db,
  { companyId, wanted, ownId = 0 }: Pick<NewRow, 'companyId' | 'wanted'> & { ownId?: number },
): Promise<string> {
  const dot = wanted.lastIndexOf('.')
  const stem = wanted.slice(0, dot)
  const extension = wanted.slice(dot)
  const { rows } = await sql<{ free: string | null }>`
    SELECT ${stem} || '-' || min(number) || ${extension} AS free
    FROM generate_series(2, ${maxNumbers}::int) AS number
    WHERE NOT EXISTS (
      SELECT 1 FROM media
      WHERE company_id = ${companyId} AND id <> ${ownId} AND filename = ${stem} || '-' || number || ${extension})
  `.execute(trx)
  return rows[0]?.free ?? `${stem}-${randomBytes(6).toString('hex')}${extension}`
}
