import { z } from 'zod'
import type { Copies, CopyOutcome } from '../../../../core/duplicate/duplicate.ts'
import { OtherReply } from '../../../../call/operation.ts'
import type { CreatedCopy } from '../../../../platforms/contract/duplicate.ts'
import { countedReply, describeAsFailed } from '../all-failed.ts'

const Code = z.union([z.number(), z.string()]).nullable()

const MissingPart = z
  .object({
    level: z.enum(['campaign', 'adset', 'ad']).meta({ description: 'What kind of part it is.' }),
    sourceId: z.string().meta({ description: 'Its id in the original.' }),
    code: Code.meta({ description: "The platform's own code." }),
    subcode: Code.meta({ description: "The platform's own finer code." }),
    message: z.string().meta({ description: 'Why it is missing, in the words of the platform.' }),
  })
  .meta({ id: 'MissingPart' })

const CopyFailure = z
  .object({
    code: Code.meta({ description: "The platform's own code." }),
    subcode: Code.meta({ description: "The platform's own finer code." }),
    message: z.string().meta({ description: 'What happened, in the words of the platform.' }),
    attempts: z.number().int().meta({ description: 'How often it was tried.' }),
    hint: z.string().optional().meta({ description: 'What can be done about it.' }),
  })
  .meta({ id: 'CopyFailure' })

/** What every result has, whatever was copied. */
export const resultFields = {
  copyNumber: z.number().int().meta({ description: 'Which of the copies, counted from 1.' }),
  success: z.boolean().meta({ description: 'Whether the copy was made.' }),
  warnings: z.array(z.string()).optional().meta({ description: 'What is worth knowing and did not stop the copy.' }),
  missing: z.array(MissingPart).optional().meta({ description: 'Parts of the original that the copy lacks, and why.' }),
  error: CopyFailure.optional().meta({ description: 'Why the copy failed.' }),
}

export const namingFields = {
  renamed: z.boolean().optional().meta({ description: 'Whether the copy has another name than the original.' }),
  newName: z.string().optional().meta({ description: 'The name of the copy.' }),
}

export const methodField = {
  method: z
    .enum(['copies', 'async', 'without-ads', 'piece-by-piece', 'recreation'])
    .meta({ id: 'CopyMethod' })
    .optional()
    .meta({ description: 'Which way the copy came about.' }),
}

export function copiesReply<T extends z.ZodType>(result: T) {
  return { ...countedReply, results: z.array(result).meta({ description: 'What became of each copy.' }) }
}

/** One outcome in the words of the answer; `tell` adds what only this kind of copy has. */
function resultOf<T extends object>(outcome: CopyOutcome, describe: (made: CreatedCopy) => T) {
  const { copyNumber } = outcome
  if (!outcome.success) return { copyNumber, success: false as const, error: outcome.error }
  const { warnings, missing } = outcome.made
  return {
    copyNumber,
    success: true as const,
    ...describe(outcome.made),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(missing.length > 0 ? { missing } : {}),
  }
}

/** The results of all copies, and how many went well. */
export function resultsOf<T extends object>({ outcomes, sandbox }: Copies, tell: (made: CreatedCopy) => T) {
  const successCount = outcomes.filter(({ success }) => success).length
  const results = outcomes.map((outcome) => resultOf(outcome, tell))
  return { results, successCount, failCount: outcomes.length - successCount, sandbox }
}

type Counted = { successCount: number; failCount: number }

/**
 * An answer that leaves open what became of a copy is not kept for the caller's Idempotency-Key: a repeat must look
 * again, and finds the other copies in the journal.
 */
export function replyWith<T extends Counted>(answer: T, { outcomes }: Copies): T | OtherReply<T> {
  const failed = outcomes.flatMap((outcome) => (outcome.success ? [] : [outcome]))
  const failure = describeAsFailed(answer, failed[0]?.error.message)
  const isOpen = failed.some(({ isUnclear }) => isUnclear)
  return isOpen && !(failure instanceof OtherReply) ? new OtherReply(200, failure) : failure
}
