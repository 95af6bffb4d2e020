import pTimeout from 'p-timeout'
import { AppError } from '../../../../errors.ts'
import type { DayRange } from '../../../../platforms/contract/insights.ts'
import { lookAtDays, missingDays } from './look.ts'
import type { AccountRange, Kept } from './look.ts'
import { calendarOf, zoneOf } from '../keep/days.ts'
import type { ReportingFacts } from '../keep/days.ts'
import type { ReportDeps } from './readings.ts'
import type { ReportAccount } from '../types.ts'
import { stretchesOf } from '../../../days/calendar.ts'

export type { ReportAccount } from '../types.ts'

/** How far the kept figures of an account answer a question. */
export interface Coverage {
  account: ReportAccount
  /** When the newest days of the range were read; null: never. */
  freshAt: Date | null
  missing: DayRange[]
  /** Why days are missing, in plain words; null: none are. */
  reason: string | null
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
  const kept = await lookAtDays(services.pool, questions)
  refreshRecent(services, questions, kept)
  if (kept.every(({ isComplete }) => isComplete)) {
    return questions.map((question, place) => coverageOf(question, kept[place]!, []))
  }
  const missing = await missingOf(services, questions, kept)
  const readings = questions.flatMap((question, place) => {
    const days = readableDays(question, missing[place]!)
    if (days.length === 0 || question.obstacle !== null || mustRest(kept[place]!)) return []
    return [services.readings.start(question.account, { missing: { from: days[0]!, to: days.at(-1)! } })]
  })
  if (readings.length === 0) {
    return questions.map((question, place) => coverageOf(question, kept[place]!, missing[place]!))
  }
  // No time at all is no number that p-timeout takes.
  await pTimeout(Promise.all(readings), { milliseconds: Math.max(waitMs, 1), fallback: () => undefined })
  const keptNow = await lookAtDays(services.pool, questions)
  const missingNow = await missingOf(services, questions, keptNow)
  return questions.map((question, place) => coverageOf(question, keptNow[place]!, missingNow[place]!))
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

function refreshRecent(services: ReportDeps, questions: Question[], kept: Kept[]): void {
  for (const [place, { account, range, calendar, obstacle }] of questions.entries()) {
    const { recentReadAt } = kept[place]!
    if (obstacle !== null || range.to < calendar.recentFrom || !recentReadAt || mustRest(kept[place]!)) continue
    if (Date.now() - recentReadAt.getTime() > refreshAfterMs) void services.readings.start(account, 'recent')
  }
}

/** The platform asked to be left alone, or failed a moment ago. */
function mustRest({ retryAfter }: Kept): boolean {
  return retryAfter !== null && retryAfter.getTime() > Date.now()
}

async function missingOf(services: ReportDeps, questions: Question[], kept: Kept[]): Promise<string[][]> {
  const places = questions.map((_, place) => place).filter((place) => !kept[place]!.isComplete)
  const asked = places.map((place) => questions[place]!)
  const found = asked.length > 0 ? await missingDays(services.pool, asked) : []
  return questions.map((_, place) => found[places.indexOf(place)] ?? [])
}

function readableDays({ calendar }: Question, missing: string[]): string[] {
  return missing.filter((day) => day >= calendar.historyFrom)
}

function coverageOf(question: Question, kept: Kept, missing: string[]): Coverage {
  const { account, facts } = question
  return {
    account,
    freshAt: kept.freshAt,
    missing: stretchesOf(missing),
    reason: missing.length === 0 ? null : reasonFor(question, kept, missing),
    calendar: facts?.calendar ?? 'account',
    attribution: facts?.attribution ?? null,
  }
}

function reasonFor(question: Question, { problem }: Kept, missing: string[]): string {
  if (question.obstacle !== null) return question.obstacle
  if (readableDays(question, missing).length > 0) return problem ?? stillReading
  return `Figures of days are there for ${question.facts!.historyDays} days only.`
}
