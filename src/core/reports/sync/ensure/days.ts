import pTimeout from 'p-timeout'
import { AppError } from '../../../../errors.ts'
import { required } from '../../../../lookup.ts'
import type { DayRange } from '../../../../platforms/contract/insights.ts'
import { lookAtDays, missingDays } from './look.ts'
import type { AccountRange, Kept } from './look.ts'
import { calendarOf, zoneOf } from '../keep/days.ts'
import type { ReportingFacts } from '../keep/days.ts'
import type { ReportDeps } from './readings.ts'
import type { ReportAccount } from '../types.ts'
import { stretchesOf } from '../../../../days.ts'

export type { ReportAccount } from '../types.ts'

/** How far the kept figures of an account answer a question. */
export interface Coverage {
  account: ReportAccount
  /** When the newest days of the range were read; null: never. */
  freshAt: Date | null
  missing: DayRange[]
  /** Why days are missing, in plain words; null: none are. */
  reason: string | null
  /** Why the days that still move are not read again, in plain words; null: they are. */
  obstacle: string | null
  calendar: 'account' | 'utc'
  attribution: string | null
}

interface Question extends AccountRange {
  facts: ReportingFacts | null
  /** Why the account's platform cannot be asked. */
  obstacle: string | null
}

const refreshAfterMs = 15 * 60_000
const stillReading = 'These days are still being read from the platform; ask again in a moment.'

/**
 * Says which days of the range are kept for each account, and has those that are missing read: for as long as the
 * caller waits, and on in the background. Days that move are refreshed in the background, and hold nobody up.
 */
export async function ensureDays(
  services: ReportDeps,
  accounts: ReportAccount[],
  range: DayRange,
  waitMs = 8_000,
): Promise<Coverage[]> {
  const questions = await Promise.all(accounts.map((account) => questionFor(services, account, range)))
  const looked = await lookAt(services, questions)
  refreshRecent(services, looked)
  const readings = looked.flatMap(({ question, kept, missing }) => {
    const days = readableDays(question, missing)
    const [from, to] = [days[0], days.at(-1)]
    if (from === undefined || to === undefined || question.obstacle !== null || mustRest(kept)) return []
    return [services.readings.start(question.account, { missing: { from, to } })]
  })
  if (readings.length === 0) return looked.map(coverageOf)
  // No time at all is no number that p-timeout takes.
  await pTimeout(Promise.all(readings), { milliseconds: Math.max(waitMs, 1), fallback: () => undefined })
  return (await lookAt(services, questions)).map(coverageOf)
}

interface Looked {
  question: Question
  kept: Kept
  missing: string[]
}

/** Which days are kept, and, where that is not all of them, which are missing. */
async function lookAt({ pool }: ReportDeps, questions: Question[]): Promise<Looked[]> {
  const kept = await lookAtDays(pool, questions)
  const looked = questions.map((question, place) => ({ question, kept: required(kept[place], 'kept days') }))
  const open = looked.flatMap(({ question, kept: { isComplete } }) => (isComplete ? [] : [question]))
  const found = open.length > 0 ? await missingDays(pool, open) : []
  return looked.map((each) => ({ ...each, missing: found[open.indexOf(each.question)] ?? [] }))
}

async function questionFor(services: ReportDeps, account: ReportAccount, range: DayRange): Promise<Question> {
  const { facts, obstacle } = await factsOrObstacle(services, account)
  const today = services.readings.todayIn(zoneOf(account, facts?.calendar ?? 'account'))
  const calendar = calendarOf(today, facts?.historyDays ?? 0)
  const to = range.to < calendar.today ? range.to : calendar.today
  return { account, facts, obstacle, calendar, range: { from: range.from, to } }
}

async function factsOrObstacle(
  services: ReportDeps,
  account: ReportAccount,
): Promise<Pick<Question, 'facts' | 'obstacle'>> {
  try {
    return { facts: await services.readings.facts(account), obstacle: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { facts: null, obstacle: error.message }
  }
}

function refreshRecent(services: ReportDeps, looked: Looked[]): void {
  for (const { question, kept } of looked) {
    const { account, range, calendar, obstacle } = question
    const { recentReadAt } = kept
    if (obstacle !== null || range.to < calendar.recentFrom || !recentReadAt || mustRest(kept)) continue
    if (Date.now() - recentReadAt.getTime() > refreshAfterMs) void services.readings.start(account, 'recent')
  }
}

/** The platform asked to be left alone, or failed a moment ago. */
function mustRest({ retryAfter }: Kept): boolean {
  return retryAfter !== null && retryAfter.getTime() > Date.now()
}

function readableDays({ calendar }: Question, missing: string[]): string[] {
  return missing.filter((day) => day >= calendar.historyFrom)
}

function coverageOf({ question, kept, missing }: Looked): Coverage {
  const { account, facts } = question
  return {
    account,
    freshAt: kept.freshAt,
    missing: stretchesOf(missing),
    reason: missing.length === 0 ? null : reasonFor(question, kept, missing),
    obstacle: question.range.to < question.calendar.recentFrom ? null : (question.obstacle ?? kept.problem),
    calendar: facts?.calendar ?? 'account',
    attribution: facts?.attribution ?? null,
  }
}

function reasonFor(question: Question, { problem }: Kept, missing: string[]): string {
  if (question.obstacle !== null) return question.obstacle
  if (readableDays(question, missing).length > 0) return problem ?? stillReading
  return `Figures of days are there for ${required(question.facts, 'facts').historyDays} days only.`
}
