import { dayMs } from '../../../days.ts'
import type { Db } from '../../../db/connect.ts'
import { inTransaction } from '../../../db/connect.ts'
import { deleteInSteps } from '../../../db/delete-in-steps.ts'
import type { StepPace } from '../../../db/delete-in-steps.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { sql } from '../../../db/sql.ts'

/** So long after a month began it has begun everywhere on earth, and figures of the one before it were asked for last. */
const marginMs = 2 * dayMs

/** The first day that is kept: that of a month, so many before the running one. */
export function firstKept(months: number, now = new Date()): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
}

/** How many days before today are kept for sure, whatever day it is where somebody asks. */
export function keptDays(months: number, now = new Date()): number {
  return Math.floor((now.getTime() - firstKept(months, now).getTime()) / dayMs)
}

/**
 * Drops the months before those that are kept, each as a whole. That their days are not there any more is written down first: whoever
 * comes in between finds them missing, not empty. Answers how many months left.
 */
export async function forgetMonths(db: Db, months: number, pace: StepPace = {}, now = new Date()): Promise<number> {
  const first = firstKept(months, new Date(now.getTime() - marginMs))
  const old = (await monthsOf(db)).filter(({ from }) => from < first)
  if (old.length === 0) return 0
  await forgetDays(db, first, pace)
  let gone = 0
  for (const { partition } of old) if (!pace.signal?.aborted && (await drop(db, partition))) gone += 1
  return gone
}

interface Month {
  partition: string
  from: Date
}

/** The months that there are, oldest first. */
export async function monthsOf(db: Db): Promise<Month[]> {
  const { rows } = await sql<{ partition: string }>`
    SELECT relname AS partition FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'ad_days'::regclass ORDER BY relname`.execute(everyCompany(db))
  return rows.flatMap(({ partition }) => {
    const [, year, month] = /^ad_days_(\d{4})_(\d{2})$/.exec(partition) ?? []
    return year === undefined ? [] : [{ partition, from: new Date(Date.UTC(Number(year), Number(month) - 1, 1)) }]
  })
}

/** What is known of the days that leave, and their sums after what says that there are any; by the column of the day. */
const datedTables = [
  ['report_days', 'day'],
  ['account_totals', 'day'],
  ['ad_days_superseded', 'day'],
  ['summed_months', 'month'],
  ['account_days', 'day'],
  ['campaign_days', 'day'],
  ['ad_tens', 'ten'],
  ['ad_months', 'month'],
  ['ad_quarters', 'quarter'],
] as const

async function forgetDays(db: Db, first: Date, pace: StepPace): Promise<void> {
  const accounts = await everyCompany(db).selectFrom('ad_accounts').select('id').orderBy('id').execute()
  const before = sql`${first.toISOString().slice(0, 10)}::date`
  for (const [table, column] of datedTables)
    for (const { id } of accounts) {
      const among = sql<boolean>`one.account_key = ${id}`
      const isOld = sql<boolean>`one.${sql.ref(column)} < ${before}`
      await deleteInSteps(everyCompany(db), { table, by: { column, type: 'date' }, among, isOld }, pace)
    }
}

const lockedBySomebody = '55P03'

/** Whoever reads figures, or takes a backup, is not held up: then it is left to the next run. */
async function drop(db: Db, partition: string): Promise<boolean> {
  try {
    await inTransaction(db, async (trx) => {
      await sql`SET LOCAL lock_timeout = '1s'`.execute(everyCompany(trx))
      await sql`DROP TABLE ${sql.table(partition)}`.execute(everyCompany(trx))
    })
    return true
  } catch (error) {
    if ((error as { code?: string }).code === lockedBySomebody) return false
    throw error
  }
}
