import { required } from '../../../../lookup.ts'
import { seenBefore } from '../../../reach.ts'
import type { Db } from '../../../../db/connect.ts'
import { sql } from '../../../../db/sql.ts'
import type { Piece } from '../../../../db/sql.ts'
import type { CompanyId } from '../../../../db/company-id.ts'
import { AppError, notFound } from '../../../../errors.ts'
import type { Context } from '../../../context.ts'
import { notifyAnswered } from '../actions/answered.ts'
import { undoKeyOf } from '../actions/key.ts'
import { aimOf, changedMeanwhile } from '../actions/meanwhile.ts'
import { patiently } from '../actions/order.ts'
import { labelTakenOff, planBack, sendBack } from '../actions/take-back.ts'
import { isSeenBy, readDecisions } from '../decisions/decisions.ts'
import type { StoredDecision } from '../decisions/decisions.ts'
import { isPassing, ownFailure } from '../decisions/or-failed.ts'
import { isHeldBy, whileHeld } from '../lease.ts'
import { isOfSeenRule } from '../read/executions.ts'
import { NoLongerHeld } from '../terms.ts'
import type { ActionTaken, EntityFacts, RunDeps, Undone } from '../terms.ts'
import { endRequest, lastRequest, openKinds, openRequest, takeRequest } from './requests.ts'
import type { HeldRequest } from './requests.ts'

/**
 * Takes back what an execution did, the last first, as far as that is possible: what somebody has changed since is left as
 * it is. Once; but what was refused can be tried again. Should we die in the middle of it, whoever looks after rules goes on
 * under the same keys; so does whoever asks for it again.
 */
export async function undoExecution(deps: RunDeps, context: Context, executionId: number): Promise<void> {
  const held = await begin(deps.db, context, executionId)
  if (!held) return
  const lease = { table: 'automation_requests', token: held.token } as const
  const refusal = await whileHeld(deps.db, lease, () => finishUndo(deps, held, context.signal), context.signal)
  if (refusal) throw refusal
}

/** Whoever works in some workspaces takes back what was done in these alone: 404 for what reaches further. */
async function requireWhole(db: Db, { company }: Context, executionId: number): Promise<void> {
  if (company.workspaces === undefined) return
  const { rows } = await sql`
    SELECT FROM automation_executions AS execution
    WHERE execution.id = ${executionId} AND execution.company_id = ${company.id} AND ${isOfSeenRule(company)}
      AND NOT EXISTS (
        SELECT FROM automation_decisions AS decision WHERE decision.execution_id = execution.id AND NOT ${isSeenBy(company)})`.execute(
    db,
  )
  if (rows.length === 0) throw notFound('execution', executionId)
}

/** null: it was this very call that came to its end before. */
async function begin(db: Db, context: Context, executionId: number): Promise<HeldRequest | null> {
  await requireWhole(db, context, executionId)
  const { company, operationKey } = context
  const subject = { kind: 'undo', executionId, suggestionId: null } as const
  const left = await takeRequest(
    db,
    sql`company_id = ${company.id} AND execution_id = ${executionId} AND kind = 'undo'`,
  )
  if (left) return left
  return db.transaction().execute(async (trx) => {
    const underWay = await openKinds(trx, company.id, executionId)
    const known = await trx
      .selectFrom('automation_executions')
      .where('company_id', '=', company.id)
      .where(seenBefore)
      .select(['state', 'undone_at'])
      .where('id', '=', executionId)
      .executeTakeFirst()
    if (!known) throw notFound('execution', executionId)
    if (known.state === 'running') throw busy(executionId, 'is still running')
    if (underWay.has('undo')) throw busy(executionId, 'is being taken back')
    if (underWay.has('accept')) throw busy(executionId, 'is being carried out further: a suggestion of it was accepted')
    if (known.undone_at && !(await hasMore(trx, company.id, executionId))) {
      if ((await lastRequest(trx, company.id, subject))?.askedKey === operationKey) return null
      throw new AppError('conflict', `The execution ${executionId} was taken back before.`, { reason: 'undone' })
    }
    await setUndone(trx, company.id, executionId, null)
    return openRequest(trx, context, subject)
  })
}

function busy(id: number, what: string): AppError {
  return new AppError('conflict', `The execution ${id} ${what}. Ask again in a moment.`, { reason: 'busy' })
}

/** Of an execution that was taken back: a suggestion may have been accepted since. */
async function hasMore(trx: Db, companyId: CompanyId, executionId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM automation_decisions WHERE company_id = ${companyId} AND execution_id = ${executionId}
      AND actions @? '$[*] ? (@.outcome == "done" && @.undo == null)' LIMIT 1`.execute(trx)
  return rows.length > 0
}

async function setUndone(trx: Db, companyId: CompanyId, executionId: number, at: Piece<Date> | null): Promise<void> {
  await trx
    .updateTable('automation_executions')
    .where('company_id', '=', companyId)
    .set({ undone_at: at })
    .where('id', '=', executionId)
    .execute()
}

/** Brings it to its end; answers why nothing was done where a guard let none of it pass. */
export async function finishUndo(deps: RunDeps, request: HeldRequest, signal: AbortSignal): Promise<AppError | null> {
  const { executionId, company } = request
  const which = sql`execution_id = ${executionId} ORDER BY decision.id DESC`
  const undone: Undone[] = []
  for (const decision of await readDecisions(deps.db, company, which)) {
    undone.push(...(await undoDecision(deps, { ...request, signal }, decision)))
  }
  const refused = undone.filter(({ error }) => error)
  await deps.db.transaction().execute(async (trx) => {
    await endRequest(trx, request)
    await setUndone(trx, company.id, executionId, refused.length > 0 ? null : sql<Date>`clock_timestamp()`)
  })
  const [first] = refused
  if (first?.error?.code !== 'guard_refused' || undone.some(({ outcome }) => outcome === 'done')) return null
  return new AppError('guard_refused', first.reason ?? '', first.error.details)
}

type Undoing = HeldRequest & { signal: AbortSignal }

async function undoDecision(deps: RunDeps, undoing: Undoing, decision: StoredDecision): Promise<Undone[]> {
  const actions = [...decision.actions]
  const save = async (db: Db, place: number, undo: Undone) => {
    actions[place] = { ...required(actions[place], 'action'), undo }
    await keep(db, undoing, { ...decision, actions }, place)
  }
  for (const [place, action] of [...actions.entries()].reverse()) {
    if (action.outcome !== 'done' || isSettled(action)) continue
    // That a label is off, and that it is told, are one.
    if (action.action === 'label') {
      await deps.db.transaction().execute(async (trx) => save(trx, place, await labelTakenOff(trx, decision, action)))
      continue
    }
    // What is about to be sent is written down first: whoever goes on sends the same.
    if (action.undo?.outcome !== 'planned')
      await save(deps.db, place, await logged(deps, undoing, () => planBack(deps, undoing, decision, action)))
    else if (undoing.isResumed)
      await save(deps.db, place, await logged(deps, undoing, () => checkedAgain(deps, undoing, decision, action)))
    const planned = required(actions[place], 'action')
    if (planned.undo?.outcome !== 'planned') continue
    const key = undoKeyOf({ decisionId: decision.id, at: place })
    const sent = await logged(deps, undoing, () => sendBack(deps, undoing, planned, key))
    await save(deps.db, place, sent)
    // A person may have been quicker than we are.
    const { approvalId } = sent.error?.details ?? {}
    if (typeof approvalId === 'number') await notifyAnswered(deps.db, decision.companyId, approvalId)
  }
  return actions.flatMap(({ undo }) => undo ?? [])
}

/** What was planned, unless somebody has changed it since. */
async function checkedAgain(
  deps: RunDeps,
  { company, signal }: Undoing,
  decision: StoredDecision,
  action: ActionTaken,
): Promise<Undone> {
  const aim = aimOf(action)
  const to =
    aim &&
    (Object.fromEntries(
      Object.keys(aim).map((field) => [field, action.before?.[field as keyof EntityFacts]]),
    ) as EntityFacts)
  const change = await patiently(signal, () =>
    changedMeanwhile(deps, company, decision, { from: action.after ?? aim, to }),
  )
  return change === null ? required(action.undo, 'undo of the action') : { outcome: 'cannot', reason: change }
}

function isSettled({ undo }: ActionTaken): boolean {
  return undo !== null && undo.outcome !== 'planned' && !undo.error
}

/** Nothing of the decision but how this one action is taken back. */
async function keep(db: Db, { token }: Undoing, decision: StoredDecision, place: number): Promise<void> {
  const { id, companyId, executionId, actions } = decision
  const isOver = actions.every((action) => action.outcome !== 'done' || isSettled(action))
  const { numAffectedRows } = await sql`
    UPDATE automation_decisions SET actions = jsonb_set(actions, ${[String(place), 'undo']}, ${JSON.stringify(required(actions[place], 'action').undo)}),
      undone_at = ${isOver ? sql`clock_timestamp()` : null}
    WHERE id = ${id} AND company_id = ${companyId} AND ${isHeldBy(token, executionId)}`.execute(db)
  if (numAffectedRows !== 1n) throw new NoLongerHeld()
}

/** What cannot be taken back does not keep the rest from it. */
async function logged(
  { log }: RunDeps,
  { executionId, signal }: Undoing,
  work: () => Promise<Undone>,
): Promise<Undone> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof AppError) {
      const { code, message, details } = thrown
      return { outcome: 'cannot', reason: message, error: { code, ...(details ? { details } : {}) } }
    }
    if (isPassing(thrown, signal)) throw thrown
    log.error({ err: thrown, executionId }, 'what a rule did could not be taken back')
    return { outcome: 'cannot', reason: ownFailure, error: { code: 'internal_server_error' } }
  }
}
