import type { ActionName, RuleAction } from '../rule/action.ts'
import { casesOf } from '../rule/rule.ts'
import type { Rule } from '../rule/rule.ts'
import { wantedBudget } from '../run/budget.ts'
import { clocksAt } from './known/clocks.ts'
import { versionAt } from './known/entities.ts'
import type { PastEntity } from './known/entities.ts'
import type { AsIf } from './known/facts.ts'
import type { Match, SlotMatches } from './judge.ts'

/** Something that the rule would have done. */
export interface Done {
  slot: number
  entity: PastEntity
  /** As it was called then. */
  name: string | null
  case: number
  action: ActionName
  /** The state or the budget, where the action changes one. */
  before: string | number | null
  after: string | number | null
}

interface SlotResult {
  matched: number
  acted: number
  skipped: number
}

export interface Simulation {
  done: Done[]
  slots: SlotResult[]
  /** Why it left alone what matched, and how often. */
  skipped: Map<string, number>
}

/** What an entity would be by now, because of the rule. */
interface Changed {
  state: AsIf
  /** When the rule last acted on it, in milliseconds. */
  actedAt: number
  /** Its budget would be so many times what it was. */
  budgetFactor: number
}

const skipReasons = {
  nothingToDo: 'It was already so: paused, running, or its budget at the bound.',
  isPaused: 'The rule had paused it before, and nothing had resumed it.',
  cooldown: 'The rule had acted on it too short a time before (cooldownMinutes).',
  perDay: 'The rule had acted on as many as it may in a day (maxPerDay).',
  share: 'As many as may be paused in an account at once were paused (maxShareOfAccount).',
}

/** Goes through the slots as the rule would have, with its protections: what it did before counts for what comes later. */
export class Simulator {
  readonly #rule: Rule
  readonly #slots: readonly Date[]
  readonly #days: number[]
  readonly #changed = new Map<number, Changed>()
  /** What the rule has paused or resumed. */
  readonly #switched = new Set<PastEntity>()
  readonly #launched = new Set<number>()
  #today = { day: NaN, count: 0 }
  readonly result: Simulation = { done: [], slots: [], skipped: new Map() }

  constructor(rule: Rule, slots: readonly Date[]) {
    this.#rule = rule
    this.#slots = slots
    this.#days = clocksAt(rule.schedule.timeZone ?? 'UTC', slots).map(({ day }) => day)
  }

  /** Slots come one after the other. */
  step(slot: number, { matches, active }: SlotMatches): void {
    if (this.#days[slot] !== this.#today.day) this.#today = { day: this.#days[slot]!, count: 0 }
    const wanted = matches
      .map((match) => ({ match, place: this.#caseOf(match) }))
      .filter(({ place }) => place >= 0)
      .sort((one, other) => one.place - other.place || one.match.entity.key - other.match.entity.key)
    const pausing = new Map<number, number>()
    const running = this.#running(slot, active)
    const result = { matched: wanted.length, acted: 0, skipped: 0 }
    for (const { match, place } of wanted) {
      const actions = this.#doable(slot, match, casesOf(this.#rule)[place]!.then)
      const reason = this.#against(slot, match, { actions, running, pausing })
      if (reason === null) {
        result.acted++
        this.#act(slot, match, place, actions)
        if (!pauses(actions)) continue
        const { key } = match.entity.account
        pausing.set(key, (pausing.get(key) ?? 0) + 1)
      } else {
        result.skipped++
        this.result.skipped.set(reason, (this.result.skipped.get(reason) ?? 0) + 1)
      }
    }
    this.result.slots[slot] = result
  }

  /** How many would have run in each account, with what the rule has switched so far. */
  #running(slot: number, active: ReadonlyMap<number, number>): Map<number, number> {
    const running = new Map(active)
    for (const entity of this.#switched) {
      const wasActive = entity.versions[versionAt(entity, this.#slots[slot]!.getTime())]?.state === 'active'
      const isActive = this.#changed.get(entity.key)?.state === 'active'
      const { key } = entity.account
      running.set(key, (running.get(key) ?? 0) + Number(isActive) - Number(wasActive))
    }
    return running
  }

  #caseOf({ entity, cases }: Match): number {
    const state = this.#changed.get(entity.key)?.state ?? null
    return state === null ? cases.asItWas : cases[state]
  }

  /** What of the actions would change something. */
  #doable(slot: number, match: Match, actions: RuleAction[]): Doable[] {
    return actions.flatMap((action) => this.#effectOf(slot, match, action) ?? [])
  }

  #effectOf(slot: number, match: Match, wanted: RuleAction): Doable | null {
    const { action } = wanted
    const { version, entity } = match
    if (action === 'pause' || action === 'resume') {
      const before = this.#changed.get(entity.key)?.state ?? version.state
      const after = action === 'pause' ? 'paused' : 'active'
      return before === after ? null : { action, before, after }
    }
    if (action === 'setBudget' || action === 'changeBudget') return this.#budgetOf(slot, match, wanted)
    if (action === 'launchDraft' && this.#launched.has(wanted.draftId)) return null
    const draft = action === 'launchDraft' ? { draftId: wanted.draftId } : {}
    return { action, before: null, after: null, ...draft }
  }

  #budgetOf(slot: number, { version, entity, spentThisMonth }: Match, wanted: BudgetAction): Doable | null {
    const actual = version.dailyBudget ?? version.lifetimeBudget
    if (actual === null) return null
    const before = actual * (this.#changed.get(entity.key)?.budgetFactor ?? 1)
    const amount = wantedBudget(wanted, before, {
      numbers: { 'spend this_month': spentThisMonth },
      mostPercent: this.#rule.protections.maxBudgetChangePercent,
      at: this.#slots[slot]!,
      timeZone: entity.account.timeZone,
    })
    if (typeof amount === 'string') return null
    const [from, after] = [inCents(before), inCents(amount)]
    return from === after ? null : { action: wanted.action, before: from, after, budgetFactor: after / actual }
  }

  #against(slot: number, { entity }: Match, { actions, running, pausing }: Wish): string | null {
    const { cooldownMinutes, maxPerDay, maxShareOfAccount } = this.#rule.protections
    const changed = this.#changed.get(entity.key)
    const isPaused = changed?.state === 'paused' && !actions.some(({ action }) => action === 'resume')
    if (isPaused) return skipReasons.isPaused
    if (actions.length === 0) return skipReasons.nothingToDo
    if (changed && this.#slots[slot]!.getTime() - changed.actedAt < cooldownMinutes * 60_000)
      return skipReasons.cooldown
    if (this.#today.count >= maxPerDay) return skipReasons.perDay
    if (!pauses(actions)) return null
    const { key } = entity.account
    // Of a few, one may always go.
    const most = Math.max(1, Math.floor(((running.get(key) ?? 0) * maxShareOfAccount) / 100))
    return (pausing.get(key) ?? 0) < most ? null : skipReasons.share
  }

  #act(slot: number, { entity, version }: Match, place: number, actions: Doable[]): void {
    this.#today.count++
    const changed = this.#changed.get(entity.key) ?? { state: null, actedAt: 0, budgetFactor: 1 }
    changed.actedAt = this.#slots[slot]!.getTime()
    for (const { action, before, after, draftId, budgetFactor } of actions) {
      if (draftId !== undefined) this.#launched.add(draftId)
      this.result.done.push({ slot, entity, name: version.name, case: place, action, before, after })
      if (action === 'pause' || action === 'resume') {
        changed.state = after as AsIf
        this.#switched.add(entity)
      }
      changed.budgetFactor = budgetFactor ?? changed.budgetFactor
    }
    this.#changed.set(entity.key, changed)
  }
}

type BudgetAction = Extract<RuleAction, { action: 'setBudget' | 'changeBudget' }>

interface Doable extends Pick<Done, 'action' | 'before' | 'after'> {
  draftId?: number
  /** What the budget is then, in times what it was without the rule. */
  budgetFactor?: number
}

function inCents(amount: number): number {
  return Math.round(amount * 100) / 100
}

function pauses(actions: readonly Doable[]): boolean {
  return actions.some(({ action }) => action === 'pause')
}

interface Wish {
  actions: Doable[]
  running: ReadonlyMap<number, number>
  pausing: ReadonlyMap<number, number>
}
