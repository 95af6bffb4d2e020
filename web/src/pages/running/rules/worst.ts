import type { Entity } from '../../../../../client/src/index.ts'
import { t } from '../../../languages/t.ts'

/** What costs so many times as much as in its account altogether is among the worst. */
const times = 2

/**
 * The ads that somebody looks for at the end of a week: a result costs twice as much as in its account altogether, or so much was spent
 * without one. What is not known is never among them, and accounts are not compared: a result of one is none of another's.
 */
export function worstOf(rows: readonly Entity[]): Entity[] {
  const accounts = Map.groupBy(rows, ({ platform, accountId }) => `${platform} ${accountId}`)
  return [...accounts.values()].flatMap((own) => {
    const usual = costIn(own)
    return usual === null ? [] : own.filter((row) => isBad(row, times * usual))
  })
}

function isBad({ figures: { spend, results, costPerResult } }: Entity, bound: number): boolean {
  if (typeof spend !== 'number') return false
  if (results === 0) return spend >= bound
  return typeof costPerResult === 'number' && costPerResult >= bound
}

/** What a result costs where spend and results are known; null: there was none. */
function costIn(rows: readonly Entity[]): number | null {
  let [spent, came] = [0, 0]
  for (const { figures } of rows) {
    if (typeof figures.spend !== 'number' || typeof figures.results !== 'number') continue
    spent += figures.spend
    came += figures.results
  }
  return came > 0 && spent > 0 ? spent / came : null
}

export const worstWords = t(
  'a result costs at least twice as much as in its account altogether, or as much was spent without one',
)
