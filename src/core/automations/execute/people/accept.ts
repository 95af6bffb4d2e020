import { sql } from '../../../../db/sql.ts'
import { AppError } from '../../../../errors.ts'
import { required } from '../../../../lookup.ts'
import type { Context } from '../../../context.ts'
import { carryOut } from '../actions/carry-out.ts'
import { changedSince } from '../actions/stale.ts'
import { saveDecision } from '../decisions/decisions.ts'
import type { StoredDecision } from '../decisions/decisions.ts'
import { orFailed } from '../decisions/or-failed.ts'
import { whileHeld } from '../lease.ts'
import { stopWords } from '../switch.ts'
import type { RunDeps } from '../terms.ts'
import { endRequest, lastRequest, openKinds, openRequest, takeRequest } from './requests.ts'
import type { HeldRequest } from './requests.ts'
import { close, findSuggestion, isOver } from './suggestions.ts'
import type { Suggestion } from './suggestions.ts'

/**
 * Does what was suggested, once, as whoever accepts it. What has changed since is not done. Should we die in the middle of
 * it, whoever looks after rules goes on; so does whoever asks for it again.
 */
export async function acceptSuggestion(deps: RunDeps, context: Context, id: number): Promise<Suggestion> {
  const { company, signal } = context
  const found = await findSuggestion(deps.db, company, id)
  const held = found.state === 'open' ? await begin(deps, context, found) : await takeUp(deps, context, found)
  if (held) {
    const lease = { table: 'automation_requests', token: held.token } as const
    const refusal = await whileHeld(deps.db, lease, () => finishAccept(deps, held, signal), signal)
    if (refusal) throw refusal
  }
  return findSuggestion(deps.db, company, id)
}

/** That it is accepted, and that it is to be done, are one. */
async function begin(deps: RunDeps, context: Context, { id, decision }: Suggestion): Promise<HeldRequest> {
  const { company } = context
  const stopped = await stopWords(deps.db, company.id)
  if (stopped !== null) throw new AppError('conflict', `${stopped} Let them go on first.`, { reason: 'stopped' })
  const change = await changedSince(deps, company, decision)
  if (change !== null)
    throw new AppError('conflict', `${change} The suggestion is of no use any more.`, { reason: 'changed' })
  const { executionId } = decision
  return deps.db.transaction().execute(async (trx) => {
    if ((await openKinds(trx, company.id, executionId)).has('undo')) {
      const text = `The execution ${executionId} is being taken back. Ask again in a moment.`
      throw new AppError('conflict', text, { reason: 'busy' })
    }
    await close(trx, context, { id, state: 'accepted' })
    await saveDecision(trx, { ...decision, outcome: 'planned' }, null)
    return openRequest(trx, context, { kind: 'accept', executionId, suggestionId: id })
  })
}

/** Goes on where somebody died in the middle of it. null: it was this very call that came to its end. */
async function takeUp(
  { db }: RunDeps,
  { company, operationKey }: Context,
  found: Suggestion,
): Promise<HeldRequest | null> {
  const { id, decision } = found
  const left = await takeRequest(db, sql`company_id = ${company.id} AND suggestion_id = ${id} AND kind = 'accept'`)
  if (left) return left
  const subject = { kind: 'accept', executionId: decision.executionId, suggestionId: id } as const
  const last = found.state === 'accepted' ? await lastRequest(db, company.id, subject) : null
  if (last && !last.isOpen && last.askedKey === operationKey) return null
  throw isOver(found)
}

/** Brings it to its end; answers why nothing was done where a guard let none of it pass. */
export async function finishAccept(deps: RunDeps, request: HeldRequest, signal: AbortSignal): Promise<AppError | null> {
  const { company, actor, token, isResumed } = request
  const read = () => findSuggestion(deps.db, company, required(request.suggestionId, 'suggestion id'))
  const { automationName: name, decision } = await read()
  const hand = { caller: { company, actor }, name, signal, token, needsEnabled: false, isResumed }
  await orFailed(deps, { decision, token, signal }, () => carryOut(deps, decision, hand))
  const found = await read()
  const refusal = refusalOf(found.decision)
  await deps.db.transaction().execute(async (trx) => {
    if (refusal) await reopen(trx, found, token)
    await endRequest(trx, request)
  })
  return refusal
}

const isRefused = ({ error }: StoredDecision['actions'][number]) => error?.code === 'guard_refused'

/** A guard let none of it pass: nothing was done. */
function refusalOf({ outcome, actions }: StoredDecision): AppError | null {
  const refused = actions.find(isRefused)
  if (outcome !== 'skipped' || !refused) return null
  return new AppError('guard_refused', refused.reason ?? '', refused.error?.details)
}

async function reopen(trx: RunDeps['db'], { id, decision }: Suggestion, token: string): Promise<void> {
  const actions = decision.actions.map((action) =>
    isRefused(action) ? { ...action, outcome: 'planned' as const, reason: null, error: null } : action,
  )
  await saveDecision(trx, { ...decision, actions, outcome: 'suggested', reason: null }, token)
  await trx
    .updateTable('automation_suggestions')
    .where('company_id', '=', decision.companyId)
    .set({ state: 'open', decided_at: null, decided_by: null })
    .where('id', '=', id)
    .execute()
}
