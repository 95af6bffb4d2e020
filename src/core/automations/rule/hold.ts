import { asksFirst, mayApprove } from '../../context.ts'
import type { Actor } from '../../context.ts'
import type { Rule } from './rule.ts'

/** A rule of which somebody who asks before they spend had a part does not act by itself. */
export function maxAsking<T extends Pick<Rule, 'mode'>>(rule: T): T {
  return rule.mode === 'act' ? { ...rule, mode: 'ask' } : rule
}

interface Held {
  rule: Rule
  /** The name of the key that holds it; null: none does. */
  heldToAsk: string | null
}

/**
 * A rule as somebody may keep it. What a key that asks makes, changes or has checked is at most in mode ask, and stays so whoever changes it after
 * that, until a person who may approve says that it acts.
 */
export function held(rule: Rule, actor: Actor, before: string | null): Held {
  const isReleased = before !== null && rule.mode === 'act' && mayApprove(actor)
  const heldToAsk = asksFirst(actor) ? actor.name : isReleased ? null : before
  return { rule: heldToAsk === null ? rule : maxAsking(rule), heldToAsk }
}
