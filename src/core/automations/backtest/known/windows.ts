import { smallestAmount } from '../../../reports/query/conversion.ts'
import { madeOf } from '../../rule/compiled/rule-sum.ts'
import type { RuleSum } from '../../rule/compiled/rule-sum.ts'
import type { Needs } from '../../evaluate/needs.ts'
import type { PastAccount } from './calendar.ts'
import type { PastEntity } from './entities.ts'
import type { PastFigures } from './figures.ts'

/** What was known of an entity's day at some slots, less what is known of it now. */
export interface Correction {
  place: number
  day: number
  /** Slots: from the first on, up to the second. */
  from: number
  to: number
  /** By sum: what is added to the running ones, and to their gaps. */
  values: Float64Array
  gaps: Float64Array
}

/** A sum over a span. */
interface Kind {
  span: number
  sum: number
  /** By slot and entity: what is added from a slot on, until everything is added up; then the sums. */
  values: Float64Array
  /** The same of what is unknown; undefined: nothing is. */
  gaps: Float64Array | undefined
  /** To what it is rounded, because it was told in one currency; 0: it is not. */
  unit: number
}

/** Where an account's days lie in its spans. */
interface DaySlots {
  /** The slot from which on what was known is kept. */
  keptFrom: number
  /** By day: the first slot at which it is in a span, and the first at which it is not any more. */
  spans: { begin: Int32Array; end: Int32Array; first: Int32Array; last: Int32Array }[]
}

/** The sums of windows at every slot, as they were known then. */
export class SumWindows {
  readonly #figures: PastFigures
  readonly #entities: readonly PastEntity[]
  readonly #slots: readonly number[]
  readonly #step: number
  readonly #kinds: Kind[]
  /** By span and sum. */
  readonly #byPlace: Float64Array[] = []
  /** By entity. */
  readonly #daySlots: DaySlots[]

  constructor(figures: PastFigures, entities: readonly PastEntity[], slots: readonly number[], needs: Needs) {
    this.#figures = figures
    this.#entities = entities
    this.#slots = slots
    this.#step = slots.length > 1 ? slots[1]! - slots[0]! : 1
    const { sums } = figures.input
    const newCells = () => new Float64Array(entities.length * slots.length)
    this.#kinds = [...needs.values()].flatMap((need, span) =>
      [...need.sums].map((name) => ({
        span,
        sum: sums.indexOf(name),
        values: newCells(),
        gaps: undefined,
        unit: unitOf(name),
      })),
    )
    for (const { span, sum, values } of this.#kinds) this.#byPlace[span * sums.length + sum] = values
    const byAccount = new Map<PastAccount, DaySlots>()
    this.#daySlots = entities.map(({ account }) => {
      const known = byAccount.get(account) ?? this.#slotsOf(account)
      byAccount.set(account, known)
      return known
    })
  }

  #slotsOf({ keptFrom, spans }: PastAccount): DaySlots {
    const { from, to } = this.#figures.input
    const days = Int32Array.from({ length: to - from + 1 }, (_, place) => from + place)
    return {
      keptFrom: this.slotAt(keptFrom),
      spans: spans.map(({ first, last }) => ({
        ...{ first, last },
        begin: days.map((day) => firstAt(last, day)),
        end: days.map((day) => firstAt(first, day + 1)),
      })),
    }
  }

  /** A sum over a span at a slot; NaN: unknown. */
  sum(place: number, slot: number, span: number, sum: number): number {
    return this.sums(span, sum)[slot * this.#entities.length + place]!
  }

  /** The same by slot and entity. */
  sums(span: number, sum: number): Float64Array {
    return this.#byPlace[span * this.#figures.input.sums.length + sum]!
  }

  /** The first slot that is not before a moment. They lie one step apart. */
  slotAt(moment: number): number {
    const slots = this.#slots
    const place = Math.ceil((moment - slots[0]!) / this.#step)
    return place <= 0 ? 0 : place >= slots.length ? slots.length : place
  }

  /** What was known otherwise is added at the first slot at which it was known, and taken away at the first at which it was not. */
  add({ place, day, from, to, values, gaps }: Correction): void {
    const { keptFrom, spans } = this.#daySlots[place]!
    const [count, width] = [this.#slots.length, this.#entities.length]
    const at = day - this.#figures.input.from
    for (const kind of this.#kinds) {
      const slots = spans[kind.span]!
      // Days before those that are held one by one are looked up.
      const begin = Math.max(from, keptFrom, at < 0 ? firstAt(slots.last, day) : slots.begin[at]!)
      const end = Math.min(to, at < 0 ? firstAt(slots.first, day + 1) : slots.end[at]!)
      if (begin >= end) continue
      const [value, gap] = [values[kind.sum]!, gaps[kind.sum]!]
      kind.values[begin * width + place]! += value
      if (end < count) kind.values[end * width + place]! -= value
      if (gap === 0) continue
      kind.gaps ??= new Float64Array(kind.values.length)
      kind.gaps[begin * width + place]! += gap
      if (end < count) kind.gaps[end * width + place]! -= gap
    }
  }

  /** Adds everything up, once all corrections are there. */
  finish(): void {
    for (const kind of this.#kinds) {
      accumulate(kind.values, this.#entities.length)
      if (kind.gaps) accumulate(kind.gaps, this.#entities.length)
      for (const stretch of this.#stretches()) this.#finishOne(kind, stretch)
    }
  }

  /** The entities of an account lie next to each other. */
  #stretches(): Stretch[] {
    const stretches: Stretch[] = []
    for (const [place, { account }] of this.#entities.entries()) {
      const last = stretches.at(-1)
      if (last?.account === account) last.end = place + 1
      else stretches.push({ account, begin: place, end: place + 1 })
    }
    return stretches
  }

  #finishOne({ span, sum, values, gaps, unit }: Kind, { account, begin, end }: Stretch): void {
    const { width, input } = this.#figures
    const [known, unknown] = [this.#figures.running[sum]!, this.#figures.gaps[sum]]
    const { first, last, readFrom } = account.spans[span]!
    for (let slot = 0; slot < this.#slots.length; slot++) {
      const from = Math.max(0, first[slot]! - input.from) * width
      const to = Math.max(0, last[slot]! - input.from + 1) * width
      const earlier = first[slot]! < input.from ? this.#figures.earlier[sum] : undefined
      const isRead = readFrom[slot]! <= first[slot]!
      for (let place = begin; place < end; place++) {
        const cell = slot * width + place
        const isComplete = isRead || readFrom[slot]! <= createdDay(this.#entities[place]!, slot)
        const missing = (gaps ? gaps[cell]! : 0) + (unknown ? unknown[to + place]! - unknown[from + place]! : 0)
        const sumOfDays = known[to + place]! - known[from + place]! + (earlier ? earlier[place]! : 0)
        const value = isComplete && missing === 0 ? sumOfDays + values[cell]! : NaN
        values[cell] = unit === 0 ? value : Math.round(value / unit) * unit
      }
    }
  }
}

function unitOf(sum: RuleSum): number {
  const { currency } = madeOf(sum)
  return currency === null ? 0 : smallestAmount(currency)
}

/** The entities of an account. */
interface Stretch {
  account: PastAccount
  begin: number
  end: number
}

/** What is added at a slot is there at all later ones. */
function accumulate(cells: Float64Array, width: number): void {
  for (let cell = width; cell < cells.length; cell++) cells[cell]! += cells[cell - width]!
}

/** How many sums there are to hold for each entity and slot. */
export function kindsIn(needs: Needs): number {
  return [...needs.values()].reduce((count, { sums }: { sums: ReadonlySet<RuleSum> }) => count + sums.size, 0)
}

const minute = 60_000
/** From 1970 to 2000. */
const dayShift = 10_957

/** In the clocks of the account; before everything where it is not known. */
function createdDay({ account, created }: PastEntity, slot: number): number {
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
