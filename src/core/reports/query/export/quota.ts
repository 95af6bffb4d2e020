import type pg from 'pg'
import type { Db } from '../../../../db/connect.ts'
import { only } from '../../../../lookup.ts'
import type { Context } from '../../../context.ts'
import { hasQuota, takeReportRows } from '../../../quotas/use.ts'
import type { Question } from '../question.ts'
import { exportStatement } from '../sql.ts'
import { literals } from '../values.ts'
import { withPieces } from '../source.ts'
import type { Sources } from '../source.ts'

/** Counts the rows of a file before it is written, for a company with a quota of report rows: what was sent cannot be taken back. */
export async function takeExportRows(
  { db, pool }: { db: Db; pool: pg.Pool },
  { company }: Pick<Context, 'company'>,
  { question, sources }: { question: Question; sources: Sources },
): Promise<void> {
  if (!(await hasQuota(db, company.id, 'reportRowsAMinute'))) return
  const planned = await withPieces(pool, question, sources)
  const { text } = exportStatement({ ...question, sort: [] }, planned, literals())
  const { rows } = await pool.query<{ count: number }>(`SELECT count(*) AS count FROM (${text}) file`)
  await takeReportRows(db, company.id, only(rows).count)
}
