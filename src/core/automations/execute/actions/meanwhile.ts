import type { CompanyRef } from '../../../company-ref.ts'
import type { StoredDecision } from '../decisions/decisions.ts'
import type { ActionTaken, EntityFacts, RunDeps } from '../terms.ts'
import { factsOf, readLive } from './prepare.ts'
import { difference } from './stale.ts'

/** What an action leads to, where that is known before it is done; null: it makes something new, or is no write. */
export function aimOf({ action, input }: ActionTaken): EntityFacts | null {
  switch (action) {
    case 'pause':
      return { status: 'paused' }
    case 'resume':
      return { status: 'active' }
    case 'rename':
      return { name: String(input?.name) }
    case 'setBudget':
    case 'changeBudget': {
      const field = input && 'lifetimeBudget' in input ? 'lifetimeBudget' : 'dailyBudget'
      return { [field]: Number(input?.[field]) }
    }
    default:
      return null
  }
}

/**
 * Whoever goes on with a write of which nobody knows whether it was sent finds what was there before it, or what it leads to.
 * Anything else somebody has made since, and it stays: in which words; null: it may go on.
 */
export async function changedMeanwhile(
  deps: RunDeps,
  company: CompanyRef,
  decision: StoredDecision,
  { from, to }: { from: EntityFacts | null; to: EntityFacts | null },
): Promise<string | null> {
  if (!from || !to) return null
  const live = await readLive(deps, company, decision)
  if (!live) return 'It is not there any more.'
  if (!live.entity) return null
  const now = factsOf(live.entity)
  const fields = Object.keys(to) as (keyof EntityFacts)[]
  if (difference(to, now, fields) === null) return null
  const change = difference(from, now, fields)
  return change === null ? null : `Somebody has changed it since. ${change}`
}
