import { setTimeout as delay } from 'node:timers/promises'
import type { ApprovalRunner } from '../core/approvals/runner.ts'
import { askerOf, claimApproved, endApproved, holdOn, holdSeconds, letGo, tryLater } from '../core/approvals/claim.ts'
import type { Claimed, ApprovalEnd, Later } from '../core/approvals/claim.ts'
import { notifyAnswered } from '../core/automations/execute/actions/answered.ts'
import { reached } from '../core/journal/moments.ts'
import { AppError, errorStatus, fromPlatform, PlatformError } from '../errors.ts'
import type { Services } from '../services.ts'
import { Answer } from './operation.ts'
import type { Operation } from './operation.ts'
import { perform } from './pipeline.ts'
import { mayCall, scopeFor } from './scopes.ts'

interface RunnerDeps {
  services: () => Services
  operations: () => Operation[]
}

/** What cannot be done now is tried again for so long after it was approved. */
const triedForMs = 3_600_000
const usualWaitSeconds = 15
/** So long somebody who approved waits for what others approved in the same account. */
const maxTurnMs = 20_000
const lookEveryMs = 100

/** Approved writes go the way of every call, as whoever asked for them, under the key that makes a repeat harmless. */
export function createApprovalRunner(runner: RunnerDeps): ApprovalRunner {
  return { run: (approvalId, waiting) => run(runner, approvalId, waiting?.forOthers ?? false) }
}

async function run({ services, operations }: RunnerDeps, approvalId: number, waits: boolean): Promise<void> {
  const deps = services()
  const claimed = await claim(deps, approvalId, waits)
  if (!claimed) return
  reached('approval-claimed', String(approvalId))
  const heartbeat = setInterval(() => void holdOn(deps.db, claimed.id).catch(() => undefined), (holdSeconds * 1000) / 3)
  heartbeat.unref()
  try {
    const ending = await attempt(deps, operations(), claimed)
    reached('approval-done', String(approvalId))
    if ('why' in ending) await tryLater(deps.db, claimed.id, ending)
    else await endApproved(deps.db, claimed, ending, (trx) => notifyAnswered(trx, claimed.company_id, claimed.id))
  } finally {
    clearInterval(heartbeat)
  }
}

/** One after the other in each account. Who is not to wait, or has waited long enough, leaves it to whoever looks next. */
async function claim({ db }: Services, approvalId: number, waits: boolean): Promise<Claimed | null> {
  const end = Date.now() + (waits ? maxTurnMs : 0)
  for (;;) {
    const claimed = await claimApproved(db, approvalId)
    if (claimed !== 'busy') return claimed
    if (Date.now() >= end) break
    await delay(lookEveryMs)
  }
  await letGo(db, approvalId)
  return null
}

/** How it ended, or when it is worth trying again. */
async function attempt(services: Services, operations: Operation[], claimed: Claimed): Promise<ApprovalEnd | Later> {
  const operation = operations.find(({ name }) => name === claimed.operation)
  const caller = await askerOf(services.db, claimed)
  if (!operation) return outdated('There is no such operation any more.')
  if (!caller)
    return outdated(
      'Who asked for it may no longer do it: their API key was revoked or has expired, or they left the company.',
    )
  const scope = scopeFor(caller.actor, operation)
  if (!mayCall(caller.actor, scope))
    return outdated(`Who asked for it may no longer do it: they lack the scope "${scope}" today.`)
  const key = claimed.repeat_key ?? `approval-${claimed.id}`
  try {
    const outcome = await perform({ services }, operation, {
      caller,
      requestId: `approval_${claimed.id}`,
      idempotencyKey: key,
      path: claimed.repeat_path ?? operation.rest.path,
      content: claimed.repeat_key === null ? claimed.input : (claimed.repeat_content ?? undefined),
      input: () => claimed.input,
      signal: () => new AbortController().signal,
      files: null,
      approval: { approvalId: claimed.id, digest: claimed.digest },
    })
    if (outcome instanceof Answer) return { state: 'done', status: outcome.status, result: {} }
    return { state: 'done', status: outcome.status, result: outcome.value }
  } catch (error) {
    const failure = error instanceof PlatformError ? fromPlatform(error) : error
    if (failure instanceof AppError) return afterFailure(failure, claimed)
    services.log.error({ err: error, approvalId: claimed.id }, 'what was approved could not be done')
    return { seconds: usualWaitSeconds, why: 'Something went wrong here.' }
  }
}

function afterFailure(error: AppError, { decided_at: decidedAt }: Claimed): ApprovalEnd | Later {
  const { code, message, details } = error
  const wait = error.headers['retry-after']
  const mayTry = Date.now() - (decidedAt ?? new Date()).getTime() < triedForMs
  if (wait !== undefined && mayTry) return { seconds: Number(wait) || usualWaitSeconds, why: message }
  // What it is about is not there any more: that has changed as well.
  const state = details?.reason === 'changed' || code === 'not_found' ? 'outdated' : 'failed'
  return { state, status: errorStatus[code], result: { error: { code, message, details } } }
}

function outdated(message: string): ApprovalEnd {
  return { state: 'outdated', status: 409, result: { error: { code: 'conflict', message } } }
}
