import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { AppError, notFound } from '../../../errors.ts'
import type { Context } from '../../context.ts'
import { readDecisions } from './decisions/decisions.ts'
import type { Decision } from './decisions/decisions.ts'
import { leaseSeconds } from './limits.ts'
import type { RunDeps, Undone } from './terms.ts'
import { planBack, sendBack } from './actions/take-back.ts'

/**
 * Takes back what an execution did, the last first, as far as that is possible: what somebody has changed since is left as
 * it is. Once; but what was refused can be tried again, and whoever died in the middle of it goes on under the same keys.
 */
export async function undoExecution(deps: RunDeps, context: Context, executionId: number): Promise<void> {
  await hold(deps.db, context, executionId)
  const which = sql`execution_id = ${executionId} ORDER BY decision.id DESC`
  const undone: Undone[] = []
  for (const decision of await readDecisions(deps.db, context.company.id, which)) {
    undone.push(...(await undoDecision(deps, context, decision)))
  }
  const refused = undone.filter(({ error }) => error)
  const undoneAt = refused.length > 0 ? null : sql<Date>`clock_timestamp()`
  await deps.db
    .updateTable('automation_executions')
    .set({ undone_at: undoneAt, undo_until: null })
    .where('id', '=', executionId)
    .where('company_id', '=', context.company.id)
    .execute()
  const [first] = refused
  if (first?.error?.code !== 'guard_refused' || undone.some(({ outcome }) => outcome === 'done')) return
  throw new AppError('guard_refused', first.reason ?? '', first.error.details)
}

/** As long as an undo may take without a sign of life; each action is one. */
const holdUndo = sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`

async function hold(db: Db, { company, actor, operationKey }: Context, id: number): Promise<void> {
  const by = `${actor.name} ${operationKey}`
  const { rows } = await sql`
    UPDATE automation_executions SET undo_until = ${holdUndo}, undo_by = ${by}
    WHERE id = ${id} AND company_id = ${company.id} AND state <> 'running' AND undone_at IS NULL
      AND (undo_until IS NULL OR undo_until < clock_timestamp() OR undo_by = ${by}) RETURNING id`.execute(db)
  if (rows.length > 0) return
  const known = await db
    .selectFrom('automation_executions')
    .select(['state', 'undone_at'])
    .where('id', '=', id)
    .where('company_id', '=', company.id)
    .executeTakeFirst()
  if (!known) throw notFound('execution', id)
  if (known.undone_at)
    throw new AppError('conflict', `The execution ${id} was taken back before.`, { reason: 'undone' })
  const what = known.state === 'running' ? 'is still running' : 'is being taken back'
  throw new AppError('conflict', `The execution ${id} ${what}. Ask again in a moment.`, { reason: 'busy' })
}

async function undoDecision(deps: RunDeps, context: Context, decision: Decision): Promise<Undone[]> {
  const actions = [...decision.actions]
  const save = async (place: number, undo: Undone) => {
    actions[place] = { ...actions[place]!, undo }
    await keep(deps.db, { ...decision, actions })
  }
  for (const [place, action] of [...actions.entries()].reverse()) {
    if (action.outcome !== 'done' || isSettled(action.undo)) continue
    // What is about to be sent is written down first: whoever goes on sends the same.
    if (action.undo?.outcome !== 'planned')
      await save(place, await told(() => planBack(deps, context, decision, action)))
    const planned = actions[place]!
    if (planned.undo?.outcome !== 'planned') continue
    await save(place, await told(() => sendBack(deps, context, planned, `automation undo ${decision.id} ${place}`)))
  }
  return actions.flatMap(({ undo }) => undo ?? [])
}

function isSettled(undo: Undone | null): boolean {
  return undo !== null && undo.outcome !== 'planned' && !undo.error
}

async function keep(db: Db, { id, companyId, executionId, actions }: Decision): Promise<void> {
  await sql`
    UPDATE automation_decisions SET actions = ${JSON.stringify(actions)}, undone_at = clock_timestamp()
    WHERE id = ${id} AND company_id = ${companyId}`.execute(db)
  await sql`
    UPDATE automation_executions SET undo_until = ${holdUndo} WHERE id = ${executionId} AND company_id = ${companyId}`.execute(
    db,
  )
}

/** What cannot be taken back does not keep the rest from it. */
async function told(work: () => Promise<Undone>): Promise<Undone> {
  try {
    return await work()
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    const { code, message, details } = thrown
    return { outcome: 'cannot', reason: message, error: { code, ...(details ? { details } : {}) } }
  }
}
