import pMap from 'p-map'
import pTimeout from 'p-timeout'
import { AppError, PlatformError } from '../../../errors.ts'
import type { DayRange } from '../../../platforms/contract/insights.ts'
import type { Session } from '../../../platforms/contract/platform.ts'
import type { CompanyRef } from '../../company-ref.ts'
import { openWorking } from '../../connections/working.ts'
import type { ReportDeps } from '../sync/ensure/readings.ts'
import type { ReportAccount } from '../sync/types.ts'
import type { SyncDeps } from '../../deps.ts'
import { addDays, todayIn } from '../../../days.ts'

/** What only the platform can answer, asked account by account and kept for a while. */
export interface PlatformQuestion {
  /** The name under which answers are kept: the same for the same rows. */
  name: string
  range: DayRange
  /** null: this platform cannot answer such a question. */
  ask(session: Session, accountId: string): Promise<object[]> | null
}

export interface Answers {
  /** Keys of the accounts whose answer is kept and still good. */
  answered: number[]
  /** When the oldest of them was read. */
  freshAt: Date | null
  /** Why the others have none: in plain words, or null where the platform cannot answer. */
  failed: { account: ReportAccount; reason: string | null }[]
}

type Outcome = { at: Date } | { reason: string | null }

/** An answer is kept and read as one value: of more rows nothing is made. */
export const maxAnswerRows = 50_000
const maxWaitMs = 8_000
const atOnce = 4
/** Platforms correct their figures for four weeks. */
const settledAfterDays = 28
const freshForMs = { recent: 15 * 60_000, settled: 24 * 3_600_000 }

export async function ensureAnswers(
  deps: ReportDeps,
  company: CompanyRef,
  accounts: ReportAccount[],
  question: PlatformQuestion,
): Promise<Answers> {
  const kept = await keptAnswers(deps, accounts, question)
  const outcomes = new Map<ReportAccount, Outcome>()
  for (const account of accounts) {
    const at = kept.get(account.key)
    if (at) outcomes.set(account, { at })
  }
  const open = accounts.filter((account) => !outcomes.has(account))
  const askAbout = async (account: ReportAccount) => {
    outcomes.set(account, await askOnce(deps, company, account, question))
  }
  const asking = pMap(open, askAbout, { concurrency: atOnce })
  // What takes longer goes on by itself and is there for the next one who asks.
  await pTimeout(asking, { milliseconds: maxWaitMs, fallback: () => undefined })
  return summarize(accounts, outcomes)
}

function summarize(accounts: ReportAccount[], outcomes: Map<ReportAccount, Outcome>): Answers {
  const answers: Answers = { answered: [], freshAt: null, failed: [] }
  for (const account of accounts) {
    const outcome = outcomes.get(account) ?? { reason: 'The platform is still being asked. Try again in a moment.' }
    if ('at' in outcome) {
      answers.answered.push(account.key)
      if (answers.freshAt === null || outcome.at < answers.freshAt) answers.freshAt = outcome.at
    } else answers.failed.push({ account, reason: outcome.reason })
  }
  return answers
}

/** An answer is as good as new until it has aged, or until days of its range were read again: then they may differ. */
async function keptAnswers(
  { pool }: ReportDeps,
  accounts: ReportAccount[],
  { name, range }: PlatformQuestion,
): Promise<Map<number, Date>> {
  const isSettled = range.to < addDays(todayIn('UTC'), -settledAfterDays)
  const since = new Date(Date.now() - (isSettled ? freshForMs.settled : freshForMs.recent))
  const { rows } = await pool.query<{ account_key: number; read_at: Date }>({
    name: 'report_answers',
    text: `SELECT account_key, read_at FROM report_answers kept
      WHERE account_key = ANY ($1) AND question = $2 AND read_at > $3 AND NOT EXISTS (
        SELECT 1 FROM report_days days WHERE days.account_key = kept.account_key AND days.day BETWEEN $4 AND $5
        AND days.read_at > kept.read_at)`,
    values: [accounts.map(({ key }) => key), name, since, range.from, range.to],
  })
  return new Map(rows.map((row) => [row.account_key, row.read_at]))
}

function askOnce(
  { readings, log }: ReportDeps,
  company: CompanyRef,
  account: ReportAccount,
  question: PlatformQuestion,
): Promise<Outcome> {
  return readings
    .ask(company.id, `${account.key} ${question.name}`, (deps) => ask(deps, company, account, question))
    .catch((error: unknown): Outcome => {
      if (error instanceof PlatformError || error instanceof AppError) return { reason: error.message }
      log.error({ err: error, account: account.accountId }, 'a question to the platform failed')
      return { reason: 'It could not be read.' }
    })
}

async function ask(
  { db, connections }: SyncDeps,
  company: CompanyRef,
  account: ReportAccount,
  question: PlatformQuestion,
): Promise<Outcome> {
  const { platform, accountId } = account
  const { session } = await openWorking(connections, company, { platform, account_id: accountId })
  const answer = question.ask(session, account.accountId)
  if (!answer) return { reason: null }
  const answered = await answer
  if (answered.length > maxAnswerRows) {
    const max = maxAnswerRows.toLocaleString('en')
    return { reason: `The platform's answer has more than ${max} rows. Ask for fewer days.` }
  }
  const values = { rows: JSON.stringify(answered), read_at: new Date() }
  await db
    .insertInto('report_answers')
    .values({ company_id: account.companyId, account_key: account.key, question: question.name, ...values })
    .onConflict((conflict) => conflict.columns(['account_key', 'question']).doUpdateSet(values))
    .execute()
  // Answers that nobody may use any more are only in the way.
  await db
    .deleteFrom('report_answers')
    .where('company_id', '=', account.companyId)
    .where('account_key', '=', account.key)
    .where('read_at', '<', new Date(Date.now() - 2 * freshForMs.settled))
    .execute()
  return { at: values.read_at }
}
