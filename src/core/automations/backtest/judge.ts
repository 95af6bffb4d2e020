import type { EntityStatus } from '../../../platforms/contract/manage.ts'
import { beyondOf } from '../evaluate/beyond.ts'
import type { CompiledRule } from '../rule/compiled/compile.ts'
import type { Needs } from '../evaluate/needs.ts'
import type { RuleSum } from '../rule/compiled/rule-sum.ts'
import { spentThisMonth } from '../rule/budget.ts'
import { versionAt } from './known/entities.ts'
import type { PastEntity, Version } from './known/entities.ts'
import { testOf, truth } from './formula.ts'
import type { Test } from './formula.ts'
import { isStatus, RuleNumbers } from './known/numbers.ts'
import type { EntitySlot } from './known/numbers.ts'
import type { SaidOfFiles } from './known/states.ts'
import { Siblings } from './known/siblings.ts'
import type { SumWindows } from './known/windows.ts'

/** An entity that matches at a slot: which case, as it was and as if the rule had switched it; below 0: none. */
export interface Match {
  entity: PastEntity
  version: Version
  cases: { asItWas: number; paused: number; active: number }
  /** By case: how far it lay beyond what that asks for. */
  beyond: ReadonlyMap<number, readonly number[]>
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

export interface JudgeInput {
  compiled: CompiledRule
  needs: Needs
  sums: readonly RuleSum[]
  windows: SumWindows
  entities: readonly PastEntity[]
  slots: readonly number[]
  said: SaidOfFiles
}

const none = -1
const unknown = -2
/** The filter keeps it out. */
const outside = -3

/** Holds entities against the rule at every slot, and adds what matched to what is known of the slot. */
export class Judge {
  /** What matched at some slot. */
  readonly matched = new Set<PastEntity>()
  readonly #input: JudgeInput
  readonly #numbers: RuleNumbers
  readonly #siblings: Siblings
  readonly #cases: Test[]
  readonly #filter: Test | null
  readonly #states: readonly EntityStatus[] | undefined
  readonly #looksAtState: boolean
  /** What each entity is at the slot that is judged; null: it is not there. */
  readonly #versions: (Version | null)[]
  readonly #month: number | undefined
  readonly #beyond: ReturnType<typeof beyondOf>

  constructor(deps: JudgeInput) {
    const { compiled, windows, entities, needs, sums, said } = deps
    this.#input = deps
    this.#siblings = new Siblings(windows, entities, needs, sums)
    this.#numbers = new RuleNumbers(compiled, { windows, siblings: this.#siblings, needs, sums, said })
    const placeOf = (label: string) => this.#numbers.placeOf(label)
    this.#cases = compiled.cases.map(({ when, enough }) => testOf(enough ? { all: [when, enough] } : when, placeOf))
    this.#filter = compiled.filter ? testOf(compiled.filter, placeOf) : null
    const { status } = compiled.rule.scope.filter ?? {}
    this.#states = status?.length ? status : undefined
    this.#looksAtState = looksAtState(compiled)
    this.#versions = entities.map(() => null)
    this.#beyond = beyondOf(compiled)
    this.#month = compiled.figures.has(spentThisMonth) ? placeOf(spentThisMonth) : undefined
  }

  judge(slot: number, seen: SlotMatches): void {
    const { entities, slots } = this.#input
    const at = slots[slot]!
    this.#lookAt(at, seen)
    this.#siblings.begin(slot, (place) => this.#versions[place] !== null)
    for (let place = 0; place < entities.length; place++) {
      const version = this.#versions[place]!
      if (!version?.isInScope) continue
      const cell = slot * entities.length + place
      this.#one({ place, slot, cell, at, entity: entities[place]!, version }, seen)
    }
  }

  /** What everything was at a moment, and how many ran in each account; one account's entities lie next to each other. */
  #lookAt(at: number, { active }: SlotMatches): void {
    const { entities } = this.#input
    let [account, running] = [entities[0]?.account, 0]
    const count = () => {
      if (account && running > 0) active.set(account.key, running)
    }
    for (let place = 0; place < entities.length; place++) {
      const entity = entities[place]!
      const version = entity.versions[versionAt(entity, at)]
      const isThere = version && version.state !== 'archived' && version.state !== 'deleted'
      this.#versions[place] = isThere ? version : null
      if (entity.account !== account) {
        count()
        account = entity.account
        running = 0
      }
      if (version?.state === 'active') running++
    }
    count()
  }

  #one(where: EntitySlot, seen: SlotMatches): void {
    const { entity, version } = where
    const numbers = this.#numbers.at(where)
    const month = this.#month === undefined ? NaN : numbers[this.#month]!
    const asItWas = this.#caseOf(numbers, version.state)
    const paused = this.#looksAtState ? this.#caseOf(this.#numbers.asIf('paused'), 'paused') : asItWas
    const active = this.#looksAtState ? this.#caseOf(this.#numbers.asIf('active'), 'active') : asItWas
    if (asItWas !== outside) seen.checked++
    if (asItWas === unknown) seen.unknown++
    if (asItWas < 0 && paused < 0 && active < 0) return
    this.matched.add(entity)
    const cases = { asItWas, paused, active }
    const numberAt = (label: string) => known(numbers[this.#numbers.placeOf(label)]!)
    const held = new Set([asItWas, paused, active].filter((place) => place >= 0))
    const beyond = new Map([...held].map((place) => [place, this.#beyond(place, numberAt)]))
    seen.matches.push({ entity, version, cases, beyond, spentThisMonth: known(month) })
  }

  #caseOf(numbers: Float64Array, state: EntityStatus | null): number {
    if (this.#states && (state === null || !this.#states.includes(state))) return outside
    if (this.#filter && this.#filter(numbers) !== truth.yes) return outside
    let result = none
    for (let index = 0; index < this.#cases.length; index++) {
      const outcome = this.#cases[index]!(numbers)
      if (outcome === truth.yes) return index
      if (outcome === truth.unknown) result = unknown
    }
    return result
  }
}

const known = (value: number) => (Number.isNaN(value) ? null : value)

function looksAtState({ figures, rule }: CompiledRule): boolean {
  return [...figures.values()].some(isStatus) || (rule.scope.filter?.status?.length ?? 0) > 0
}
