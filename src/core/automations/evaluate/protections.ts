import type { EntityStatus } from '../../../platforms/contract/manage.ts'
import type { ActionName, RuleAction } from '../rule/action.ts'
import type { Rule } from '../rule/rule.ts'
import { isHarmless } from '../rule/effect.ts'

/** What a rule wants of an entity that met its conditions. */
export interface Wish {
  accountKey: number
  /** null: an account or a search term. */
  key: number | null
  id: string
  state: EntityStatus | null
  /** Which case of the rule holds, and its actions. */
  case: number
  actions: readonly RuleAction[]
  /** Another rule changes it at the same time. */
  isBusy: boolean
  /** The rule acted on it after `coolingSince`. */
  isCooling: boolean
  /** How far it lies beyond what the conditions ask for, by one of them after the other; nothing where nobody can tell. */
  beyond: readonly number[]
}

/** What happened before. */
export interface Before {
  /** On how many entities the rule has acted today. */
  today: number
  /** How many entities of the rule's level run in an account, and how many rules are about to pause or the execution wants paused. */
  active: ReadonlyMap<number, number>
  pausing: ReadonlyMap<number, number>
}

export type Obstacle = 'busy' | 'idle' | 'cooldown' | 'perDay' | 'share'

const minute = 60_000

/** What a rule acted on after this moment it leaves alone. */
export function coolingSince({ protections }: Rule, at: Date): Date {
  return new Date(at.getTime() - protections.cooldownMinutes * minute)
}

/** A day of a rule is one of the schedule's time zone. */
export function zoneOfDays({ schedule }: Rule): string {
  return schedule.timeZone ?? 'UTC'
}

/** What becomes of what is switched. */
const leadsTo: Partial<Record<ActionName, EntityStatus>> = { pause: 'paused', resume: 'active' }

const pauses = (actions: readonly { action: ActionName }[]) => actions.some(({ action }) => action === 'pause')

/**
 * Holds what a rule wants against its protections: the first case first, and of one case what lies furthest beyond its conditions, so
 * that the worst are paused where only some may be. Each that passes takes room from those after it. The same for executions,
 * previews and backtests.
 */
export function heldBack<T extends Wish>(
  { protections }: Rule,
  wishes: readonly T[],
  before: Before,
): { wish: T; obstacle: Obstacle | null }[] {
  const pausing = new Map(before.pausing)
  let { today } = before
  return wishes.toSorted(inTurn).map((wish) => {
    const { accountKey, actions } = wish
    const own = { today, active: before.active.get(accountKey) ?? 0, pausing: pausing.get(accountKey) ?? 0 }
    const obstacle = obstacleTo(wish, protections, own)
    if (obstacle === null) {
      today++
      if (pauses(actions)) pausing.set(accountKey, own.pausing + 1)
    }
    return { wish, obstacle }
  })
}

function inTurn(one: Wish, other: Wish): number {
  if (one.case !== other.case) return one.case - other.case
  for (const [place, far] of one.beyond.entries()) {
    const further = other.beyond[place] ?? far
    if (far !== further) return far > further ? -1 : 1
  }
  if (one.key !== null && other.key !== null) return one.key - other.key
  return one.accountKey - other.accountKey || (one.id < other.id ? -1 : Number(one.id > other.id))
}

interface OfAccount {
  today: number
  active: number
  pausing: number
}

function obstacleTo(wish: Wish, protections: Rule['protections'], { today, active, pausing }: OfAccount) {
  const { actions, state } = wish
  if (wish.isBusy && !actions.every(({ action }) => isHarmless(action))) return 'busy'
  const idle = state !== null && actions.find(({ action }) => leadsTo[action] === state)
  if (idle && actions.every((each) => each === idle || isHarmless(each.action))) return 'idle'
  if (wish.isCooling) return 'cooldown'
  if (today >= protections.maxPerDay) return 'perDay'
  return pauses(actions) && pausing >= maxPaused(protections, active) ? 'share' : null
}

/** Of a few, one may always go. */
function maxPaused({ maxShareOfAccount }: Rule['protections'], active: number): number {
  return Math.max(1, Math.floor((active * maxShareOfAccount) / 100))
}
