import { z } from 'zod'
import type { Operation } from '../../call/operation.ts'
import type { JsonSchema } from '../../http/docs/schema.ts'

/** How deep an answer is described: its lists, and what stands in each entry. What is in there is read as it comes. */
const describedDepth = 2

/** Words of a closed list that are worth their place. */
const maxWords = 6

/** What every answer may have besides: where it goes on, what was cut, and which of its text others wrote. */
const around: Record<string, JsonSchema> = {
  next: { type: 'string' },
  cut: { type: 'object' },
  untrusted: { type: 'array' },
}

/** An answer with these fields; nothing is required, because what does not fit a context is left out and said. */
export function answerWith(properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema {
  return { type: 'object', properties: { ...properties, ...around }, ...(required.length > 0 ? { required } : {}) }
}

/** What an operation answers, as the schema of a tool: fields and their types. What they mean the documents say. */
export function toolOutput({ input, reply }: Operation, without: readonly string[] = []): JsonSchema {
  const whole = z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' }) as JsonSchema
  const { properties = {} } = shaped(whole, (whole.$defs ?? {}) as Record<string, JsonSchema>, 0)
  // A list that is answered whole has no page to ask for.
  const isPaged = 'cursor' in input.shape || 'after' in input.shape
  const { pagination, ...others } = withoutFields(properties, without)
  return answerWith(isPaged && pagination ? { ...others, pagination } : others)
}

function withoutFields(properties: Record<string, JsonSchema>, without: readonly string[]) {
  const kept = Object.entries(properties).map(([field, schema]): [string, JsonSchema] => {
    if (!schema.items || !schema.items.properties) return [field, schema]
    const left = Object.entries(schema.items.properties).filter(([inner]) => !without.includes(inner))
    return [field, { ...schema, items: { ...schema.items, properties: Object.fromEntries(left) } }]
  })
  return Object.fromEntries(kept.filter(([field]) => field !== 'paging' && !without.includes(field)))
}

function shaped(given: JsonSchema, defs: Record<string, JsonSchema>, depth: number): JsonSchema {
  const schema = given.$ref ? (defs[given.$ref.slice('#/$defs/'.length)] ?? {}) : given
  const forms = schema.anyOf ?? schema.oneOf
  if (forms) return oneOf(forms, defs, depth)
  if (depth > describedDepth) return typeOf(schema)
  if (schema.properties) {
    const parts = Object.entries(schema.properties).map(([field, part]) => [field, shaped(part, defs, depth + 1)])
    return { type: 'object', properties: Object.fromEntries(parts) as Record<string, JsonSchema> }
  }
  if (schema.type === 'array' && schema.items) return { type: 'array', items: shaped(schema.items, defs, depth) }
  return { ...typeOf(schema), ...(schema.enum && schema.enum.length <= maxWords ? { enum: schema.enum } : {}) }
}

/** null beside one form; several forms say nothing that holds for all. */
function oneOf(forms: JsonSchema[], defs: Record<string, JsonSchema>, depth: number): JsonSchema {
  const said = forms.filter(({ type }) => type !== 'null')
  const [first] = said
  if (!first || said.length > 1) return {}
  const { enum: _words, ...only } = shaped(first, defs, depth)
  if (said.length === forms.length || only.type === undefined) return only
  return { ...only, type: [...[only.type].flat(), 'null'] }
}

/** A whole number stays one whatever is rounded; a constant says no more than its type. */
function typeOf({ type }: JsonSchema): JsonSchema {
  return type === undefined ? {} : { type }
}
