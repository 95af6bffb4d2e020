import { required } from '../../../lookup.ts'
import type { ActionName, RuleAction } from '../rule/action.ts'
import { casesOf } from '../rule/rule.ts'
import type { Rule } from '../rule/rule.ts'
import { wantedBudget } from '../rule/budget.ts'
import { coolingSince, heldBack, zoneOfDays } from '../evaluate/protections.ts'
import type { Obstacle, Wish } from '../evaluate/protections.ts'
import { datesIn } from '../../../days.ts'
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

const isPausedReason = 'The rule had paused it before, and nothing had resumed it.'
const reasons: Record<Obstacle, string> = {
  busy: 'Another rule changed it at the same time.',
  idle: 'It was already so: paused, running, or its budget at the bound.',
  cooldown: 'The rule had acted on it too short a time before (cooldownMinutes).',
  perDay: 'The rule had acted on as many as it may in a day (maxPerDay).',
  share: 'As many as may be paused in an account at once were paused (maxShareOfAccount).',
}

/** Goes through the slots as the rule would have, with its protections: what it did before counts for what comes later. */
export class Simulator {
  readonly #rule: Rule
  readonly #slots: readonly Date[]
  /** By slot: its date in the rule's time zone. */
  readonly #days: string[]
  readonly #changed = new Map<number, Changed>()
  /** What the rule has paused or resumed. */
  readonly #switched = new Set<PastEntity>()
  readonly #launched = new Set<number>()
  #today = { day: '', count: 0 }
  readonly result: Simulation = { done: [], slots: [], skipped: new Map() }

  constructor(rule: Rule, slots: readonly Date[]) {
    this.#rule = rule
    this.#slots = slots
    const dates = datesIn(zoneOfDays(rule))
    this.#days = slots.map((slot) => dates.format(slot))
  }

  /** Slots come one after the other. */
  step(slot: number, { matches, active }: SlotMatches): void {
    if (this.#days[slot] !== this.#today.day) this.#today = { day: required(this.#days[slot], 'day'), count: 0 }
    const wanted = matches.filter((match) => this.#caseOf(match) >= 0)
    const result = { matched: wanted.length, acted: 0, skipped: 0 }
    const skip = (reason: string) => {
      result.skipped++
      this.result.skipped.set(reason, (this.result.skipped.get(reason) ?? 0) + 1)
    }
    const wishes = wanted.map((match) => this.#wishOf(slot, match))
    // What it would have spent and brought since is not known.
    const open = wishes.filter(({ match, actions }) => !this.#isPaused(match) || actions.some(isResume))
    for (let closed = wishes.length - open.length; closed > 0; closed--) skip(isPausedReason)
    // Slots are too far apart for the pauses of one to count at the next.
    const before = { today: this.#today.count, active: this.#running(slot, active), pausing: new Map<number, number>() }
    for (const { wish, obstacle } of heldBack(this.#rule, open, before)) {
      const actions = obstacle === null ? this.#doable(slot, wish.match, wish.actions) : []
      if (obstacle !== null) skip(reasons[obstacle])
      else if (actions.length === 0) skip(reasons.idle)
      else {
        result.acted++
        this.#act(slot, wish.match, wish.case, actions)
      }
    }
    this.result.slots[slot] = result
  }

  #timeOf(slot: number): Date {
    return required(this.#slots[slot], 'slot')
  }

  #wishOf(slot: number, match: Match): Wish & { match: Match } {
    const { key, id, account } = match.entity
    const changed = this.#changed.get(key)
    const place = this.#caseOf(match)
    const isCooling = changed !== undefined && changed.actedAt > coolingSince(this.#rule, this.#timeOf(slot)).getTime()
    return {
      ...{ match, accountKey: account.key, key, id, state: changed?.state ?? match.version.state },
      ...{ case: place, actions: required(casesOf(this.#rule)[place], 'case').then, isBusy: false, isCooling },
      beyond: match.beyond.get(place) ?? [],
    }
  }

  #isPaused({ entity }: Match): boolean {
    return this.#changed.get(entity.key)?.state === 'paused'
  }

  /** How many would have run in each account, with what the rule has switched so far. */
  #running(slot: number, active: ReadonlyMap<number, number>): Map<number, number> {
    const running = new Map(active)
    for (const entity of this.#switched) {
      const wasActive = entity.versions[versionAt(entity, this.#timeOf(slot).getTime())]?.state === 'active'
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
  #doable(slot: number, match: Match, actions: readonly RuleAction[]): Doable[] {
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
      maxPercent: this.#rule.protections.maxBudgetChangePercent,
      at: this.#timeOf(slot),
      timeZone: entity.account.timeZone,
    })
    if (typeof amount === 'string') return null
    const [from, after] = [inCents(before), inCents(amount)]
    return from === after ? null : { action: wanted.action, before: from, after, budgetFactor: after / actual }
  }

  #act(slot: number, { entity, version }: Match, place: number, actions: Doable[]): void {
    this.#today.count++
    const changed = this.#changed.get(entity.key) ?? { state: null, actedAt: 0, budgetFactor: 1 }
    changed.actedAt = this.#timeOf(slot).getTime()
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

const isResume = ({ action }: RuleAction) => action === 'resume'
