import { sql } from 'kysely'
import { pino } from 'pino'
import { createAuditLog } from '../../src/core/audit/log.ts'
import { textOf } from '../../src/core/audit/record.ts'
import type { AuditEntry } from '../../src/core/audit/record.ts'
import { verifyChain } from '../../src/core/audit/verify.ts'
import type { EveryCompany } from '../../src/db/scoped.ts'
import type { Figure } from '../figure.ts'
import type { CompanyId } from '../../src/db/company-id.ts'

const writers = 16
const each = 150
const rounds = 3

/** Sixteen writers, each of which waits for its entry to be on disk before it writes the next. */
export async function auditFigure(db: EveryCompany, say: (line: string) => void): Promise<Figure> {
  const { rows } = await sql<{ id: CompanyId }>`SELECT min(id) AS id FROM companies`.execute(db)
  const company = { id: rows[0]!.id }
  const audit = createAuditLog({ db, log: pino({ level: 'silent' }) })
  const entry: AuditEntry = {
    actor: { kind: 'system', name: 'bench' },
    action: 'update_budget',
    targets: ['campaign:1', 'account:act_1'],
    requestId: 'bench',
    asked: { campaignId: '1', dailyBudget: 20 },
    outcome: 'done',
  }
  await sql`CREATE TABLE bare_entries (LIKE audit_log INCLUDING ALL)`.execute(db)
  let n = 0
  const bare = () =>
    sql`INSERT INTO bare_entries (company_id, seq, at, hash, action, actor, targets, entry)
      VALUES (${company.id}, ${n++}, clock_timestamp(), '\\x00', ${entry.action}, ${['bench', 'system']}, ${entry.targets}, ${textOf(entry)}::json)`.execute(
      db,
    )
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const withoutChain = await ratePerSecond(bare)
    const chained = await ratePerSecond(() => audit.record(company, entry))
    say(`entries per second: chained ${Math.round(chained)}, bare inserts ${Math.round(withoutChain)}`)
    ratios.push(chained / withoutChain)
  }
  const { problems } = await verifyChain(db, company.id, null)
  if (problems.length > 0) throw new Error(problems[0])
  const value = ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!
  return { what: 'entries of the audit log / bare inserts', value, unit: '', atLeast: 0.4 }
}

async function ratePerSecond(write: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  const writer = async () => {
    for (let n = 0; n < each; n++) await write()
  }
  await Promise.all(Array.from({ length: writers }, writer))
  return (writers * each) / ((performance.now() - from) / 1000)
}
