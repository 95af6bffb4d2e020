import type { GuardMode } from '../guard.ts'
import type { FigureOrUnknown } from '../figure.ts'

/** What a write would cost, for whoever looks at it before it is done. Figures move by themselves: no digest is made of them. */
export interface Forecast {
  goesLive: GoesLive
  exposure: AccountExposure[]
  verdicts: GuardVerdict[]
  /** Why a person is asked whatever the guards say; absent: nobody is. */
  asks?: string
}

/** An amount in its account's currency, and in the company's; null: the company has none yet. */
export interface Amount {
  amount: FigureOrUnknown
  inCompany: FigureOrUnknown | null
}

/** A budget that a write lets be spent, or be spent faster, as it is when that is done. */
export interface LiveBudget {
  type: 'campaign' | 'adset' | 'shared'
  /** null: the write makes it. */
  id: string | null
  name: string | null
  /** Which campaigns spend from it. */
  campaigns: { id: string | null; name: string | null }[]
  perDay: Amount | null
  inAll: Amount | null
  addsPerDay: Amount
  addsInAll: Amount
}

export interface InAccount {
  platform: string
  accountId: string
  name: string
  currency: string
  /** Whether nothing there costs money; absent in what was written down before it was told. */
  sandbox?: boolean
}

/** How many of each begin to run. */
export interface LiveCount {
  ads: number
  /** Or have ads that do. */
  adSets: number
  campaigns: number
}

export interface LiveAccount extends InAccount, LiveCount {
  perDay: Amount
  inAll: Amount
  addsPerDay: Amount
  addsInAll: Amount
  budgetCount: number
  /** The first of them. */
  budgets: LiveBudget[]
  /** All of it in a sentence, with what runs. */
  words: string
}

export interface GoesLive extends LiveCount {
  /** The company's; null: it has none yet. */
  currency: string | null
  /** In that currency. */
  addsPerDay: FigureOrUnknown | null
  addsInAll: FigureOrUnknown | null
  accounts: LiveAccount[]
}

/** What an account has spent today, and may still spend of what runs, in its own currency. */
export interface AccountExposure extends InAccount {
  spent: FigureOrUnknown
  runningBefore: FigureOrUnknown
  runningAfter: FigureOrUnknown
  /** Spent and running together. */
  before: FigureOrUnknown
  after: FigureOrUnknown
  /** Why something is not known; null: all is. */
  problem: string | null
}

export const verdictWords = ['passes', 'warns', 'needs approval', 'would be refused'] as const
export type VerdictWord = (typeof verdictWords)[number]

/** What becomes of a write where a guard of this mode stands against it. */
export const verdictIn: Record<GuardMode, VerdictWord> = {
  warn: 'warns',
  ask: 'needs approval',
  refuse: 'would be refused',
}

export interface GuardVerdict {
  guard: number
  name: string | null
  verdict: VerdictWord
  /** What it says; null: nothing. */
  note: string | null
}

/** Of what cannot cost anything. */
export const noForecast: Forecast = {
  goesLive: { ads: 0, adSets: 0, campaigns: 0, currency: null, addsPerDay: null, addsInAll: null, accounts: [] },
  exposure: [],
  verdicts: [],
}
