import type { AuditLog } from '../core/audit/log.ts'
import { targetsOf } from '../core/audit/targets.ts'
import type { AuditEntry, AuditOutcome } from '../core/audit/record.ts'
import type { Caller, ChangeDetails } from '../core/context.ts'
import type { Db } from '../db/connect.ts'
import { AppError, errorStatus, PlatformError } from '../errors.ts'
import type { Logger } from 'pino'
import type { Operation } from './operation.ts'

/** What is written down of one call that changes something. */
export interface AuditTrail {
  touched(what: ChangeDetails): void
  /** Done, in the transaction that does it. */
  doneWith(trx: Db, reply: object): Promise<void>
  done(reply: object | null): Promise<void>
  ended(error: unknown): Promise<void>
}

/** For calls that change nothing. */
export const noTrail: AuditTrail = {
  touched: () => undefined,
  doneWith: () => Promise.resolve(),
  done: () => Promise.resolve(),
  ended: () => Promise.resolve(),
}

interface TrailOf {
  operation: Operation
  caller: Caller
  requestId: string
  input: Record<string, unknown>
}

export function beginTrail(
  { audit, log }: { audit: AuditLog; log: Logger },
  { operation, caller, requestId, input }: TrailOf,
): AuditTrail {
  const { company, actor } = caller
  const { path } = operation.rest
  const known: ChangeDetails = {}
  let isWritten = false
  const about = { actor, action: operation.name, requestId, asked: input }
  const open = audit.begin(company, { ...about, targets: targetsOf(path, input, null) })

  function entry(outcome: AuditOutcome, reply: object | null, error?: AuditEntry['error']): AuditEntry {
    const targets = [...(known.targets ?? []), ...targetsOf(path, input, reply)]
    // What is answered is what is known to be there after it.
    return { ...about, targets, before: known.before, after: known.after ?? reply, outcome, error }
  }

  /** What was done stays done: that it could not be written down now is for the operator, and the open entry remains. */
  async function end(last: AuditEntry): Promise<void> {
    await open.end(last).catch((error: unknown) => log.error({ err: error }, 'a change was not written down'))
  }

  return {
    touched: (what) => void Object.assign(known, what),
    async doneWith(trx, reply) {
      await open.endWith(trx, entry('done', reply))
      isWritten = true
    },
    async done(reply) {
      if (!isWritten) await end(entry('done', reply))
    },
    ended: (error) => end(entry(outcomeOf(error), null, wordsOf(error))),
  }
}

/** A refusal changed nothing; what a platform or we ourselves failed at may have changed something. */
function outcomeOf(error: unknown): AuditOutcome {
  if (error instanceof PlatformError) return error.kind === 'unknown' ? 'failed' : 'refused'
  return error instanceof AppError && errorStatus[error.code] < 500 ? 'refused' : 'failed'
}

function wordsOf(error: unknown): { code: string; message: string } {
  if (error instanceof AppError) return { code: error.code, message: error.message }
  if (error instanceof PlatformError) return { code: 'platform_error', message: error.message }
  return { code: 'internal_server_error', message: 'The service itself failed; its log has it.' }
}
