import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../../config.ts'
import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { createCompany, findCompany, demoSlug } from './companies.ts'
import { createApiKey, hashApiKey } from '../keys.ts'
import type { Member } from '../invites/links.ts'
import { setMark } from './operators.ts'

const keyName = 'Demo key'
const demo = {
  name: 'Demo company',
  slug: demoSlug,
  owner: { email: 'demo@flightdeck.local', name: 'Demo user' },
}

/** What a start has made of the demo company. */
export interface NewDemo {
  /** null: it was there. */
  key: string | null
  /** Who signs in to it first; null: the company was there. */
  owner: Member | null
}

const nothingNew: NewDemo = { key: null, owner: null }

/** The company that every first start brings. Several may be the first at once: the others wait for the one that makes it. */
export async function ensureDemoCompany(db: Db, config: Config): Promise<NewDemo> {
  return (await whatIsThere(db, config)) ?? db.transaction().execute((trx) => makeWhatIsMissing(trx, config))
}

/** null: something is missing. */
async function whatIsThere(db: Db, { demoApiKey: wanted, dataDir }: Config): Promise<NewDemo | null> {
  if (!(await findCompany(db, demoSlug))) return null
  if (!wanted) return nothingNew
  if (!(await keyExists(db, wanted))) return null
  await writeDemoKey(dataDir, wanted)
  return nothingNew
}

/** All of it or nothing: a company whose key nobody has would stay without one. */
async function makeWhatIsMissing(trx: Db, config: Config): Promise<NewDemo> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('flightdeck demo company'))`.execute(everyCompany(trx))
  const there = await whatIsThere(trx, config)
  if (there) return there
  const known = await findCompany(trx, demoSlug)
  const company = known ?? (await createCompany(trx, demo))
  const owner = await trx
    .selectFrom('memberships')
    .where('company_id', '=', company.id)
    .select('user_id')
    .executeTakeFirst()
  if (owner && !known) await markFirstOwner(trx, company.id, owner.user_id)
  const { key } = await createApiKey(trx, {
    companyId: company.id,
    userId: owner?.user_id ?? null,
    name: keyName,
    scopes: ['read', 'launch', 'manage', 'admin'],
    ...(config.demoApiKey ? { key: config.demoApiKey } : {}),
  })
  await writeDemoKey(config.dataDir, key)
  return { key, owner: known || !owner ? null : { companyId: company.id, userId: owner.user_id } }
}

/** Whoever starts the service for the very first time runs it: the mark counts once the link of that start has confirmed them. */
async function markFirstOwner(trx: Db, companyId: CompanyId, userId: number): Promise<void> {
  const { rows } = await sql`
    SELECT FROM companies WHERE id <> ${companyId}
    UNION ALL SELECT FROM company_deletions UNION ALL SELECT FROM users WHERE operator_since IS NOT NULL LIMIT 1`.execute(
    trx,
  )
  if (rows.length === 0) await setMark(trx, userId, true)
}

async function keyExists(db: Db, key: string): Promise<boolean> {
  const row = await everyCompany(db)
    .selectFrom('api_keys')
    .select('id')
    .where('key_hash', '=', hashApiKey(key))
    .executeTakeFirst()
  return row !== undefined
}

async function writeDemoKey(dataDir: string, key: string): Promise<void> {
  const path = join(dataDir, 'demo-key')
  if ((await readFile(path, 'utf8').catch(() => '')).trim() === key) return
  await writeFile(path, `${key}\n`, { mode: 0o600 })
  await chmod(path, 0o600)
}
