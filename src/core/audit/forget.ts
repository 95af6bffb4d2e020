import type { KeyObject } from 'node:crypto'
import type { Logger } from 'pino'
import { dayMs } from '../../days.ts'
import type { CompanyId } from '../../db/company-id.ts'
import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/connect.ts'
import type { StepPace } from '../../db/delete-in-steps.ts'
import { everyCompany } from '../../db/scoped.ts'
import { sql } from '../../db/sql.ts'
import { trustedKeys } from './keys.ts'
import { isStartSigned, signStart, startOf } from './start.ts'
import { beginning, entriesAfter, problemsAmong } from './verify.ts'

interface Deps {
  db: Db
  log: Logger
  /** Signs for what leaves. */
  key: KeyObject
}

const entriesAtOnce = 1_000
const maxSteps = 100

/**
 * Removes the oldest entries of every log, some at a time, and signs where each begins now. What leaves is looked at first: a log in
 * which something was changed stays as it is, so that this is found. The end that was signed last stays too.
 */
export async function forgetEntries(deps: Deps, days: number, pace: StepPace = {}): Promise<number> {
  const before = new Date(Date.now() - days * dayMs)
  const { rows } = await sql<{ id: CompanyId }>`
    SELECT head.company_id AS id FROM audit_heads AS head
    WHERE EXISTS (SELECT FROM audit_log WHERE company_id = head.company_id AND at < ${before} AND seq < head.told_seq)
    ORDER BY head.company_id`.execute(everyCompany(deps.db))
  let gone = 0
  for (const { id } of rows) gone += await forgetOf(deps, id, before, pace)
  return gone
}

async function forgetOf(deps: Deps, companyId: CompanyId, before: Date, pace: StepPace): Promise<number> {
  let gone = 0
  for (let steps = 0; steps < (pace.maxSteps ?? maxSteps) && !pace.signal?.aborted; steps++) {
    const left = await forgetSome(deps, companyId, before, pace.atOnce ?? entriesAtOnce)
    gone += left
    if (left === 0) break
  }
  return gone
}

async function forgetSome({ db, log, key }: Deps, companyId: CompanyId, before: Date, atOnce: number): Promise<number> {
  const start = await startOf(db, companyId)
  const entries = await entriesAfter(db, companyId, start?.seq ?? null, atOnce)
  const signedUpTo = await db
    .selectFrom('audit_heads')
    .where('company_id', '=', companyId)
    .select('told_seq')
    .executeTakeFirstOrThrow()
  const old = entries.filter(({ seq, at }) => new Date(at) < before && seq < signedUpTo.told_seq)
  const last = old.at(-1)
  if (!last) return 0
  const isOurs = start === null || isStartSigned(await trustedKeys(db, [key]), companyId, start)
  const problems = [
    ...(isOurs ? [] : ['where it begins was not signed by this service']),
    ...(await problemsAmong(db, companyId, start ?? beginning, old)),
  ]
  if (problems.length > 0) {
    log.error({ companyId, problems: problems.slice(0, 3) }, 'an audit log was changed: nothing of it leaves')
    return 0
  }
  const begins = { seq: last.seq, at: last.at, hash: last.hash, leftAt: new Date() }
  const signature = signStart(key, companyId, begins)
  await inTransaction(db, async (trx) => {
    await sql`
      INSERT INTO audit_starts AS known (company_id, seq, at, hash, left_at, signature)
      VALUES (${companyId}, ${last.seq}, ${last.at}, decode(${last.hash}, 'hex'), ${begins.leftAt}, ${signature})
      ON CONFLICT (company_id) DO UPDATE SET seq = excluded.seq, at = excluded.at, hash = excluded.hash,
        left_at = excluded.left_at, signature = excluded.signature WHERE known.seq < excluded.seq`.execute(trx)
    await sql`DELETE FROM audit_log WHERE company_id = ${companyId} AND seq <= ${last.seq}`.execute(trx)
  })
  return old.length
}
