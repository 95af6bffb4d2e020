import { z } from 'zod'
import type { CopyMade } from '../../platforms/contract/duplicate.ts'
import type { CopyOutcome } from './duplicate.ts'

const codeShape = z.union([z.number(), z.string()]).nullable()

const MissingShape = z.object({
  level: z.enum(['campaign', 'adset', 'ad']),
  sourceId: z.string(),
  code: codeShape,
  subcode: codeShape,
  message: z.string(),
})

/** What every result has, whatever was copied. */
const ResultShape = {
  copyNumber: z.number().int(),
  success: z.boolean(),
  warnings: z.array(z.string()).optional(),
  missing: z.array(MissingShape).optional().meta({ description: 'Parts of the source that the copy lacks, and why.' }),
  error: z
    .object({
      code: codeShape,
      subcode: codeShape,
      message: z.string(),
      attempts: z.number().int(),
      hint: z.string().optional(),
    })
    .optional()
    .meta({ description: 'Why the copy failed, in the words of the platform.' }),
}

export const NamingShape = { renamed: z.boolean().optional(), newName: z.string().optional() }

export const MethodShape = z
  .enum(['copies', 'async', 'without-ads', 'piece-by-piece', 'recreation'])
  .optional()
  .meta({ description: 'Which way the copy came about.' })

/** Of calls with a result for each part. */
export const overallShape = {
  success: z.boolean().meta({ description: 'false when nothing at all went well; each result has its own.' }),
  message: z.string().optional().meta({ description: 'Why, when nothing at all went well.' }),
}

/** The answer of a duplicate endpoint; `original` and `copy` are what it calls the ids. */
export function answerShape(original: string, copy: string, more: z.ZodRawShape) {
  return z.object({
    ...overallShape,
    [original]: z.string(),
    results: z.array(z.object({ ...ResultShape, [copy]: z.string().optional(), ...more })),
    successCount: z.number().int(),
    failCount: z.number().int(),
  })
}

/** The outcomes in the words of the answer; `tell` adds what only this kind of copy has. */
export function answerOf(
  [original, sourceId]: [string, string],
  copy: string,
  outcomes: CopyOutcome[],
  tell: (made: CopyMade) => object,
): { successCount: number; failCount: number } {
  const results = outcomes.map((outcome) => {
    const { copyNumber, success } = outcome
    if (!outcome.success) return { copyNumber, success, error: outcome.error }
    const { made } = outcome
    return {
      copyNumber,
      success,
      [copy]: made.id,
      ...tell(made),
      ...(made.warnings.length > 0 ? { warnings: made.warnings } : {}),
      ...(made.missing.length > 0 ? { missing: made.missing } : {}),
    }
  })
  const successCount = outcomes.filter((outcome) => outcome.success).length
  const counts = { successCount, failCount: outcomes.length - successCount }
  return Object.assign({ [original]: sourceId, results }, counts)
}
