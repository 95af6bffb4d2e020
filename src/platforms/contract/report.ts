import type { DayRange } from './insights.ts'
import type { AccountRef, EntityStatus } from './manage.ts'

/** How often videos were played. Absent or null: the platform gives no such figure; where it gives them, pictures have 0. */
export interface Plays {
  /** For at least 3 seconds, or the 2 that a platform counts in their place. */
  plays3s?: number | null
  plays15s?: number | null
  /** For at least 15 seconds, or to the end. */
  thruplays?: number | null
}

/** What one ad did on one day. Rows exist only where there was delivery. */
export interface AdDay extends Plays {
  /** YYYY-MM-DD in the calendar that the platform reports this account in. */
  day: string
  /** Where a campaign shows no ads of its own, both are its stand-in: no spend may be missing from the sums. */
  adId: string
  adSetId: string
  campaignId: string
  /** Millionths of the account's main unit: whole numbers, so that sums are exact. */
  spendMicros: number
  impressions: number
  clicks: number
  /** null: the platform gives no such figure, which is not the same as none. */
  conversions: number | null
  conversionValueMicros: number | null
  results: number | null
}

/** What a whole account did on one day, as the platform itself adds it up. null: it does not tell that of accounts. */
export interface AccountTotal {
  day: string
  spendMicros: number
  impressions: number | null
  clicks: number | null
}

/** How the id of a stand-in begins. */
export const standInMark = '~'

/** What figures of a campaign without ads stand under. No platform gives such an id, and nobody is shown it. */
export function standInFor(campaignId: string): string {
  return standInMark + campaignId
}

export function isStandIn(id: string): boolean {
  return id.startsWith(standInMark)
}

export type EntityLevel = 'campaign' | 'adset' | 'ad'

/** Whether the platform still tries out whom to show it to. Limited: it gave up, because too little came of it. */
export type LearningPhase = 'learning' | 'learned' | 'limited'

/** What the figures are about, also what is paused, ended, archived or deleted as far as the platform still lists it. */
export interface ReportEntity {
  level: EntityLevel
  id: string
  name: string
  /** In the platform's own words. */
  status: string
  /** In ours. */
  state?: EntityStatus | null
  /** Millionths of the account's main unit. null as for all of these: it has none, or the platform does not tell. */
  dailyBudgetMicros?: number | null
  lifetimeBudgetMicros?: number | null
  learningPhase?: LearningPhase | null
  createdTime?: Date | null
  campaignId: string | null
  adSetId: string | null
  /** Ads alone. Absent: it was not read. */
  shows?: ShownCreative
}

/** What an ad shows, in the platform's words. */
export interface ShownCreative {
  /** Kind and name of its only file (`video 123`); null: it has several, or the platform does not tell. */
  asset: string | null
  /** What can be shown again as the same: a post, a pin, a creative. */
  post: string | null
  /** Who speaks in the post, where showing it again takes that too. */
  speaker?: string | null
}

/** A post that an ad shows, and who speaks in it where that is told. */
export interface ShownPost {
  post: string
  speaker: string | null
}

export interface ReachQuestion {
  level: 'account' | EntityLevel
  range: DayRange
  /** One row for each day instead of one for the whole range. */
  isDaily: boolean
  signal?: AbortSignal
}

/** People, counted by the platform itself for exactly the question: reach is never added up. */
export interface ReachRow {
  /** Of the campaign, ad set or ad; null for the whole account. */
  id: string | null
  /** null: the whole range. */
  day: string | null
  reach: number | null
  frequency: number | null
}

export interface CountryQuestion {
  level: 'account' | EntityLevel
  /** Where rows are added up before anybody sees them, to which level; absent: they are shown as they are. */
  addedUpTo?: 'account' | EntityLevel
  range: DayRange
  isDaily: boolean
  signal?: AbortSignal
}

export interface CountryRow extends Plays {
  /** Two capital letters, or `unknown`. */
  country: string
  id: string | null
  day: string | null
  spendMicros: number
  impressions: number
  clicks: number
  conversions: number | null
  conversionValueMicros: number | null
  results: number | null
  reach: number | null
}

export interface TermQuestion {
  level: 'account' | Exclude<EntityLevel, 'ad'>
  range: DayRange
  isDaily: boolean
  signal?: AbortSignal
}

/** What people typed, and what came of it. */
export interface TermRow extends Omit<CountryRow, 'country' | 'reach'> {
  searchTerm: string
}

export type TermFiguresVerb = (accountId: string, question: TermQuestion) => Promise<TermRow[]>

export interface ReportingVerbs {
  /** How the platform counts conversions in these figures, for people to read. */
  attribution: string | null
  /** The calendar in which the platform reports: the account's own time zone, or always UTC. */
  calendar: 'account' | 'utc'
  /** How many days back the platform still has daily figures of ads. */
  historyDays: number
  /** The most days that one reading covers; longer stretches are read in several. */
  daysAtOnce: number
  /** Every ad with delivery in the range, also deleted ones, in handfuls. Both days included. */
  days(accountId: string, range: DayRange, signal?: AbortSignal): AsyncIterable<AdDay[]>
  entities(account: AccountRef, signal?: AbortSignal): AsyncIterable<ReportEntity[]>
  /** The account's own totals of at most `daysAtOnce` days, in the same calendar; a day that is not there had no delivery. */
  totals?(accountId: string, range: DayRange, signal?: AbortSignal): Promise<AccountTotal[]>
  /** Absent: the platform counts no people. */
  reach?(accountId: string, question: ReachQuestion): Promise<ReachRow[]>
  /** Absent: the platform does not split by country. */
  countries?(accountId: string, question: CountryQuestion): Promise<CountryRow[]>
}
