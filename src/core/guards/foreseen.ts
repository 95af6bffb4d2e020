import type { SpendChange, SpendingWrite } from './changes/change.ts'
import { digestOf } from './digest.ts'
import type { Forecast } from './forecast/shape.ts'
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
  readonly forecast: Forecast

  /** Sentences about what was decided for a caller who left it out. */
  readonly decided: string[]

  constructor(
    { changes, decided = [] }: SpendingWrite,
    meaning: Meaning,
    said: { notes: GuardNote[]; forecast: Forecast },
  ) {
    super('This is only planned.')
    this.changes = changes
    this.decided = decided
    this.meaning = meaning
    this.digest = digestOf(meaning)
    this.notes = said.notes
    this.forecast = said.forecast
  }
}
