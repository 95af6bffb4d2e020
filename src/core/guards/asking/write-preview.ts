import type { SpendChange, SpendingWrite } from '../changes/change.ts'
import { digestOf } from './digest.ts'
import type { Forecast } from '../forecast/shape.ts'
import type { Guard } from '../guard.ts'
import type { ApprovalSummary, PlannedSubject } from './summary.ts'
import type { GuardNote, Spending } from '../terms.ts'

/**
 * What a write does and what it depends on. Nothing that moves by itself is part of it: neither what was spent in the meantime
 * nor what that leaves of a cap.
 */
export interface Meaning {
  asked: object | undefined
  changes: object[]
  state: unknown
  guards: object[]
}

/** Named one by one: what else is known of a change, or of a guard's day, is no reason to ask again. */
export function meaningOf(
  { asked }: Pick<Spending, 'asked'>,
  { changes, state, launch }: SpendingWrite,
  looked: readonly { guard: Guard }[],
): Meaning {
  return {
    asked: asked && { operation: asked.operation, input: asked.input },
    changes: changes.map(({ account, campaign, count, spends, from, to, budgets, raise }) => ({
      ...{ campaign, count, spends, budgets, raise },
      // Whether an ad is the first that runs in its ad set is for the caps, when it is done.
      ...(launch ? {} : { from, to }),
      account: [account.platform, account.account_id, account.currency],
    })),
    state,
    // What a guard has written down of a day by itself; reachedFor stays empty in what older versions asked for.
    guards: looked.map(({ guard: { stoppedFor: _stopped, ...setting } }) => ({ ...setting, reachedFor: null })),
  }
}

interface Said {
  notes: GuardNote[]
  forecast: Forecast
  summary: ApprovalSummary
  subjects: PlannedSubject[]
}

/** What a call would do, thrown where it would begin to do it: nothing was changed. */
export class WritePreview extends Error {
  readonly changes: SpendChange[]
  readonly meaning: Meaning
  readonly digest: string
  /** What guards say about it. */
  readonly notes: GuardNote[]
  readonly forecast: Forecast

  /** Why a person is asked also where no guard asks; null: nobody need be. */
  readonly asks: string | null

  /** Sentences about what was decided for a caller who left it out. */
  readonly decided: string[]
  /** What is odd about it, with the path of what it is about. */
  readonly warnings: string[]
  /** What is made or changed, by name. */
  readonly summary: ApprovalSummary
  /** What is there already, of what it is about. */
  readonly subjects: PlannedSubject[]

  constructor({ changes, decided = [], asks = null, launch }: SpendingWrite, meaning: Meaning, said: Said) {
    super('This is only planned.')
    this.changes = changes
    this.decided = decided
    this.asks = asks
    this.warnings = launch?.warnings?.() ?? []
    this.summary = said.summary
    this.subjects = said.subjects
    this.meaning = meaning
    this.digest = digestOf(meaning)
    this.notes = said.notes
    this.forecast = said.forecast
  }
}
