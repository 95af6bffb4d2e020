import { sql } from '../../db/sql.ts'
import type { Db } from '../../db/connect.ts'
import { notFound } from '../../errors.ts'
import { MediaError } from '../../files/media-error.ts'
import { MissingObjectError } from '../../files/store/store.ts'
import type { Context } from '../context.ts'
import type { MediaStorage } from '../media/storage.ts'
import { amongWorkspaces } from '../reach.ts'

/** How long a picture that could not be had is not asked for again. */
const triedAgainAfterMinutes = 10
/** As many as a company looks at in a week; who was read longest ago is read again when somebody looks. */
const maxKept = 3_000

interface KeptPicture {
  content: Buffer
  /** Changes with the picture. */
  tag: string
}

interface Deps {
  db: Db
  media: Pick<MediaStorage, 'keyOf' | 'store' | 'small' | 'tempDir'>
}

type Asking = Pick<Context, 'company' | 'signal'>

/** Whether it is worth looking for one that is not here. */
export function usefulFor(table: string) {
  return sql<boolean>`(${sql.ref(`${table}.read_at`)} IS NULL
    OR ${sql.ref(`${table}.read_at`)} < now() - make_interval(mins => ${triedAgainAfterMinutes}))`
}

interface Row {
  id: number
  address: string | null
  content: Buffer | null
  tag: string
  is_due: boolean
}

/** A picture by our own id; null: it cannot be had where its platform showed it. */
export async function readPicture(deps: Deps, { company, signal }: Asking, id: number): Promise<KeptPicture | null> {
  const { rows } = await sql<Row>`
    SELECT p.id, p.address, p.content, coalesce(extract(epoch FROM p.read_at)::text, '') AS tag, ${usefulFor('p')} AS is_due
    FROM ad_pictures AS p JOIN ad_accounts AS a ON a.id = p.account_key
    WHERE p.company_id = ${company.id} AND p.id = ${id} AND ${amongWorkspaces(company, 'a.workspace_id')}`.execute(
    deps.db,
  )
  const [row] = rows
  if (!row) throw notFound('picture', id)
  if (row.content) return { content: row.content, tag: `${id}-${row.tag}` }
  if (row.address === null || !row.is_due) return null
  const content = await look(deps, { company, signal }, row.address)
  const tag = await keep(deps, company, { id, address: row.address, content })
  return content && { content, tag: `${id}-${tag}` }
}

/** null: it is no picture, or nobody gives it out. */
async function look({ media }: Deps, { company, signal }: Asking, address: string): Promise<Buffer | null> {
  const key = media.keyOf(address)
  const options = { tempDir: media.tempDir, signal }
  try {
    const source = key === null ? address : await media.store.open(key)
    return await media.small.read(company.id, source, options)
  } catch (error) {
    if (signal.aborted || !(error instanceof MediaError || error instanceof MissingObjectError)) throw error
    return null
  }
}

/** Tells when it was read. One that the platform named anew meanwhile is left alone. */
async function keep(
  { db }: Deps,
  { id: companyId }: Context['company'],
  { id, address, content }: { id: number; address: string; content: Buffer | null },
): Promise<string> {
  const { rows } = await sql<{ tag: string }>`
    UPDATE ad_pictures SET content = ${content}, read_at = now()
    WHERE company_id = ${companyId} AND id = ${id} AND address = ${address}
    RETURNING extract(epoch FROM read_at)::text AS tag`.execute(db)
  await sql`
    UPDATE ad_pictures SET content = NULL, read_at = NULL WHERE company_id = ${companyId} AND id IN (
      SELECT id FROM ad_pictures WHERE company_id = ${companyId} AND content IS NOT NULL
      ORDER BY read_at DESC OFFSET ${maxKept})`.execute(db)
  return rows[0]?.tag ?? ''
}
