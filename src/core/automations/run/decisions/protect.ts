import type { Db } from '../../../../db/connect.ts'
import type { EntityStatus } from '../../../../platforms/contract/manage.ts'
import type { Context } from '../../../context.ts'
import type { Checked, Entity } from '../../check/check.ts'
import type { ActionName } from '../../rule/action.ts'
import { casesOf } from '../../rule/rule.ts'
import type { Rule } from '../../rule/rule.ts'
import { nameOf, readHistory } from './history.ts'
import type { History } from './history.ts'
import { isHarmless } from '../terms.ts'

/** What protections look at of something that met the conditions. */
interface ToJudge {
  entity: Pick<Entity, 'accountKey' | 'level' | 'id' | 'state'>
  case: number | null
}

/** One entity that met the conditions, and why the rule leaves it alone all the same. */
export interface Judged<T extends ToJudge = Checked> {
  checked: T
  /** null: nothing stands against it. */
  reason: string | null
  /** Only that others came first stands against it. */
  isWaiting: boolean
}

/** Goes for a rule that is not kept: no rule has this id, and so nothing was ever done by it. */
const noRule = 0

/** What a rule would be kept from now, for whoever only wants to see it; null: it is not kept. */
export async function protectNow(
  { db }: { db: Db },
  { company, now }: Pick<Context, 'company' | 'now'>,
  { automationId, rule, matched }: { automationId: number | null; rule: Rule; matched: Checked[] },
): Promise<Judged[]> {
  const checking = { company, automationId: automationId ?? noRule, rule, at: now, slot: null }
  return protect(rule, matched, await readHistory(db, checking, matched))
}

/** What becomes of what is switched. */
const leadsTo: Partial<Record<ActionName, EntityStatus>> = { pause: 'paused', resume: 'active' }

/** Holds what matched against the rule's protections, one after the other: each that passes takes room from those after it. */
export function protect<T extends ToJudge>(rule: Rule, matched: T[], history: History): Judged<T>[] {
  const { maxPerDay, maxShareOfAccount, cooldownMinutes } = rule.protections
  const cases = casesOf(rule)
  const pausing = new Map(history.pausing)
  let today = history.today

  /** What stands against it whatever becomes of the others. */
  function reasonAgainst({ entity, case: place }: ToJudge): string | null {
    const actions = cases[place ?? 0]?.then ?? []
    const name = nameOf(entity)
    const other = history.busy.get(name)
    if (other !== undefined && !actions.every(({ action }) => isHarmless(action))) {
      return `The rule "${other}" changes it at the same time: one rule alone acts on it.`
    }
    const idle = entity.state !== null && actions.find(({ action }) => leadsTo[action] === entity.state)
    if (idle && actions.every((each) => each === idle || isHarmless(each.action)))
      return `It is ${entity.state} already.`
    if (history.cooling.has(name)) {
      return `The rule acted on it less than ${cooldownMinutes} minutes before (cooldownMinutes).`
    }
    return null
  }

  function lackOfRoom({ entity, case: place }: ToJudge): string | null {
    const actions = cases[place ?? 0]?.then ?? []
    if (today >= maxPerDay) return `The rule has acted on ${maxPerDay} entities today (maxPerDay).`
    if (!actions.some(({ action }) => action === 'pause')) return null
    const active = history.active.get(entity.accountKey) ?? 0
    // Of a few, one may always go.
    const most = Math.max(1, Math.floor((active * maxShareOfAccount) / 100))
    if ((pausing.get(entity.accountKey) ?? 0) < most) return null
    return `At most ${maxShareOfAccount} % of the ${active} that run in the account are paused at once (maxShareOfAccount).`
  }

  return matched.map((checked) => {
    const own = reasonAgainst(checked)
    const reason = own ?? lackOfRoom(checked)
    if (reason === null) {
      today++
      const { accountKey } = checked.entity
      const pauses = cases[checked.case ?? 0]?.then.some(({ action }) => action === 'pause')
      if (pauses) pausing.set(accountKey, (pausing.get(accountKey) ?? 0) + 1)
    }
    return { checked, reason, isWaiting: own === null && reason !== null }
  })
}
