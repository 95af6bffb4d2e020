import { only } from '../../../lookup.ts'
import { isHarmless, courseOf, effectOf } from './effect.ts'
import type { SpendEffect } from './effect.ts'
import { casesOf } from './rule.ts'
import type { Rule } from './rule.ts'

/** Who acts where two rules want something of one entity; first: whichever is checked first. */
export const winners = ['this', 'other', 'first', 'mixed'] as const
export type Winner = (typeof winners)[number]

/** What lowers wins over what does not. */
export function winnerOf(own: SpendEffect, other: SpendEffect): Winner {
  if ((own === 'lowers') === (other === 'lowers')) return 'first'
  return own === 'lowers' ? 'this' : 'other'
}

/** One word for several entities, or several cases. */
export function joined(several: Iterable<Winner>): Winner {
  const different = new Set(several)
  return different.size === 1 ? only([...different]) : 'mixed'
}

/** Whether two rules can come to change the same entity, as far as their scopes tell. */
export function mayMeet(one: Rule, other: Rule): boolean {
  if (one.scope.level !== other.scope.level || !changes(one) || !changes(other)) return false
  const [own, theirs] = [one.scope.filter, other.scope.filter]
  return (
    agree(one.scope.platform, other.scope.platform) &&
    agree(one.scope.currency, other.scope.currency) &&
    share(one.scope.accountIds, other.scope.accountIds) &&
    share(own?.status, theirs?.status) &&
    share(own?.campaignIds, theirs?.campaignIds) &&
    share(own?.adSetIds, theirs?.adSetIds)
  )
}

/** Where they could meet, by what their actions alone tell. */
export function likelyWinner(one: Rule, other: Rule): Winner {
  return joined(coursesOf(one).flatMap((own) => coursesOf(other).map((theirs) => winnerOf(own, theirs))))
}

const unknownEntity = { budget: null, numbers: {}, maxPercent: 100, at: new Date(0) }

function coursesOf(rule: Rule): SpendEffect[] {
  const changing = casesOf(rule).filter(({ then }) => then.some(({ action }) => !isHarmless(action)))
  return changing.map(({ then }) =>
    courseOf(then.map((wanted) => ({ action: wanted.action, effect: effectOf(wanted, unknownEntity) }))),
  )
}

function changes(rule: Rule): boolean {
  return coursesOf(rule).length > 0
}

/** undefined: any. */
function agree<T>(one: T | undefined, other: T | undefined): boolean {
  return one === undefined || other === undefined || one === other
}

/** None named: all of them. */
function share<T>(some: readonly T[] | undefined, others: readonly T[] | undefined): boolean {
  if (!some?.length || !others?.length) return true
  return some.some((each) => others.includes(each))
}
