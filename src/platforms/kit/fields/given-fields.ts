import type { z } from 'zod'

/** What is wrong with one of the fields that somebody gave; `field` is null where it is about all of them. */
interface FieldProblem {
  field: string | null
  /** Goes on from the field's name. Never repeats a value: they are secrets. */
  message: string
}

export interface FieldFacts {
  name: string
  isRequired: boolean
  /** Not shown again; what stands in other fields may be. */
  isSecret: boolean
  /** Where to find it. */
  description: string
}

type Checked = { values: Record<string, string>; problems: null } | { values: null; problems: FieldProblem[] }

/** Credentials and apps, by a platform's own schema and in our words: each problem names its field and where to find it. */
export function checkFields(schema: z.ZodObject, given: unknown): Checked {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { values: null, problems: [{ field: null, message: 'must be an object with fields' }] }
  const parsed = schema.strict().safeParse(given)
  if (parsed.success) return { values: parsed.data as Record<string, string>, problems: null }
  const facts = fieldFacts(schema)
  const problems = parsed.error.issues.flatMap((issue) => problemsIn(issue, given as Record<string, unknown>, facts))
  return { values: null, problems }
}

/** What a platform wants, field by field. */
export function fieldFacts(schema: z.ZodObject): FieldFacts[] {
  const shape = schema.shape as Record<string, z.ZodType>
  return Object.entries(shape).map(([name, field]) => {
    const { description = '', isSecret } = metaOf(field)
    return { name, isRequired: !field.safeParse(undefined).success, isSecret: isSecret === true, description }
  })
}

/** Of a field that may be left out, the description stands on what is inside. */
function metaOf(field: z.ZodType): { description?: string; isSecret?: unknown } {
  const inner = (field as { unwrap?: () => z.ZodType }).unwrap?.()
  return field.meta() ?? inner?.meta() ?? {}
}

function problemsIn(issue: z.core.$ZodIssue, given: Record<string, unknown>, facts: FieldFacts[]): FieldProblem[] {
  if (issue.code === 'unrecognized_keys') {
    const known = facts.map(({ name }) => name).join(', ')
    // A name this short cannot be a secret that ended up in the wrong place.
    return issue.keys.map((key) =>
      /^\w{1,30}$/.test(key)
        ? { field: key, message: `is none of its fields, which are: ${known}` }
        : { field: null, message: `has a field with a strange name; its fields are: ${known}` },
    )
  }
  const field = String(issue.path[0] ?? '')
  const description = facts.find(({ name }) => name === field)?.description ?? ''
  const message = [wordsFor(issue, given[field]), description].filter(Boolean).join('. ').replace(/\.$/, '')
  return [{ field: field || null, message }]
}

function wordsFor(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined || value === null || value === '') return 'is missing'
  if (issue.code === 'invalid_type') return 'must be text'
  if (issue.code === 'too_small') return `is too short to be one (at least ${issue.minimum} characters)`
  if (issue.code === 'too_big') return `is too long to be one (at most ${issue.maximum} characters)`
  // Of a rule of its own, the words are those of the platform's schema.
  return issue.message
}
