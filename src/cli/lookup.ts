import type { Company } from '../core/people/companies/companies.ts'
import { findCompany, findCompanyById } from '../core/people/companies/companies.ts'
import type { Db } from '../db/connect.ts'
import { everyCompany } from '../db/scoped.ts'
import { sql } from '../db/sql.ts'
import { CommandProblem } from './problem.ts'

export async function companyWithSlug(db: Db, slug: string): Promise<Company> {
  const company = await findCompany(db, slug)
  if (!company) throw new CommandProblem(`There is no company "${slug}". See: flightdeck company list`)
  return company
}

/** By its id or its slug. What is the id of one and the slug of another names neither. */
export async function companyNamed(db: Db, text: string): Promise<Company> {
  const id = idFrom(text)
  const company = id === null ? undefined : await findCompanyById(db, id)
  if (!company) return companyWithSlug(db, text)
  const other = await findCompany(db, text)
  if (other && other.id !== company.id)
    throw new CommandProblem(
      `${text} is the id of ${company.slug} and the slug of company ${other.id}: name it by ${company.slug} or ${other.id}.`,
    )
  return company
}

/** Somebody by their number or their address; several people may have one address. */
export async function personCalled(db: Db, said: string): Promise<number> {
  const id = idFrom(said)
  const { rows } = await sql<{ id: number; companies: string }>`
    SELECT id, coalesce((SELECT string_agg(slug, ', ' ORDER BY slug) FROM companies JOIN memberships ON company_id = companies.id
      WHERE user_id = users.id), 'no company') AS companies
    FROM users WHERE CASE WHEN ${id}::bigint IS NULL THEN lower(email) = ${said.trim().toLowerCase()} ELSE id = ${id} END
      AND email NOT LIKE 'deleted-person-%@deleted.invalid' ORDER BY id`.execute(everyCompany(db))
  const [first, ...more] = rows
  if (!first)
    throw new CommandProblem(`There is nobody ${id === null ? `with the address ${said}` : `with the number ${said}`}.`)
  if (more.length === 0) return first.id
  const all = rows.map((row) => `${row.id} (${row.companies})`).join(', ')
  throw new CommandProblem(`Several people have the address ${said}: name one by number: ${all}.`)
}

/** A row's id from the command line, or null for text that cannot be one. */
export function idFrom(text: string): number | null {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0
  return id > 0 ? id : null
}
