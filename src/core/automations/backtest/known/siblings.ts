import { required } from '../../../../lookup.ts'
import type { RuleSum } from '../../rule/compiled/rule-sum.ts'
import type { Needs } from '../../evaluate/needs.ts'
import type { PastEntity } from './entities.ts'
import type { SumWindows } from './windows.ts'

interface Where {
  place: number
  slot: number
}

/** What the others with the same parent have, at one slot at a time. */
export class Siblings {
  readonly #windows: SumWindows
  readonly #entities: readonly PastEntity[]
  readonly #kinds: { span: number; sum: number; isShown: boolean }[]
  /** By kind, then by parent. NaN: one of them is unknown. */
  #sums: Map<number, number>[] = []
  readonly #sumCount: number
  readonly #impressions: number

  constructor(windows: SumWindows, entities: readonly PastEntity[], needs: Needs, sums: readonly RuleSum[]) {
    this.#windows = windows
    this.#entities = entities
    this.#sumCount = sums.length
    this.#impressions = sums.indexOf('impressions')
    this.#kinds = [...needs.values()].flatMap(({ ofSiblings }, span) => {
      if (ofSiblings.size === 0) return []
      const wanted = [...ofSiblings].map((sum) => ({ span, sum: sums.indexOf(sum), isShown: false }))
      return [...wanted, { span, sum: this.#impressions, isShown: true }]
    })
  }

  /** Adds up what is there at a slot. */
  begin(slot: number, isThere: (place: number) => boolean): void {
    this.#sums = []
    for (const { span, sum, isShown } of this.#kinds) {
      const byParent = new Map<number, number>()
      for (let place = 0; place < this.#entities.length; place++) {
        const parent = required(this.#entities[place], 'entity').parentKey
        if (parent === null || !isThere(place)) continue
        const own = this.#windows.sum(place, slot, span, sum)
        byParent.set(parent, (byParent.get(parent) ?? 0) + (isShown ? Number(own > 0) : own))
      }
      this.#sums[this.#kindOf(span, sum, isShown)] = byParent
    }
  }

  sum({ place, slot }: Where, span: number, sum: number): number {
    const parent = required(this.#entities[place], 'entity').parentKey
    if (parent === null) return NaN
    const all = this.#sums[this.#kindOf(span, sum, false)]?.get(parent) ?? NaN
    return all - this.#windows.sum(place, slot, span, sum)
  }

  /** How many of the others were shown. */
  shown({ place, slot }: Where, span: number): number {
    const parent = required(this.#entities[place], 'entity').parentKey
    if (parent === null) return NaN
    const all = this.#sums[this.#kindOf(span, this.#impressions, true)]?.get(parent) ?? NaN
    return all - Number(this.#windows.sum(place, slot, span, this.#impressions) > 0)
  }

  #kindOf(span: number, sum: number, isShown: boolean): number {
    return (span * this.#sumCount + sum) * 2 + Number(isShown)
  }
}
