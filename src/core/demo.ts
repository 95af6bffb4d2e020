import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { createCompany, findCompany } from './companies.ts'
import { demoSlug } from './connections.ts'
import { createApiKey, hashApiKey } from './keys.ts'
import type { Member } from './people/links.ts'

const keyName = 'Demo key'

/** What a start has made of the demo company. */
export interface NewDemo {
  /** null: it was there. */
  key: string | null
  /** Who signs in to it first; null: the company was there. */
  owner: Member | null
}

const nothingNew: NewDemo = { key: null, owner: null }

/** The company that every first start brings. */
export async function ensureDemoCompany(db: Db, config: Config): Promise<NewDemo> {
  const wanted = config.demoApiKey
  const known = await findCompany(db, demoSlug)
  if (known && !wanted) return nothingNew
  const company = known ?? (await createDemo(db))
  if (!company) return nothingNew
  if (wanted && (await keyExists(db, wanted))) {
    await writeDemoKey(config.dataDir, wanted)
    return nothingNew
  }
  const owner = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('company_id', '=', company.id)
    .executeTakeFirst()
  const { key } = await createApiKey(db, {
    companyId: company.id,
    userId: owner?.user_id ?? null,
    name: keyName,
    scopes: ['read', 'launch', 'manage', 'admin'],
    ...(wanted ? { key: wanted } : {}),
  })
  await writeDemoKey(config.dataDir, key)
  return { key, owner: known || !owner ? null : { companyId: company.id, userId: owner.user_id } }
}

async function createDemo(db: Db) {
  try {
    return await createCompany(db, {
      name: 'Demo company',
      slug: demoSlug,
      owner: { email: 'demo@flightdeck.local', name: 'Demo user' },
    })
  } catch (error) {
    // Another process on the same database was first; it has the key.
    if (await findCompany(db, demoSlug)) return null
    throw error
  }
}

async function keyExists(db: Db, key: string): Promise<boolean> {
  const row = await db.selectFrom('api_keys').select('id').where('key_hash', '=', hashApiKey(key)).executeTakeFirst()
  return row !== undefined
}

async function writeDemoKey(dataDir: string, key: string): Promise<void> {
  const path = join(dataDir, 'demo-key')
  if ((await readFile(path, 'utf8').catch(() => '')).trim() === key) return
  await writeFile(path, `${key}\n`, { mode: 0o600 })
  await chmod(path, 0o600)
}
