import { z } from 'zod'
import { fieldsAt } from '../../call/operation.ts'
import type { Operation } from '../../call/operation.ts'
import type { JsonSchema } from '../../http/docs/schema.ts'

/** As many entries of a list as are worth a place in a context, where nobody asks for another number. */
export const usualEntries = 25

/** Fields that agents have no use for: a plan is the rehearsal, cursors are the one way through a list. */
const leftOut = ['workspaceId', 'dryRun', 'page', 'lastEventId', 'accept']

/** The input of an operation as the schema of a tool: documented names, one form for each field, no references. */
export function toolInput(operation: Operation, words: (text: string) => string): JsonSchema {
  const whole = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const inHeaders = fieldsAt(operation, 'header')
  const defs = (whole.$defs ?? {}) as Record<string, JsonSchema>
  const pairs = Object.entries(whole.properties ?? {})
    .filter(([field]) => !leftOut.includes(field) && !inHeaders.includes(field))
    .map(([field, schema]) => [field, shortened(field === 'limit' ? withUsual(schema) : schema, defs, words)])
  const required = whole.required?.filter((field) => !leftOut.includes(field)) ?? []
  return {
    type: 'object',
    properties: Object.fromEntries(pairs) as Record<string, JsonSchema>,
    ...(required.length > 0 ? { required } : {}),
  }
}

function withUsual(schema: JsonSchema): JsonSchema {
  return { ...schema, default: Math.min(usualEntries, Number(schema.maximum ?? usualEntries)), description: undefined }
}

/** Bounds that only keep nonsense out: whoever goes beyond them is told. */
const needless = ['$schema', '$defs', '$ref', 'minLength', 'maxLength', 'examples', 'pattern', 'minItems']

function shortened(schema: JsonSchema, defs: Record<string, JsonSchema>, words: (text: string) => string): JsonSchema {
  const named = schema.$ref ? defs[schema.$ref.slice('#/$defs/'.length)] : undefined
  const { anyOf, ...own }: JsonSchema = { ...named, ...schema }
  const one: JsonSchema = anyOf ? { ...plainest(anyOf, defs), ...own } : own
  const kept = Object.entries(one).filter(
    ([key, value]) =>
      !needless.includes(key) && value !== undefined && !(typeof value === 'number' && isEnormous(value)),
  )
  const short = Object.fromEntries(kept) as JsonSchema
  if (short.description) short.description = words(short.description)
  if (short.items) short.items = shortened(short.items, defs, words)
  if (short.properties)
    short.properties = Object.fromEntries(
      Object.entries(short.properties)
        .filter(([field]) => !leftOut.includes(field))
        .map(([field, part]) => [field, shortened(part, defs, words)]),
    )
  return short
}

function isEnormous(bound: number): boolean {
  return Math.abs(bound) >= Number.MAX_SAFE_INTEGER
}

/** Where several forms are read, the one that everybody can write. */
function plainest(forms: JsonSchema[], defs: Record<string, JsonSchema>): JsonSchema {
  const flat = forms.flatMap((form) => form.anyOf ?? [form])
  const isNumeric = flat[0]?.type === 'number'
  const text = flat.find(({ type, const: fixed }) => type === 'string' && fixed === undefined)
  const best = isNumeric ? flat[0]! : (text ?? flat[0]!)
  return best.$ref ? (defs[best.$ref.slice('#/$defs/'.length)] ?? {}) : best
}
