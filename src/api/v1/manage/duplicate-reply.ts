import type { CopyOutcome } from '../../../core/duplicate/duplicate.ts'
import { Answer } from '../../../http/endpoint.ts'

/**
 * An answer that leaves open what became of a copy is not kept for the caller's Idempotency-Key: a repeat must look
 * again, and finds the other copies in the journal.
 */
export function replyWith(answer: object, outcomes: CopyOutcome[]): object {
  const isOpen = outcomes.some((outcome) => !outcome.success && outcome.isUnclear)
  return isOpen ? new Answer(200, { success: true, ...answer }) : answer
}
