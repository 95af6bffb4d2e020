import { AppError, fromPlatform, PlatformError } from '../../../../errors.ts'
import type { Db } from '../../../../db/connect.ts'
import { isWaiting } from '../../../connections/working.ts'
import { recordEvent } from '../../../events/record.ts'
import type { ReportAccount, SyncWant } from '../types.ts'
import type { SyncDeps } from '../../../deps.ts'

const minute = 60_000
const entitiesFreshForMs = 60 * minute
/** How long an account is left alone after a failure that did not say so itself. */
const tryAgainAfterMs = {
  throttled: 5 * minute,
  transient: 2 * minute,
  unknown: 2 * minute,
  auth: 60 * minute,
  rejected: 60 * minute,
}

interface Problem {
  text: string
  retryAfterMs: number
  /** It waits for its connection, which is told already: nothing of the account failed. */
  waits?: boolean
}

/** Writes down why an account could not be read, and answers it in plain words. */
export async function recordProblem(deps: SyncDeps, account: ReportAccount, error: unknown): Promise<string> {
  const { text, retryAfterMs, waits = false } = problemOf(error)
  const now = new Date()
  const values = { problem: text, problem_at: now, retry_after: new Date(now.getTime() + retryAfterMs) }
  const about = { accountId: account.accountId, platform: account.platform, err: error }
  if (error instanceof PlatformError || error instanceof AppError) deps.log.info(about, 'an account was not read')
  else deps.log.error(about, 'reading an account failed in an unexpected way')
  // The account may be gone by now, or the database: whoever asked hears the first problem all the same.
  await keepProblem(deps.db, account, { ...values, problem: text }, waits).catch((second: unknown) => {
    deps.log.warn({ ...about, err: second }, 'the problem of an account could not be recorded')
  })
  return text
}

/** That an account begins to fail is told; that it still does is not. */
async function keepProblem(
  db: Db,
  account: ReportAccount,
  values: Kept & { problem: string },
  waits: boolean,
): Promise<void> {
  const { key, companyId, platform, accountId } = account
  await db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('report_syncs')
      .where('company_id', '=', companyId)
      .select('problem')
      .where('account_key', '=', key)
      .forUpdate()
      .executeTakeFirst()
    await keep(trx, account, values)
    if (waits || (before && before.problem !== null)) return
    const data = { platform, accountId, reason: values.problem }
    await recordEvent(trx, { id: companyId }, { type: 'sync.failed', data })
  })
}

/** The same in plain words, for whoever asked something that no reading depends on. */
export function problemText(
  deps: Pick<SyncDeps, 'log'>,
  { platform, accountId }: ReportAccount,
  error: unknown,
): string {
  deps.log.info({ accountId, platform, err: error }, 'an account was not compared with its totals')
  return problemOf(error).text
}

function problemOf(error: unknown): Problem {
  // Nothing is asked before it works, and whoever mends it has figures at the next turn.
  if (error instanceof AppError && isWaiting(error)) return { text: error.message, retryAfterMs: 0, waits: true }
  if (error instanceof PlatformError) {
    return {
      text: fromPlatform(error).message,
      retryAfterMs: error.failure.retryAfterMs ?? tryAgainAfterMs[error.kind],
    }
  }
  if (error instanceof AppError) return { text: error.message, retryAfterMs: 10 * minute }
  return { text: 'Reading failed for a reason of our own; the log of the service has it.', retryAfterMs: 10 * minute }
}

export async function recordSuccess(db: Db, account: ReportAccount, want: SyncWant, startedAt: Date): Promise<void> {
  await keep(db, account, {
    ...(want === 'recent' ? { recent_read_at: startedAt } : {}),
    ...(want === 'late' ? { late_read_at: startedAt } : {}),
    problem: null,
    problem_at: null,
    retry_after: null,
  })
}

export async function recordEntitiesRead(db: Db, account: ReportAccount, readAt: Date): Promise<void> {
  await keep(db, account, { entities_read_at: readAt })
}

export async function entitiesAreDue(db: Db, account: ReportAccount): Promise<boolean> {
  const row = await db
    .selectFrom('report_syncs')
    .where('company_id', '=', account.companyId)
    .select('entities_read_at')
    .where('account_key', '=', account.key)
    .executeTakeFirst()
  return !row?.entities_read_at || Date.now() - row.entities_read_at.getTime() > entitiesFreshForMs
}

interface Kept {
  entities_read_at?: Date
  recent_read_at?: Date
  late_read_at?: Date
  problem?: string | null
  problem_at?: Date | null
  retry_after?: Date | null
}

async function keep(db: Db, account: ReportAccount, values: Kept): Promise<void> {
  await db
    .insertInto('report_syncs')
    .values({ account_key: account.key, company_id: account.companyId, ...values })
    .onConflict((conflict) => conflict.column('account_key').doUpdateSet(values))
    .execute()
}
