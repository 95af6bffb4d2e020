import { notifiesNobody } from '../../../reach.ts'
import type { CompanyRef } from '../../../company-ref.ts'
import type { StoredDecision } from '../decisions/decisions.ts'
import { factsOf, readLive } from './prepare.ts'
import type { EntityFacts, RunDeps } from '../terms.ts'

const fields = ['status', 'name', 'dailyBudget', 'lifetimeBudget'] as const

/** What is different about an entity since a rule decided about it, in a sentence; null: nothing. */
export async function changedSince(
  deps: RunDeps,
  company: CompanyRef,
  decision: StoredDecision,
): Promise<string | null> {
  const live = await readLive(deps, company, decision)
  if (!live) return 'It is not there any more.'
  const saved = await draftSavedSince(deps, decision)
  if (saved !== null) return saved
  const before = decision.actions.find((action) => action.before)?.before
  return live.entity && before ? difference(before, factsOf(live.entity), fields) : null
}

/** A draft that was written again is another one than was decided about. */
async function draftSavedSince(
  { db }: RunDeps,
  { companyId, actions, createdAt }: StoredDecision,
): Promise<string | null> {
  const drafts = actions.flatMap(({ wanted }) => (wanted.action === 'launchDraft' ? [wanted.draftId] : []))
  if (drafts.length === 0) return null
  const saved = await db
    .selectFrom('batches')
    .where('company_id', '=', companyId)
    .where(notifiesNobody)
    .select('id')
    .where('id', 'in', drafts)
    .where('updated_at', '>', createdAt)
    .executeTakeFirst()
  return saved ? `The draft ${saved.id} was saved again since.` : null
}

/** The first field that is not what it was. */
export function difference(was: EntityFacts, is: EntityFacts, looked: readonly (keyof EntityFacts)[]): string | null {
  const field = looked.find((each) => was[each] !== undefined && was[each] !== is[each])
  return field ? `Its ${field} was ${shown(was[field])} and is ${shown(is[field])} now.` : null
}

function shown(value: EntityFacts[keyof EntityFacts]): string {
  return typeof value === 'string' ? `"${value}"` : value === undefined ? 'none' : JSON.stringify(value)
}
