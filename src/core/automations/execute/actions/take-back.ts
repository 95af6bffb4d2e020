import type { EntityType } from '../../../../platforms/contract/manage.ts'
import type { Db } from '../../../../db/connect.ts'
import type { Context } from '../../../context.ts'
import { requireVerb } from '../../../connections/verbs.ts'
import type { StoredDecision } from '../decisions/decisions.ts'
import { order, patiently } from './order.ts'
import { factsOf, own, readLive, renames } from './prepare.ts'
import type { Live } from './prepare.ts'
import { difference } from './stale.ts'
import type { ActionTaken, EntityFacts, RunDeps, Undone, Write } from '../terms.ts'

const cannot = (reason: string): Undone => ({ outcome: 'cannot', reason })
const done: Undone = { outcome: 'done', reason: null }

/** Says how what was there before one action is brought back, unless somebody has changed it since. */
export async function planBack(
  deps: RunDeps,
  { company, signal }: Pick<Context, 'company' | 'signal'>,
  decision: StoredDecision,
  action: ActionTaken,
): Promise<Undone> {
  switch (action.action) {
    case 'notify':
      return cannot('What was said cannot be taken back.')
    case 'launchDraft':
    case 'graduate':
      return cannot(`Undo the batch itself: POST /v1/batches/${action.after?.batchId}/undo.`)
  }
  const live = await patiently(signal, () => readLive(deps, company, decision))
  if (!live) return cannot('It is not there any more.')
  const write = await writeFor(action, live, decision.level)
  return typeof write === 'string' ? cannot(write) : { outcome: 'planned', reason: null, write }
}

/** Sends what brings it back, under a key of its own: whoever sends it again finds it. */
export async function sendBack(
  deps: RunDeps,
  { company, actor, signal }: Pick<Context, 'company' | 'actor' | 'signal'>,
  action: ActionTaken,
  key: string,
): Promise<Undone> {
  const sent = { ...action, ...action.undo?.write }
  const taken = await order(deps, sent, { caller: { company, actor }, signal, key })
  if (taken.outcome === 'done') return done
  return { ...cannot(taken.reason ?? 'The platform refused it.'), error: taken.error }
}

const budgets = ['dailyBudget', 'lifetimeBudget'] as const

/** A text: why it cannot be taken back. */
async function writeFor(action: ActionTaken, live: Live, level: string): Promise<Write | string> {
  const accountId = live.opened.ref.id
  const before = action.before ?? {}
  const after = action.after ?? {}
  if (action.action === 'duplicate') return removal(live, level as EntityType, after.ids ?? [])
  if (action.action === 'addNegative') {
    return { operation: 'remove_search_negatives', input: { accountId, ids: after.ids ?? [] } }
  }
  const { entity } = live
  if (!entity) return 'It is not there any more.'
  const now = factsOf(entity)
  if (action.action === 'pause' || action.action === 'resume') {
    const changed = changedSince(after, now, ['status'])
    if (changed !== null) return changed
    if (before.status !== 'active' && before.status !== 'paused') return `It was ${before.status} before.`
    const newStatus = before.status.toUpperCase()
    return {
      operation: 'update_status',
      input: { accountId, entityType: entity.type, entityIds: [entity.id], newStatus },
    }
  }
  if (action.action === 'rename') {
    const changed = changedSince(after, now, ['name'])
    return changed ?? { operation: renames[entity.type], input: { accountId, ...own(entity), name: before.name } }
  }
  const changed = changedSince(after, now, budgets)
  if (changed !== null) return changed
  const field = before.dailyBudget === null ? 'lifetimeBudget' : 'dailyBudget'
  const input = { accountId, entityId: entity.id, entityType: entity.type, [field]: before[field] }
  return { operation: 'update_budget', input }
}

function changedSince(after: EntityFacts, now: EntityFacts, fields: readonly (keyof EntityFacts)[]): string | null {
  const changed = difference(after, now, fields)
  return changed === null ? null : `Somebody has changed it since. ${changed}`
}

/** Copies are made paused: one that runs, somebody has use for. */
async function removal({ opened }: Live, type: EntityType, ids: string[]): Promise<Write | string> {
  if (ids.length === 0) return 'There is nothing that was made.'
  const read = requireVerb(opened, 'readEntities')
  const copies = await read(
    opened.ref,
    ids.map((id) => ({ type, id })),
  )
  const running = copies.find((copy) => copy?.status === 'active')
  if (running) return `Somebody has changed it since. The copy ${running.id} runs.`
  const left = copies.flatMap((copy) => (copy && copy.status !== 'deleted' ? [copy.id] : []))
  if (left.length === 0) return 'The copies are not there any more.'
  return { operation: 'delete_entities', input: { accountId: opened.ref.id, entityType: type, entityIds: left } }
}

export async function labelTakenOff(db: Db, decision: StoredDecision, { after }: ActionTaken): Promise<Undone> {
  const { companyId, accountKey, level, entityId } = decision
  const gone = await db
    .deleteFrom('entity_labels')
    .where('company_id', '=', companyId)
    .where('account_key', '=', accountKey)
    .where('level', '=', level)
    .where('entity_id', '=', entityId)
    .where('label', '=', after?.label ?? '')
    .returning('label')
    .executeTakeFirst()
  return gone ? done : cannot('It does not have this label any more.')
}
