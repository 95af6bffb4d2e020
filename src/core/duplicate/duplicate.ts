import { createHash } from 'node:crypto'
import { brokenRules, PlatformError } from '../../errors.ts'
import type { CreatedCopy, Duplication, DuplicateRequest } from '../../platforms/contract/duplicate.ts'
import { noteMade, openAccount } from '../connections/accounts.ts'
import { createdCopies } from '../guards/changes/copies.ts'
import { passGuards } from '../guards/gate.ts'
import { copiesEnded } from '../guards/ledger/effects.ts'
import type { CopyEnd } from '../guards/ledger/effects.ts'
import type { Spending } from '../guards/terms.ts'
import { requireVerb } from '../connections/verbs.ts'
import { OutcomeUnknown } from '../writes/caller-errors.ts'
import { writeLifeOf } from '../writes/caller-write.ts'
import { quotaOfCopies } from './quota.ts'
import { copyWriter } from './copy-writer.ts'
import type { CopyOperation, Tries } from './copy-writer.ts'
import type { AccountDeps } from '../deps.ts'

export const maxCopies = 10

interface CopyFailure {
  code: number | string | null
  subcode: number | string | null
  message: string
  attempts: number
  hint?: string
}

/** What became of one of the copies. */
export type CopyOutcome =
  | { copyNumber: number; success: true; made: CreatedCopy }
  /** unclear: the platform did not answer, and the copy may exist. */
  | { copyNumber: number; success: false; error: CopyFailure; isUnclear: boolean }

/** What became of all of them, and whether they are in the sandbox. */
export interface Copies {
  outcomes: CopyOutcome[]
  sandbox: boolean
}

export interface CopiesRequest extends DuplicateRequest {
  accountId: string
  copyCount: number
}

/** Makes the copies side by side. One that fails does not stop the others. */
export async function duplicate(
  deps: AccountDeps,
  context: Spending,
  { accountId, copyCount, ...request }: CopiesRequest,
): Promise<Copies> {
  const { company, operationKey } = context
  const opened = await openAccount(deps, { company }, accountId)
  const { session, account, platform, platforms } = opened
  const verbs = requireVerb({ session, platform, platforms }, 'duplicate')
  const issues = verbs.check(request)
  if (issues.length > 0) throw brokenRules(issues)
  const duplication = await verbs.prepare(account.account_id, request)
  const quota = await quotaOfCopies(deps, context, opened, { ...request, copyCount })
  await passGuards(deps, context, () => createdCopies(opened, { ...request, copyCount, operationKey }))
  await quota.take()
  const lane = {
    db: deps.db,
    companyId: company.id,
    platform: account.platform,
    accountId: account.account_id,
    life: writeLifeOf(session),
  }
  const operation: CopyOperation = { lane, sourceId: request.sourceId, operationKey, shared: new Map() }
  const copies = Array.from({ length: copyCount }, (_, index) => copyOnce(duplication, operation, index + 1))
  // All of them come to their end before a failure of our own is told: none may go on unwatched.
  const settled = await Promise.allSettled(copies)
  const ends = settled.map(endOf)
  for (const { madeId } of ends)
    if (madeId !== null) noteMade(deps, context, opened, { level: request.level, id: madeId })
  await copiesEnded(deps.db, context, ends)
  await quota.giveBack(ends.filter(({ madeId, isUnclear }) => madeId === null && !isUnclear).length)
  const outcomes = settled.map((copy) => {
    if (copy.status === 'fulfilled') return copy.value
    throw copy.reason
  })
  return { outcomes, sandbox: opened.isSandbox }
}

function endOf(copy: PromiseSettledResult<CopyOutcome>, index: number): CopyEnd {
  const number = index + 1
  if (copy.status === 'rejected') return { number, madeId: null, isUnclear: true }
  const { value } = copy
  if (value.success) return { number, madeId: value.made.id, isUnclear: false }
  return { number, madeId: null, isUnclear: value.isUnclear }
}

async function copyOnce(duplication: Duplication, operation: CopyOperation, number: number): Promise<CopyOutcome> {
  const tries: Tries = { count: 0 }
  const callMark = markOf(operation.operationKey)
  const mark = markOf(`${operation.operationKey} ${number}`)
  try {
    const created = await duplication.copy({ number, mark, callMark, write: copyWriter(operation, number, tries) })
    return { copyNumber: number, success: true, made: created }
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    const { code = null, subcode = null, message, hint } = error.failure
    const failure = { code, subcode, message, attempts: tries.count, ...(hint ? { hint } : {}) }
    const isUnclear = error instanceof OutcomeUnknown || (error.kind === 'unknown' && typeof code !== 'number')
    return { copyNumber: number, success: false, error: failure, isUnclear }
  }
}

function markOf(text: string): string {
  return `fd${createHash('sha256').update(text).digest('hex').slice(0, 12)}`
}
