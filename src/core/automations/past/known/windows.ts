import type pg from 'pg'
import type { Needs } from '../../check/needs.ts'
import type { PastAccount } from './calendar.ts'
import type { PastEntity } from './entities.ts'
import { eachCorrection } from './corrections.ts'
import type { Correction } from './corrections.ts'
import type { PastFigures } from './figures.ts'

/** The sums of windows at every slot, as they were known then. */
export class Windows {
  readonly #figures: PastFigures
  readonly #entities: readonly PastEntity[]
  readonly #slots: readonly number[]
  /** By span and sum, then by entity and slot; made when there is something in them. */
  readonly #values: (Float64Array | undefined)[]
  readonly #gaps: (Float64Array | undefined)[]

  constructor(figures: PastFigures, entities: readonly PastEntity[], slots: readonly number[], needs: Needs) {
    this.#figures = figures
    this.#entities = entities
    this.#slots = slots
    const kinds = needs.size * figures.input.sums.length
    this.#values = Array.from({ length: kinds })
    this.#gaps = Array.from({ length: kinds })
  }

  /** A sum over a span at a slot; NaN: unknown. */
  sum(place: number, slot: number, span: number, sum: number): number {
    const { account, created } = this.#entities[place]!
    const { first, last, readFrom } = account.spans[span]!
    const [begin, end] = [first[slot]!, last[slot]!]
    if (readFrom[slot]! > begin && readFrom[slot]! > createdDay(account, slot, created)) return NaN
    const kind = span * this.#figures.input.sums.length + sum
    const cell = place * this.#slots.length + slot
    const gaps = this.#figures.gapsIn(place, sum, begin, end) + (this.#gaps[kind]?.[cell] ?? 0)
    return gaps === 0 ? this.#figures.sum(place, sum, begin, end) + (this.#values[kind]?.[cell] ?? 0) : NaN
  }

  /** What was known otherwise is added where it was. */
  async correct(client: pg.ClientBase): Promise<void> {
    const first = this.#slots[0]
    if (first === undefined) return
    await eachCorrection(client, this.#figures, new Date(first), (correction) => this.#add(correction))
  }

  #add({ place, day, since, until, values, gaps }: Correction): void {
    const { account } = this.#entities[place]!
    const from = Math.max(since, account.keptFrom)
    const sums = this.#figures.input.sums.length
    for (let slot = firstAt(this.#slots, from); slot < this.#slots.length && this.#slots[slot]! < until; slot++) {
      if (account.today[slot]! < day) continue
      for (let span = 0; span < account.spans.length; span++) {
        const { first, last } = account.spans[span]!
        if (day < first[slot]! || day > last[slot]!) continue
        for (let sum = 0; sum < sums; sum++) {
          const kind = span * sums + sum
          const cell = place * this.#slots.length + slot
          if (values[sum] !== 0) this.#cells(this.#values, kind)[cell]! += values[sum]!
          if (gaps[sum] !== 0) this.#cells(this.#gaps, kind)[cell]! += gaps[sum]!
        }
      }
    }
  }

  #cells(all: (Float64Array | undefined)[], kind: number): Float64Array {
    return (all[kind] ??= new Float64Array(this.#entities.length * this.#slots.length))
  }
}

const minute = 60_000
/** From 1970 to 2000. */
const dayShift = 10_957

/** In the clocks of the account; before everything where it is not known. */
function createdDay(account: PastAccount, slot: number, created: number | null): number {
  if (created === null) return -Infinity
  return Math.floor((created / minute + account.clocks[slot]!.offsetMinutes) / 1440) - dayShift
}

/** The first slot at or after a moment. */
function firstAt(slots: readonly number[], moment: number): number {
  let [low, high] = [0, slots.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (slots[middle]! < moment) low = middle + 1
    else high = middle
  }
  return low
}
