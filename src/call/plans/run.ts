import type { Approval } from '../../core/approvals/read.ts'
import { findApproval } from '../../core/approvals/read.ts'
import type { Caller } from '../../core/context.ts'
import { writesOf } from '../../core/journal/past-writes.ts'
import type { CallWrite } from '../../core/journal/past-writes.ts'
import { beginPlan, endPlan, findPlan, leaveToPerson } from '../../core/plans/store.ts'
import type { PlanRow } from '../../core/plans/store.ts'
import { AppError } from '../../errors.ts'
import { required } from '../../lookup.ts'
import { Answer } from '../operation.ts'
import type { Operation } from '../operation.ts'
import { count } from '../counted.ts'
import { operationKeyOf, perform } from '../pipeline.ts'
import type { CallDeps } from '../pipeline.ts'
import { requireScope } from '../scopes.ts'
import { preview, strictest } from './make.ts'
import { planWords } from './words.ts'

/** How a plan came out. */
export type PlanEnd =
  | { outcome: 'done'; result: object }
  | { outcome: 'waiting for approval'; approvalId: number; expiresAt: string; message: string }

export interface PlanRequest {
  caller: Caller
  requestId: string
  signal: () => AbortSignal
  planId: number
  digest: string
}

/** Does exactly what was planned, once. A repeat finds out what became of it. */
export async function runPlan(callDeps: CallDeps & { operations: Operation[] }, asked: PlanRequest): Promise<PlanEnd> {
  const { db } = callDeps.services
  await count(callDeps, asked.caller, 'write')
  const plan = await findPlan(db, asked.caller, asked.planId)
  const operation = callDeps.operations.find(({ name }) => name === plan.operation)
  if (!operation) throw isOver(plan, 'there is no such operation any more')
  if (operation.scope !== null) requireScope(asked.caller.actor, operation.scope)
  if (plan.digest !== asked.digest) throw otherDigest(plan)
  if (plan.result) return { outcome: 'done', result: plan.result }
  if (plan.approval_id !== null) return afterApproval(plan, await findApproval({ db }, asked.caller, plan.approval_id))
  refuseTooLate(plan, required(callDeps.services.config.retention.keys, 'time that keys are kept'))
  await beginPlan(db, plan)
  return attempt(callDeps, operation, asked, plan)
}

/** What a plan would do as things are now, for a person to look at; null: it was run already, or running it says what is wrong with it. */
export async function describePlan(
  callDeps: CallDeps & { operations: Operation[] },
  { caller, requestId, signal, planId, digest }: PlanRequest,
): Promise<string | null> {
  const { services } = callDeps
  const plan = await findPlan(services.db, caller, planId)
  const operation = callDeps.operations.find(({ name }) => name === plan.operation)
  const isOpen = plan.digest === digest && plan.result === null && plan.approval_id === null && plan.run_at === null
  if (!operation || !isOpen || plan.expires_at <= new Date()) return null
  if (operation.scope !== null) requireScope(caller.actor, operation.scope)
  const input = () => plan.input
  const asked = { caller, requestId, signal, path: operation.rest.path, content: plan.input, input }
  const previewed = await preview(services, operation, { ...asked, idempotencyKey: undefined, files: null })
  if (previewed.digest !== digest) return null
  const verdict = strictest(previewed)
  return `${planWords(operation, previewed)}${verdict === 'passes' ? '' : ` Spend guards: ${verdict}.`}`
}

/** Names the writes of a plan, in every attempt at it. */
function keyOf({ id }: PlanRow): string {
  return `plan-${id}`
}

async function attempt(callDeps: CallDeps, operation: Operation, asked: PlanRequest, plan: PlanRow): Promise<PlanEnd> {
  const { services } = callDeps
  try {
    const outcome = await perform(callDeps, operation, {
      caller: asked.caller,
      requestId: asked.requestId,
      idempotencyKey: keyOf(plan),
      path: operation.rest.path,
      content: plan.input,
      input: () => plan.input,
      signal: asked.signal,
      files: null,
      planned: { planId: plan.id, digest: plan.digest, meaning: plan.meaning },
    })
    const result = outcome instanceof Answer ? {} : outcome.value
    await endPlan(services.db, plan, result)
    return { outcome: 'done', result }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'approval_required') return waitFor(callDeps, plan, error)
    if (plan.run_at === null || error.headers['retry-after'] !== undefined) throw error
    return fromJournal(callDeps, operation, asked, { plan, error })
  }
}

async function waitFor({ services }: CallDeps, plan: PlanRow, { message, details }: AppError): Promise<PlanEnd> {
  const { approvalId, expiresAt } = details as { approvalId: number; expiresAt: string }
  await leaveToPerson(services.db, plan, approvalId)
  return { outcome: 'waiting for approval', approvalId, expiresAt, message }
}

/**
 * An earlier attempt lost its answer, and what it did keeps the call from being made again, such as something deleted that is
 * not there any more: then the journal knows what was done.
 */
async function fromJournal(
  { services }: CallDeps,
  operation: Operation,
  { caller }: PlanRequest,
  { plan, error }: { plan: PlanRow; error: AppError },
): Promise<PlanEnd> {
  const writes = await writesOf(services.db, caller.company.id, operationKeyOf(operation, keyOf(plan)))
  if (writes.length === 0) throw error
  if (writes.some(({ state }) => state === 'open')) throw stillOpen(plan, writes)
  const message = `The answer of an earlier attempt was lost; this is what it did. ${error.message}`
  return { outcome: 'done', result: { message, writes } }
}

function afterApproval(plan: PlanRow, approval: Approval): PlanEnd {
  const { id: approvalId, state, expiresAt, result } = approval
  if (state === 'done') return { outcome: 'done', result: result?.body ?? {} }
  if (state === 'waiting' || state === 'approved') {
    const message =
      state === 'waiting' ? 'A person has not decided yet. Nothing was changed.' : 'It was approved and is being done.'
    return { outcome: 'waiting for approval', approvalId, expiresAt: expiresAt.toISOString(), message }
  }
  const why = { refused: 'a person refused it', expired: 'nobody decided on it in time' } as Record<string, string>
  throw isOver(plan, why[state] ?? `what was approved could not be done (${state})`, { approvalId, result })
}

function refuseTooLate(plan: PlanRow, keptHours: number): void {
  const hours = (Date.now() - (plan.run_at ?? new Date()).getTime()) / 3_600_000
  // Without its key a repeat would do it twice.
  if (hours >= keptHours)
    throw isOver(
      plan,
      `it was run at ${required(plan.run_at, 'time of the run').toISOString()}, and its answer was lost`,
    )
  if (plan.run_at === null && plan.expires_at <= new Date())
    throw isOver(plan, `it could be run until ${plan.expires_at.toISOString()}`)
}

function otherDigest({ id }: PlanRow): AppError {
  const text = `This is not the digest of plan ${id}. Take planId and digest from the same answer.`
  return new AppError('conflict', text, { reason: 'digest' })
}

function isOver({ id }: PlanRow, why: string, more: Record<string, unknown> = {}): AppError {
  return new AppError('conflict', `Plan ${id} is over: ${why}. Nothing was done now.`, { reason: 'over', ...more })
}

function stillOpen({ id }: PlanRow, writes: CallWrite[]): AppError {
  const text = `An earlier attempt at plan ${id} sent something whose fate is not known yet. Nothing was sent again. Repeat it in a minute.`
  return new AppError('conflict', text, { reason: 'unsure', writes }, { 'retry-after': '60' })
}
