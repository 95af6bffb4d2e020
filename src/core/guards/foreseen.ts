import type { SpendChange, SpendingWrite } from './changes/change.ts'
import { digestOf } from './digest.ts'
import type { GuardNote } from './terms.ts'

/** What a write does and what it depends on. */
export interface Meaning {
  asked: object | undefined
  changes: object[]
  state: unknown
  guards: object[]
}

/** What a call would do, thrown where it would begin to do it: nothing was changed. */
export class Foreseen extends Error {
  readonly changes: SpendChange[]
  readonly meaning: Meaning
  readonly digest: string
  /** What guards say about it. */
  readonly notes: GuardNote[]

  /** Why a person is asked also where no guard asks; null: nobody need be. */
  readonly asks: string | null

  /** Sentences about what was decided for a caller who left it out. */
  readonly decided: string[]

  constructor({ changes, decided = [], asks = null }: SpendingWrite, meaning: Meaning, notes: GuardNote[]) {
    super('This is only planned.')
    this.changes = changes
    this.decided = decided
    this.asks = asks
    this.meaning = meaning
    this.digest = digestOf(meaning)
    this.notes = notes
  }
}
