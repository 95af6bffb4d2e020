import type { BaseSum } from '../../../reports/query/measures.ts'
import type { Needs } from '../../check/needs.ts'
import type { PastAccount } from './calendar.ts'
import type { PastEntity } from './entities.ts'
import type { Correction } from './corrections.ts'
import type { PastFigures } from './figures.ts'

/** A sum over a span. */
interface Kind {
  span: number
  sum: number
  /** By entity and slot: what is added from a slot on, until everything is added up; then the sums. */
  values: Float64Array
  /** The same of what is unknown; undefined: nothing is. */
  gaps: Float64Array | undefined
}

/** By day: the first slot at which it is in a span, and the first at which it is not any more. */
interface DaySlots {
  begin: Int32Array
  end: Int32Array
}

/** The sums of windows at every slot, as they were known then. */
export class Windows {
  readonly #figures: PastFigures
  readonly #entities: readonly PastEntity[]
  readonly #slots: readonly number[]
  readonly #kinds: Kind[]
  /** By span and sum. */
  readonly #byPlace: Float64Array[] = []
  readonly #daySlots = new Map<PastAccount, DaySlots[]>()

  constructor(figures: PastFigures, entities: readonly PastEntity[], slots: readonly number[], needs: Needs) {
    this.#figures = figures
    this.#entities = entities
    this.#slots = slots
    const { sums } = figures.input
    const newCells = () => new Float64Array(entities.length * slots.length)
    this.#kinds = [...needs.values()].flatMap((need, span) =>
      [...need.sums].map((name) => ({ span, sum: sums.indexOf(name), values: newCells(), gaps: undefined })),
    )
    for (const { span, sum, values } of this.#kinds) this.#byPlace[span * sums.length + sum] = values
  }

  /** A sum over a span at a slot; NaN: unknown. */
  sum(place: number, slot: number, span: number, sum: number): number {
    return this.#byPlace[span * this.#figures.input.sums.length + sum]![place * this.#slots.length + slot]!
  }

  /** What was known otherwise is added at the first slot at which it was known, and taken away at the first at which it was not. */
  add({ place, day, since, until, values, gaps }: Correction): void {
    const { account } = this.#entities[place]!
    const from = firstAt(this.#slots, Math.max(since, account.keptFrom))
    const to = firstAt(this.#slots, until)
    if (from >= to) return
    const base = place * this.#slots.length
    let known = -1
    let [begin, end] = [0, 0]
    for (const kind of this.#kinds) {
      // The kinds of a span lie next to each other.
      if (kind.span !== known) {
        const slots = this.#slotsOf(account, kind.span)
        const place = day - this.#figures.input.from
        const { first, last } = account.spans[kind.span]!
        begin = Math.max(from, slots.begin[place] ?? firstAt(last, day))
        end = Math.min(to, slots.end[place] ?? firstAt(first, day + 1))
        known = kind.span
      }
      if (begin >= end) continue
      const [value, gap] = [values[kind.sum]!, gaps[kind.sum]!]
      if (value !== 0) this.#between(kind.values, base + begin, base + end, value)
      if (gap !== 0) this.#between((kind.gaps ??= new Float64Array(kind.values.length)), base + begin, base + end, gap)
    }
  }

  /** At which slots a span has each of the days. */
  #slotsOf(account: PastAccount, span: number): DaySlots {
    const known = this.#daySlots.get(account) ?? []
    this.#daySlots.set(account, known)
    return (known[span] ??= this.#newSlots(account, span))
  }

  #newSlots(account: PastAccount, span: number): DaySlots {
    const { from, to } = this.#figures.input
    const { first, last } = account.spans[span]!
    const days = Array.from({ length: to - from + 1 }, (_, place) => from + place)
    return {
      begin: Int32Array.from(days, (day) => firstAt(last, day)),
      end: Int32Array.from(days, (day) => firstAt(first, day + 1)),
    }
  }

  #between(cells: Float64Array, begin: number, end: number, value: number): void {
    cells[begin]! += value
    // The next entity begins where the slots of this one end.
    if (end % this.#slots.length !== 0) cells[end]! -= value
  }

  /** Adds everything up, once all corrections are there. */
  finish(): void {
    for (const kind of this.#kinds) {
      for (const [place, entity] of this.#entities.entries()) this.#finishOne(kind, place, entity)
    }
  }

  #finishOne({ span, sum, values, gaps }: Kind, place: number, { account, created }: PastEntity): void {
    const { first, last, readFrom } = account.spans[span]!
    const base = place * this.#slots.length
    let [corrected, unknown] = [0, 0]
    for (let slot = 0; slot < this.#slots.length; slot++) {
      corrected += values[base + slot]!
      if (gaps) unknown += gaps[base + slot]!
      const [begin, end] = [first[slot]!, last[slot]!]
      const isRead = readFrom[slot]! <= begin || readFrom[slot]! <= createdDay(account, slot, created)
      const isKnown = isRead && this.#figures.gapsIn(place, sum, begin, end) + unknown === 0
      values[base + slot] = isKnown ? this.#figures.sum(place, sum, begin, end) + corrected : NaN
    }
  }
}

/** How many sums there are to hold for each entity and slot. */
export function kindsIn(needs: Needs): number {
  return [...needs.values()].reduce((count, { sums }: { sums: ReadonlySet<BaseSum> }) => count + sums.size, 0)
}

const minute = 60_000
/** From 1970 to 2000. */
const dayShift = 10_957

/** In the clocks of the account; before everything where it is not known. */
function createdDay(account: PastAccount, slot: number, created: number | null): number {
  if (created === null) return -Infinity
  return Math.floor((created / minute + account.clocks[slot]!.offsetMinutes) / 1440) - dayShift
}

/** Where in ascending numbers the first stands that is not below another. */
function firstAt(numbers: ArrayLike<number>, wanted: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return low
}
