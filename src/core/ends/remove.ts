import { openAccount } from '../connections/accounts.ts'
import { keptState } from '../audit/kept.ts'
import { campaignOf } from '../guards/changes/budgets.ts'
import { addsNothing } from '../guards/changes/change.ts'
import { passGuards } from '../guards/gate.ts'
import type { Spending } from '../guards/terms.ts'
import { readEntity } from '../connections/owner.ts'
import { dropEnd, findEnd } from './store.ts'
import type { KeptEnd } from './store.ts'
import type { AccountDeps } from '../deps.ts'

/** It goes on without an end: what may cost more is a matter for guards. Where it has ended already, it stays as it is. */
export async function removeEnd(deps: AccountDeps, context: Spending, { id }: { id: number }): Promise<KeptEnd> {
  const end = await findEnd(deps, context, { id })
  context.touched?.({ targets: [`${end.entity_type}:${end.entity_id}`], before: { endTime: end.end_at } })
  await passRemoval(deps, context, end)
  await dropEnd(deps.db, context.company, end)
  context.touched?.({ after: { endTime: null } })
  return end
}

async function passRemoval(
  deps: AccountDeps,
  context: Spending,
  { account_id: accountId, entity_type: type, entity_id, end_at: end, state }: KeptEnd,
): Promise<void> {
  const opened = await openAccount(deps, context, accountId)
  const entity = { ...(await readEntity(opened, { type, id: entity_id })), endTime: end }
  const { account } = opened
  const longer = { ...addsNothing, account, campaign: campaignOf(entity), target: `end ${entity.id}` }
  const goesOn = state === 'waiting' && (entity.status === 'active' || entity.status === 'pending')
  await passGuards(deps, context, () => ({ changes: goesOn ? [longer] : [], state: keptState(entity) }))
}
