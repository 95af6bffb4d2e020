import type { CopyOutcome } from '../../../../core/duplicate/duplicate.ts'
import { OtherReply } from '../../../../call/endpoint.ts'
import { toldAsFailed } from '../all-failed.ts'

/**
 * An answer that leaves open what became of a copy is not kept for the caller's Idempotency-Key: a repeat must look
 * again, and finds the other copies in the journal.
 */
export function replyWith(answer: CopyAnswer, outcomes: CopyOutcome[]): object {
  const failed = outcomes.flatMap((outcome) => (outcome.success ? [] : [outcome]))
  const told = toldAsFailed(answer, failed[0]?.error.message)
  const isOpen = failed.some(({ isUnclear }) => isUnclear)
  return isOpen && !(told instanceof OtherReply) ? new OtherReply(200, { success: true, ...told }) : told
}

type CopyAnswer = { successCount: number; failCount: number }
