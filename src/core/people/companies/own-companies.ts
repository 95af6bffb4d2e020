import type { CompanyId } from '../../../db/company-id.ts'
import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import type { Role } from '../../../db/tables/people.ts'
import { AppError, notFound } from '../../../errors.ts'
import { required } from '../../../lookup.ts'
import { mergePerson } from '../invites/confirm.ts'
import { lockAddress } from '../identity.ts'
import type { EndedSignIns } from '../identity.ts'

export interface OwnCompany {
  slug: string
  name: string
  /** separate: somebody there has the same address, and nobody has confirmed it. */
  state: 'member' | 'separate'
  role: Role
}

interface Own {
  id: number
  email: string
  confirmed: boolean
}

/** The companies of a person, and those where somebody else has the address that they have confirmed. */
export async function listOwnCompanies(
  db: Db,
  userId: number,
): Promise<{ confirmed: boolean; companies: OwnCompany[] }> {
  const own = await ownAddress(db, userId)
  const joined = await companiesOf(db)
    .where('users.id', '=', userId)
    .orderBy('memberships.created_at')
    .orderBy('companies.id')
    .execute()
  const apart = own.confirmed ? await separateWith(db, own.email).orderBy('companies.id').execute() : []
  const listed = (state: OwnCompany['state']) => (row: Row) => ({ ...companyOf(row), state })
  return { confirmed: own.confirmed, companies: [...joined.map(listed('member')), ...apart.map(listed('separate'))] }
}

/** The person there becomes the one who has confirmed the address: by their own word, so that no company gets a person by inviting an address. */
export async function acceptCompany(
  db: Db,
  userId: number,
  slug: string,
): Promise<{ company: OwnCompany; companyId: CompanyId; ended: EndedSignIns }> {
  return inTransaction(db, async (trx) => {
    await lockAddress(trx, (await ownAddress(trx, userId)).email)
    const own = await ownAddress(trx, userId)
    if (!own.confirmed) throw unconfirmed(own)
    const apart = await separateWith(trx, own.email).where('companies.slug', '=', slug).executeTakeFirst()
    if (!apart) throw notFound('company', `"${slug}" in which somebody else has your address`)
    const member = { companyId: apart.company_id, userId: apart.user_id }
    const { ended } = await mergePerson(trx, member, userId)
    return {
      company: { ...companyOf(apart), state: 'member' },
      companyId: apart.company_id,
      ended: required(ended, 'ended session'),
    }
  })
}

interface Row {
  slug: string
  name: string
  role: Role
}

function companyOf({ slug, name, role }: Row): Omit<OwnCompany, 'state'> {
  return { slug, name, role }
}

function companiesOf(db: Db) {
  return everyCompany(db)
    .selectFrom('memberships')
    .innerJoin('companies', 'companies.id', 'memberships.company_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['companies.slug', 'companies.name', 'memberships.role', 'memberships.company_id', 'memberships.user_id'])
}

function separateWith(db: Db, email: string) {
  return companiesOf(db)
    .where(sql`lower(users.email)`, '=', email.toLowerCase())
    .where('users.confirmed_at', 'is', null)
}

async function ownAddress(db: Db, userId: number): Promise<Own> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'email', 'confirmed_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { id: row.id, email: row.email, confirmed: row.confirmed_at !== null }
}

function unconfirmed({ email }: Own): AppError {
  const text =
    `Nobody has confirmed yet that ${email} is yours. Sign in at your identity provider, or ask the operator for a link ` +
    '(flightdeck login-link --email ... --company ...): either confirms it.'
  return new AppError('forbidden', text, { needed: 'a confirmed address' })
}
