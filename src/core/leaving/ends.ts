import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'

/** What nobody looks after any more once a company is gone, in a line each. */
export async function noLongerKept(db: Db, companyId: CompanyId): Promise<string[]> {
  const ends = await sql<{ entity_type: string; entity_id: string; name: string; end_at: Date }>`
    SELECT entity_type, entity_id, name, end_at FROM kept_ends WHERE company_id = ${companyId} AND state = 'waiting'
    ORDER BY end_at LIMIT ${maxLines}`.execute(db)
  const guards = await sql<{ id: number; name: string | null; stop: boolean }>`
    SELECT id, name, stop FROM spend_guards WHERE company_id = ${companyId} ORDER BY id LIMIT ${maxLines}`.execute(db)
  const rules = await sql<{ id: number; name: string }>`
    SELECT id, name FROM automations WHERE company_id = ${companyId} AND enabled ORDER BY id LIMIT ${maxLines}`.execute(
    db,
  )
  return [
    ...ends.rows.map(
      (end) => `end: ${end.entity_type} ${end.entity_id} ("${end.name}") is to stop at ${end.end_at.toISOString()}`,
    ),
    ...guards.rows.map(
      ({ id, name, stop }) => `${stop ? 'guard that stops' : 'guard'}: ${name ?? `spend guard ${id}`}`,
    ),
    ...rules.rows.map(({ name }) => `rule: ${name}`),
  ]
}

const maxLines = 50
