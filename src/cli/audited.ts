import { userInfo } from 'node:os'
import { recordAudit } from '../core/audit/record.ts'
import type { AuditEntry } from '../core/audit/record.ts'
import type { Db } from '../db/connect.ts'
import { inTransaction } from '../db/connect.ts'
import type { CompanyId } from '../db/company-id.ts'
import { everyCompany } from '../db/scoped.ts'

/** What a command changes, in the words of the audit log. */
export type CommandEntry = Pick<AuditEntry, 'action' | 'targets' | 'before' | 'after'>

/** Makes a change of the operator's and writes it down in the company's audit log, both or neither. */
export async function audited<T>(
  db: Db,
  company: { id: CompanyId },
  work: (trx: Db) => Promise<{ result: T; entry: CommandEntry | null }>,
): Promise<T> {
  return inTransaction(db, async (trx) => {
    const { result, entry } = await work(trx)
    if (entry) await recordAudit(trx, company, { actor: operator(), ...entry, outcome: 'done' })
    return result
  })
}

/** The same for what holds for every company: each finds it in its own log. */
export async function auditedForAll<T>(
  db: Db,
  work: (trx: Db) => Promise<{ result: T; entry: CommandEntry | null }>,
): Promise<T> {
  return inTransaction(db, async (trx) => {
    const { result, entry } = await work(trx)
    if (!entry) return result
    const companies = await everyCompany(trx).selectFrom('companies').select('id').orderBy('id').execute()
    for (const company of companies) await recordAudit(trx, company, { actor: operator(), ...entry, outcome: 'done' })
    return result
  })
}

/** Whoever types commands, as others are told. */
export function operator(): AuditEntry['actor'] {
  return { kind: 'system', name: `command line (${userName()})` }
}

/** Somebody without an entry in the list of users has no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
