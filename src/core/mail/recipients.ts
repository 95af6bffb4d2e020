import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import type { Role } from '../../db/tables/people.ts'
import { companyRef } from '../company-ref.ts'
import type { CompanyRef } from '../company-ref.ts'
import { scopesOfRole } from '../people/roles.ts'

/** What people choose to be mailed about; the rest is always mailed. */
export const mailChoices = ['approvals', 'launches', 'caps'] as const
export type MailChoice = (typeof mailChoices)[number]

/** Somebody of a company, with what they see and may at this moment. */
export interface Recipient {
  userId: number
  name: string
  email: string
  /** In which they want what is sent to them; null: they keep none. */
  language: string | null
  role: Role
  company: CompanyRef
  companyName: string
  isAdmin: boolean
}

interface Row {
  company_id: CompanyId
  slug: string
  company_name: string
  user_id: number
  name: string
  email: string
  language: string | null
  role: Role
  workspaces: number[] | null
}

/** People whose address is known to be theirs: to others nothing of a company is mailed. */
export async function recipientsIn(
  trx: Db,
  companyId: CompanyId,
  { wanting, userId }: { wanting?: MailChoice; userId?: number } = {},
): Promise<Recipient[]> {
  const { rows } = await sql<Row>`
    SELECT c.id AS company_id, c.slug, c.name AS company_name, u.id AS user_id, u.name, u.email, u.language, m.role,
      workspaces_left(c.id, u.id, NULL) AS workspaces
    FROM memberships m JOIN users u ON u.id = m.user_id JOIN companies c ON c.id = m.company_id
    WHERE m.company_id = ${companyId} AND u.confirmed_at IS NOT NULL
      AND (${wanting ?? null}::text IS NULL OR ${wanting ?? null} = ANY (m.mails))
      AND (${userId ?? null}::bigint IS NULL OR u.id = ${userId ?? null})
    ORDER BY u.id`.execute(trx)
  return rows.map(({ company_name: companyName, user_id: id, name, email, language, role, ...row }) => {
    const isAdmin = scopesOfRole(role).includes('admin')
    return { userId: id, name, email, language, role, company: companyRef(row), companyName, isAdmin }
  })
}
