import { dayMs } from '../../../../days.ts'
import { measureOf } from '../../../reports/query/measures.ts'
import { sumIn } from '../../rule/compiled/rule-sum.ts'
import type { RuleSum } from '../../rule/compiled/rule-sum.ts'
import type { CompiledRule } from '../../rule/compiled/compile.ts'
import type { FactFigure, RuleFigure, MetricFigure, NumberFigure } from '../../rule/compiled/figure.ts'
import type { Needs } from '../../evaluate/needs.ts'
import { spanKey } from '../../rule/compiled/span.ts'
import type { PastEntity, Version } from './entities.ts'
import { hourFact, isReported, wordFact } from './facts.ts'
import { scaleOf } from './figures.ts'
import { saidFact } from './states.ts'
import type { SaidOfFiles } from './states.ts'
import type { Siblings } from './siblings.ts'
import type { SumWindows } from './windows.ts'

/** An entity at a slot. */
export interface EntitySlot {
  place: number
  slot: number
  /** Where both stand among the sums of windows. */
  cell: number
  at: number
  entity: PastEntity
  version: Version
}

export interface NumbersInput {
  windows: SumWindows
  siblings: Siblings
  needs: Needs
  sums: readonly RuleSum[]
  said: SaidOfFiles
}

type Reader = (where: EntitySlot) => number

/** Every number that a rule looks at, in the order of its labels; NaN: unknown. */
export class RuleNumbers {
  readonly values: Float64Array
  readonly #places: Map<string, number>
  readonly #readers: Reader[]
  readonly #statuses: { place: number; figure: FactFigure }[]

  constructor({ figures }: CompiledRule, deps: NumbersInput) {
    const all = [...figures]
    this.#places = new Map(all.map(([label], place) => [label, place]))
    this.#readers = all.map(([label, figure]) => readerOf(label, figure, deps))
    this.#statuses = all.flatMap(([, figure], place) => (isStatus(figure) ? [{ place, figure }] : []))
    this.values = new Float64Array(all.length)
  }

  placeOf(label: string): number {
    return this.#places.get(label)!
  }

  at(where: EntitySlot): Float64Array {
    for (let place = 0; place < this.#readers.length; place++) this.values[place] = this.#readers[place]!(where)
    return this.values
  }

  /** The same if the entity were switched so. */
  asIf(state: string | null): Float64Array {
    for (const { place, figure } of this.#statuses) this.values[place] = wordFact(figure, state)
    return this.values
  }
}

export function isStatus(figure: RuleFigure): figure is FactFigure {
  return figure.kind === 'fact' && figure.field === 'status'
}

function readerOf(label: string, figure: RuleFigure, deps: NumbersInput): Reader {
  if (isReported(figure)) return ({ version }) => version.facts[label]!
  if (figure.kind === 'metric') return metricReader(figure, deps)
  if (figure.kind === 'number') return numberReaders[figure.field]
  return factReader(figure, deps)
}

const day = dayMs

const numberReaders: Record<NumberFigure['field'], Reader> = {
  ageDays: ({ at, entity }) => (entity.created === null ? NaN : Math.floor((at - entity.created) / day)),
  dailyBudget: ({ version }) => version.dailyBudget ?? NaN,
  lifetimeBudget: ({ version }) => version.lifetimeBudget ?? NaN,
  hour: ({ entity, slot }) => entity.account.clocks[slot]!.hour,
}

function factReader(figure: FactFigure, { said }: NumbersInput): Reader {
  if (figure.field === 'creativeState') return ({ entity, at }) => saidFact(figure, said, entity.key, at)
  if (figure.field === 'hour') return ({ entity, slot }) => hourFact(figure, entity.account.clocks[slot]!.hour)
  if (figure.field === 'weekday') return ({ entity, slot }) => wordFact(figure, entity.account.clocks[slot]!.weekday)
  return ({ version }) => wordFact(figure, version.state)
}

function metricReader({ metric, span, ofSiblings, currency }: MetricFigure, deps: NumbersInput): Reader {
  const { windows, siblings, needs, sums } = deps
  const { ofNumbers, needs: wanted, summable } = measureOf(metric)
  const spanPlace = [...needs.keys()].indexOf(spanKey(span))
  // What is made of one sum alone does not look at the other.
  const [first, second] = [sumIn(wanted[0]!, currency), sumIn(wanted.at(-1)!, currency)].map((sum) => ({
    place: sums.indexOf(sum),
    scale: scaleOf(sum),
    cells: windows.sums(spanPlace, sums.indexOf(sum)),
  })) as [Part, Part]
  if (!ofSiblings) {
    return ({ cell }) => ofNumbers(first.cells[cell]! / first.scale, second.cells[cell]! / second.scale)
  }
  const sumOf = (where: EntitySlot, { place, scale }: Part) => siblings.sum(where, spanPlace, place) / scale
  return (where) => {
    const all = ofNumbers(sumOf(where, first), sumOf(where, second))
    return summable ? all / (siblings.shown(where, spanPlace) || NaN) : all
  }
}

/** A sum that a metric is made of. */
interface Part {
  place: number
  scale: number
  cells: Float64Array
}
