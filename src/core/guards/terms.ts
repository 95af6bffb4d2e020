import type { FigureOrUnknown } from './figure.ts'
import type { Context } from '../context.ts'
import type { GuardMode, LimitName } from './guard.ts'
import type { HeldViews } from './ledger/held-views.ts'
import type { AccountDeps } from '../deps.ts'

/** Without `heldViews` everything comes from the database, as on the command line. */
export interface GuardDeps extends AccountDeps {
  heldViews?: HeldViews
}

/** For whom and by whom something is done that can cost money. */
export type Spending = Pick<
  Context,
  'company' | 'actor' | 'operationKey' | 'now' | 'asked' | 'approval' | 'planning' | 'planned' | 'touched'
>

/** What a guard says about a write. */
export interface GuardNote {
  guard: number
  name: string | null
  mode: GuardMode
  limit: LimitName
  message: string
  spend: FigureOrUnknown
  /** Of a cap: what runs may still spend besides, and what is left. */
  running?: FigureOrUnknown
  adds: FigureOrUnknown
  left?: FigureOrUnknown
  /** When it will be reached at today's pace; null: not within the day or month, or nobody can tell. */
  reachedAt?: string | null
  cap: number
  currency: string
  /** Whether all of the write is in the sandbox; null: kept by an older version. */
  sandbox: boolean | null
}

/** How a cap stands. */
export interface CapStatus {
  cap: number
  spend: FigureOrUnknown
  /** What may still be spent besides: by everything that runs, or by what our own writes let run; null: it was not asked for. */
  running: FigureOrUnknown | null
  /** Both together. */
  exposure: FigureOrUnknown | null
  /** What is left; 0 when the cap is reached. */
  left: FigureOrUnknown
  /** Whether so much was spent: writes that cost are held up then. */
  isReached: boolean
  /** When it will be, should spending go on as it did so far; null: not in this day or month, or nobody can tell. */
  reachedAt: Date | null
  /** Why something is not known; null: all is. */
  problem: string | null
}
