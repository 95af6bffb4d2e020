import { AppError } from '../../../errors.ts'
import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/connect.ts'
import { everyCompany } from '../../../db/scoped.ts'
import type { CompanyId } from '../../../db/company-id.ts'
import { addPerson } from '../identity.ts'

/** The company that comes with the first start; its sandbox accounts are the ones the sandbox starts with. */
export const demoSlug = 'demo'

export interface NewCompany {
  name: string
  slug?: string
  owner?: { email: string; name: string }
}

export interface Company {
  id: CompanyId
  name: string
  slug: string
}

/** A company with its first workspace and, when named, its owner. */
export async function createCompany(db: Db, wanted: NewCompany): Promise<Company> {
  const slug = wanted.slug ?? slugify(wanted.name)
  if (!/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/.test(slug)) {
    throw new AppError('unprocessable_entity', `"${slug}" cannot be a slug: use a to z, 0 to 9 and dashes, at most 40.`)
  }
  return inTransaction(db, async (trx) => {
    const company = await trx
      .insertInto('companies')
      .values({ name: wanted.name, slug })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning(['id', 'name', 'slug'])
      .executeTakeFirst()
    if (!company) throw new AppError('conflict', `The slug "${slug}" is taken.`)
    await trx
      .insertInto('workspaces')
      .values({ company_id: company.id, name: 'Main', slug: await freeWorkspaceSlug(trx, slug), is_default: true })
      .execute()
    if (wanted.owner) {
      const userId = await addPerson(trx, { companyId: company.id, ...wanted.owner })
      await trx.insertInto('memberships').values({ company_id: company.id, user_id: userId, role: 'owner' }).execute()
    }
    return company
  })
}

async function freeWorkspaceSlug(db: Db, slug: string): Promise<string> {
  const wanted = `${slug}-main`
  const taken = await everyCompany(db)
    .selectFrom('workspaces')
    .select('slug')
    .where('slug', 'like', `${wanted}%`)
    .execute()
  const used = new Set(taken.map((row) => row.slug))
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? wanted : `${wanted}-${n}`
    if (!used.has(candidate)) return candidate
  }
}

function slugify(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase()
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')
}

export async function findCompany(db: Db, slug: string): Promise<Company | undefined> {
  return everyCompany(db)
    .selectFrom('companies')
    .select(['id', 'name', 'slug'])
    .where('slug', '=', slug)
    .executeTakeFirst()
}

export async function findCompanyById(db: Db, id: number): Promise<Company | undefined> {
  const rows = everyCompany(db).selectFrom('companies').select(['id', 'name', 'slug'])
  return rows.where('id', '=', id as CompanyId).executeTakeFirst()
}
