import type { EntityStatus } from '../../../platforms/contract/manage.ts'
import type { CompiledRule } from '../check/compile.ts'
import type { Needs } from '../check/needs.ts'
import type { BaseSum } from '../../reports/query/measures.ts'
import { spentThisMonth } from '../run/budget.ts'
import { versionAt } from './known/entities.ts'
import type { PastEntity, Version } from './known/entities.ts'
import { testOf, truth } from './formula.ts'
import type { Test } from './formula.ts'
import { isStatus, RuleNumbers } from './known/numbers.ts'
import { Siblings } from './known/siblings.ts'
import type { Windows } from './known/windows.ts'

/** An entity that matches at a slot: which case, as it was and as if the rule had switched it; -1: none. */
export interface Match {
  entity: PastEntity
  version: Version
  cases: { asItWas: number; paused: number; active: number }
  /** What it had spent in the month; null: the rule does not look at it, or it is not known. */
  spentThisMonth: number | null
}

/** What there is to see at one slot. */
export interface SlotMatches {
  checked: number
  unknown: number
  matches: Match[]
  /** How many entities ran, by the key of the account. */
  active: Map<number, number>
}

export interface JudgeGround {
  compiled: CompiledRule
  needs: Needs
  sums: readonly BaseSum[]
  windows: Windows
  entities: readonly PastEntity[]
  slots: readonly number[]
}

const none = -1
const unknown = -2

/** Holds entities against the rule at every slot, and adds what matched to what is known of the slot. */
export class Judge {
  /** What matched at some slot. */
  readonly matched = new Set<PastEntity>()
  readonly #ground: JudgeGround
  readonly #numbers: RuleNumbers
  readonly #siblings: Siblings
  readonly #cases: Test[]
  readonly #filter: Test | null
  readonly #looksAtState: boolean
  readonly #month: number | undefined

  constructor(ground: JudgeGround) {
    const { compiled, windows, entities, needs, sums } = ground
    this.#ground = ground
    this.#siblings = new Siblings(windows, entities, needs, sums)
    this.#numbers = new RuleNumbers(compiled, { windows, siblings: this.#siblings, needs, sums })
    const placeOf = (label: string) => this.#numbers.placeOf(label)
    this.#cases = compiled.cases.map(({ when, enough }) => testOf(enough ? { all: [when, enough] } : when, placeOf))
    this.#filter = compiled.filter ? testOf(compiled.filter, placeOf) : null
    this.#looksAtState = looksAtState(compiled)
    this.#month = compiled.figures.has(spentThisMonth) ? placeOf(spentThisMonth) : undefined
  }

  judge(slot: number, seen: SlotMatches): void {
    const { entities, slots } = this.#ground
    const at = slots[slot]!
    const present: number[] = []
    const versions: Version[] = []
    for (let place = 0; place < entities.length; place++) {
      const entity = entities[place]!
      const version = entity.versions[versionAt(entity, at)]
      if (!version || version.state === 'archived' || version.state === 'deleted') continue
      present.push(place)
      versions.push(version)
      if (version.state !== 'active') continue
      seen.active.set(entity.account.key, (seen.active.get(entity.account.key) ?? 0) + 1)
    }
    this.#siblings.begin(slot, present)
    for (let index = 0; index < present.length; index++) {
      const version = versions[index]!
      const place = present[index]!
      if (version.isInScope) this.#one({ place, slot, at, entity: entities[place]!, version }, seen)
    }
  }

  #one(where: Parameters<RuleNumbers['at']>[0], seen: SlotMatches): void {
    const { entity, version } = where
    const numbers = this.#numbers.at(where)
    const month = this.#month === undefined ? NaN : numbers[this.#month]!
    const asItWas = this.#caseOf(numbers, version.state)
    const paused = this.#looksAtState ? this.#caseOf(this.#numbers.asIf('paused'), 'paused') : asItWas
    const active = this.#looksAtState ? this.#caseOf(this.#numbers.asIf('active'), 'active') : asItWas
    if (asItWas !== null) {
      seen.checked++
      if (asItWas === unknown) seen.unknown++
    }
    const cases = { asItWas: asItWas ?? none, paused: paused ?? none, active: active ?? none }
    if (Math.max(cases.asItWas, cases.paused, cases.active) < 0) return
    this.matched.add(entity)
    seen.matches.push({ entity, version, cases, spentThisMonth: Number.isNaN(month) ? null : month })
  }

  /** null: the filter keeps it out. */
  #caseOf(numbers: Float64Array, state: EntityStatus | null): number | null {
    const states = this.#ground.compiled.rule.scope.filter?.status
    if (states?.length && (state === null || !states.includes(state))) return null
    if (this.#filter && this.#filter(numbers) !== truth.yes) return null
    let result = none
    for (let index = 0; index < this.#cases.length; index++) {
      const outcome = this.#cases[index]!(numbers)
      if (outcome === truth.yes) return index
      if (outcome === truth.unknown) result = unknown
    }
    return result
  }
}

function looksAtState({ figures, rule }: CompiledRule): boolean {
  return [...figures.values()].some(isStatus) || (rule.scope.filter?.status?.length ?? 0) > 0
}
