import type { Db } from '../db/connect.ts'
import { sql } from '../db/sql.ts'
import { everyCompany } from '../db/scoped.ts'
import type { Platforms } from '../platforms/registry.ts'

/** Somebody has a platform without a connection, and so needs the sandbox. */
export async function sandboxIsNeeded(db: Db, { names }: Platforms): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    SELECT NOT EXISTS (SELECT 1 FROM companies) OR EXISTS (
      SELECT 1 FROM companies CROSS JOIN unnest(${names}::text[]) AS wanted
      WHERE NOT EXISTS (SELECT 1 FROM connections WHERE company_id = companies.id AND platform = wanted)) AS needed`.execute(
    everyCompany(db),
  )
  return rows[0]!.needed
}
