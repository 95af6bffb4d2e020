import { z } from 'zod'
import { ControlError } from './error.ts'
import { faultKinds } from './fault-book.ts'
import { compilePattern } from './pattern.ts'
import type { PatternError } from './pattern.ts'

const pattern = z.string().superRefine((source, context) => {
  try {
    compilePattern(source)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as PatternError).message })
  }
})
const match = z.strictObject({
  method: z
    .string()
    .regex(/^[A-Za-z]+$/)
    .optional(),
  path: pattern.optional(),
})
const count = z.int().min(0)

export const resetInput = z.strictObject({
  seed: z.int().min(0).optional(),
  size: z.union([z.enum(['small', 'large']), z.int().min(1).max(500)]).optional(),
})

export const latencyInput = z.strictObject({
  platform: z.string(),
  ms: z.number().min(0).max(600_000),
  jitterMs: z.number().min(0).max(600_000).default(0),
  match: match.optional(),
})

export const faultInput = z
  .strictObject({
    platform: z.string(),
    match: match.default({}),
    fault: z.enum(faultKinds),
    after: count.default(0),
    times: count.nullable().default(1),
    status: z.int().min(200).max(599).optional(),
    body: z.unknown().optional(),
    code: z.int().optional(),
    subcode: z.int().optional(),
    message: z.string().optional(),
    seconds: z.number().min(0).optional(),
    fields: z.array(z.string()).min(1).optional(),
  })
  .refine((input) => input.fault !== 'status' || input.status !== undefined, missing('status'))
  .refine((input) => input.fault !== 'platform-error' || input.code !== undefined, missing('code'))
  .refine((input) => input.fault !== 'downgrade' || input.fields !== undefined, missing('fields'))
  .transform((input) => ({ ...input, times: input.times === 0 ? null : input.times }))

export const clockInput = z.strictObject({
  offsetSeconds: z.number().min(-10e9).max(10e9),
  stopped: z.boolean().optional(),
})

export const futureInput = z.strictObject({ platform: z.string(), date: z.iso.date() })

export const sizes = { small: 1, large: 20 }

function missing(field: string) {
  return { path: [field], message: `is needed for this fault` }
}

/** The input as the schema says, or a ControlError that names the field. */
export function parseControl<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input ?? {}, { reportInput: true })
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const unknownKey = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const field = [...(issue?.path ?? []), ...(unknownKey ? [unknownKey] : [])].join('.')
  throw new ControlError(field || 'body', `${field || 'The body'}: ${issue ? wordsOf(issue) : 'is not right'}`)
}

const kinds: Record<string, string> = {
  string: 'text',
  int: 'a whole number',
  array: 'a list',
  boolean: 'true or false',
}

/** What is wrong in plain words; a rule of our own has said it already. */
function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return 'is not known here'
  if (issue.input === undefined && issue.code !== 'custom') return 'is needed'
  if (issue.code === 'invalid_type')
    return `must be ${kinds[issue.expected] ?? `a${/^[aeiou]/.test(issue.expected) ? 'n' : ''} ${issue.expected}`}`
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`
  return issue.code === 'custom' ? issue.message : 'has the wrong form'
}
