import { setTimeout as delay } from 'node:timers/promises'
import { AppError, fromPlatform, PlatformError } from '../../../../errors.ts'
import { required } from '../../../../lookup.ts'
import type { Approved, Caller } from '../../../context.ts'
import type { OrderAnswer } from '../operation-runner.ts'
import { maxWaitMs, tryForMs } from '../limits.ts'
import type { ActionTaken, EntityFacts, RunDeps } from '../terms.ts'

export interface Sending {
  caller: Caller
  key: string
  signal: AbortSignal
  approval?: Approved
}

type Taken = Pick<ActionTaken, 'outcome' | 'reason' | 'after' | 'approvalId' | 'error'>

const nothing = { after: null, approvalId: null, error: null }

/** Has one write made, and tries again for a while where it cannot be made now. */
export async function order(deps: RunDeps, action: ActionTaken, sending: Sending): Promise<Taken> {
  const { caller, key, approval } = sending
  const ordered = {
    caller,
    operation: required(action.operation, 'operation'),
    input: required(action.input, 'input'),
    key,
    approval,
  }
  try {
    const answer = await patiently(sending.signal, async () => {
      const answered = await deps.operations.run(ordered)
      if (isRetryable(answered)) throw notNow(answered)
      return answered
    })
    return takenFrom(action, answer)
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    return refusedBy(thrown)
  }
}

/** Again and again, as long as whoever was asked says that it may help. */
export async function patiently<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const end = Date.now() + tryForMs
  for (;;) {
    try {
      return await work()
    } catch (thrown) {
      const error = thrown instanceof PlatformError ? fromPlatform(thrown) : thrown
      const wait = error instanceof AppError ? Number(error.headers['retry-after']) * 1000 : NaN
      if (Number.isNaN(wait) || Date.now() + wait > end) throw error
      await delay(Math.min(Math.max(wait, 1), maxWaitMs), undefined, { signal })
    }
  }
}

interface Result {
  success?: boolean
  error?: { message?: string; retryable?: boolean }
}

function resultsIn({ value }: OrderAnswer): (Result & Record<string, unknown>)[] {
  return Array.isArray(value.results) ? (value.results as (Result & Record<string, unknown>)[]) : []
}

function isRetryable(answer: OrderAnswer): boolean {
  const results = resultsIn(answer)
  return results.length > 0 && results.every(({ success, error }) => success === false && error?.retryable === true)
}

const askAgainSeconds = 5

function notNow(answer: OrderAnswer): AppError {
  const message = resultsIn(answer)[0]?.error?.message ?? 'The platform cannot take it now.'
  return new AppError('platform_unavailable', message, {}, { 'retry-after': String(askAgainSeconds) })
}

/** What an answer makes of the action that was sent. */
export function takenFrom(action: ActionTaken, answer: OrderAnswer): Taken {
  const failures = resultsIn(answer).filter(({ success }) => success === false)
  const message = failures[0]?.error?.message ?? null
  if (failures.length > 0 && failures.length === resultsIn(answer).length) {
    return { ...nothing, outcome: 'failed', reason: message, error: { code: 'platform_error' } }
  }
  if (action.action === 'graduate' && answer.value.adBatchId === undefined) {
    return { ...nothing, outcome: 'skipped', reason: 'The post is in these ad sets already.' }
  }
  return { ...nothing, outcome: 'done', reason: message, after: afterOf(action, answer) }
}

/** What is there now, as far as the action was about it. */
function afterOf({ wanted, input }: ActionTaken, answer: OrderAnswer): EntityFacts {
  const { value } = answer
  switch (wanted.action) {
    case 'pause':
      return { status: 'paused' }
    case 'resume':
      return { status: 'active' }
    case 'setBudget':
    case 'changeBudget':
      return value.new as EntityFacts
    case 'rename':
      return { name: String(input?.name) }
    case 'launchDraft':
    case 'graduate':
      return { batchId: Number(value.adBatchId) }
    default:
      return { ids: resultsIn(answer).flatMap(madeId) }
  }
}

const idFields = ['newAdId', 'newAdSetId', 'newCampaignId', 'id']

function madeId(result: Record<string, unknown>): string[] {
  const id = idFields.map((field) => result[field]).find((value) => typeof value === 'string')
  return typeof id === 'string' ? [id] : []
}

/** What a guard does not let pass is left alone; everything else that was refused is a failure. */
function refusedBy({ code, message, details }: AppError): Taken {
  const failed = { ...nothing, reason: message, error: { code, ...(details ? { details } : {}) } }
  if (code === 'approval_required') return { ...failed, outcome: 'asked', approvalId: Number(details?.approvalId) }
  return { ...failed, outcome: code === 'guard_refused' ? 'skipped' : 'failed' }
}
