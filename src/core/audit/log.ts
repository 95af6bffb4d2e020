import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { inGroups } from '../../async/batcher.ts'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import { only } from '../../lookup.ts'
import type { CompanyRef } from '../company-ref.ts'
import { appendEntries, textOf } from './record.ts'
import type { AuditEntry } from './record.ts'

type Company = Pick<CompanyRef, 'id'>

/** Where everybody who changes something writes it down. */
export interface AuditLog {
  /** What has been done. Those that come while others are written down go together with the next. */
  record(company: Company, entry: AuditEntry): Promise<void>
  /** What is about to be done: should the process die in it, it is known to have been tried. */
  begin(company: Company, entry: Omit<AuditEntry, 'outcome'>): OpenEntry
}

interface OpenEntry {
  /** How it ended. */
  end(entry: AuditEntry): Promise<void>
  /** The same, in the transaction that makes the change. */
  endWith(trx: Db, entry: AuditEntry): Promise<void>
}

interface Waiting {
  company: Company
  text: string
  openId: string | null
}

export function createAuditLog({ db, log }: { db: Db; log: Logger }): AuditLog {
  const add = inGroups((waiting: Waiting[]) => writeAll(db, waiting))
  return {
    record: async (company, entry) => void (await add({ company, text: textOf(entry), openId: null })),
    begin(company, begun) {
      const openId = randomUUID()
      // Nobody waits for it but the end: it is on its way while the work is done.
      const opened = open(db, company, openId, textOf({ ...begun, outcome: 'unknown' })).catch((error: unknown) =>
        log.warn({ err: error }, 'the beginning of a change was not written down'),
      )
      return {
        async end(entry) {
          await opened
          await add({ company, text: textOf(entry), openId })
        },
        async endWith(trx, entry) {
          await opened
          await appendEntries(trx, company, [textOf(entry)], [openId])
        },
      }
    },
  }
}

async function open(db: Db, company: Company, id: string, text: string): Promise<void> {
  await sql`INSERT INTO audit_open (id, company_id, entry) VALUES (${id}, ${company.id}, ${text}::json)`.execute(db)
}

async function writeAll(db: Db, waiting: Waiting[]): Promise<true[]> {
  // Everybody locks the companies in the same order.
  const companies = [...new Set(waiting.map(({ company }) => company.id))].sort((a, b) => a - b)
  const write = async (trx: Db, id: CompanyId) => {
    const own = waiting.filter(({ company }) => company.id === id)
    const texts = own.map(({ text }) => text)
    await appendEntries(
      trx,
      { id },
      texts,
      own.flatMap(({ openId }) => openId ?? []),
    )
  }
  if (companies.length === 1) await write(db, only(companies))
  else {
    await db.transaction().execute(async (trx) => {
      for (const id of companies) await write(trx, id)
    })
  }
  return waiting.map(() => true)
}

/** What nobody will write the end of any more gets its entry: the process that did it died. */
export async function settleOpenEntries(db: Db, olderThanMinutes: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ company_id: CompanyId; text: string }>`
      DELETE FROM audit_open WHERE since <= now() - make_interval(mins => ${olderThanMinutes})
      RETURNING company_id, entry::text AS text`.execute(everyCompany(trx))
    const companies = [...new Set(rows.map((row) => row.company_id))].sort((a, b) => a - b)
    for (const id of companies) {
      await appendEntries(
        trx,
        { id },
        rows.filter((row) => row.company_id === id).map(({ text }) => text),
      )
    }
    return rows.length
  })
}
