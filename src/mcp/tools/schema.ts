import { z } from 'zod'
import { fieldsAt } from '../../call/operation.ts'
import type { Operation } from '../../call/operation.ts'
import type { JsonSchema } from '../../http/docs/schema.ts'

/** As many entries of a list as are worth a place in a context, where nobody asks for another number. */
export const usualEntries = 25

/** What is about the call itself, and agents have no use for: a plan is the rehearsal, cursors are the one way through a list. */
function isLeftOut(field: string, operation: Operation): boolean {
  if (field === 'page') return 'cursor' in operation.input.shape
  return ['workspaceId', 'dryRun', 'lastEventId', 'accept'].includes(field)
}

/** The input of an operation as the schema of a tool: documented names, one form for each plain value, no references. */
export function toolInput(operation: Operation, words: (text: string) => string): JsonSchema {
  const whole = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const inHeaders = fieldsAt(operation, 'header')
  const writer: Writer = { defs: (whole.$defs ?? {}) as Record<string, JsonSchema>, words, within: [] }
  const isShown = (field: string) => !isLeftOut(field, operation) && !inHeaders.includes(field)
  const pairs = Object.entries(whole.properties ?? {})
    .filter(([field]) => isShown(field))
    .map(([field, schema]) => [field, shortened(field === 'limit' ? withUsual(schema) : schema, writer)])
  const required = whole.required?.filter(isShown) ?? []
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

interface Writer {
  defs: Record<string, JsonSchema>
  words: (text: string) => string
  /** Names of what the place lies in: what holds itself is written once. */
  within: readonly string[]
}

/** Whatever is below the top is said of an ad, a card or a place, and stays. */
function shortened(schema: JsonSchema, writer: Writer): JsonSchema {
  if (isAgain(schema, writer)) return again(schema, writer)
  const { anyOf, ...own } = resolved(schema, writer)
  const one: JsonSchema = anyOf ? { ...oneForm(anyOf, writer), ...own } : own
  const inside = { ...writer, within: [...writer.within, schema.$ref ?? one.$ref ?? ''] }
  const kept = Object.entries(one).filter(
    ([key, value]) =>
      !needless.includes(key) && value !== undefined && !(typeof value === 'number' && isEnormous(value)),
  )
  const short = Object.fromEntries(kept) as JsonSchema
  if (short.description) short.description = writer.words(short.description)
  if (short.anyOf) short.anyOf = short.anyOf.map((form) => shortened(form, inside))
  if (short.items) short.items = shortened(short.items, inside)
  if (short.properties)
    short.properties = Object.fromEntries(
      Object.entries(short.properties).map(([field, part]) => [field, shortened(part, inside)]),
    )
  return short
}

function resolved(schema: JsonSchema, { defs }: Writer): JsonSchema {
  const named = schema.$ref ? defs[schema.$ref.slice('#/$defs/'.length)] : undefined
  return { ...named, ...schema }
}

function isAgain({ $ref }: JsonSchema, { within }: Writer): boolean {
  return $ref !== undefined && within.includes($ref)
}

function again(schema: JsonSchema, writer: Writer): JsonSchema {
  const { type, description } = resolved(schema, writer)
  const same = 'It takes the same fields as what it lies in.'
  return { ...(type ? { type } : {}), description: description ? `${writer.words(description)} ${same}` : same }
}

function isEnormous(bound: number): boolean {
  return Math.abs(bound) >= Number.MAX_SAFE_INTEGER
}

/** Where several forms are read: of plain values the one that everybody can write, and every object; null where it means something. */
function oneForm(forms: JsonSchema[], writer: Writer): JsonSchema {
  const flat = flattened(forms, writer)
  const said = flat.filter(({ type }) => type !== 'null')
  const best = plainest(said)
  const objects = said.filter((form) => form !== best && form.properties)
  const whole: JsonSchema = objects.length > 0 ? { anyOf: [best, ...objects] } : best
  return said.length < flat.length ? orNull(whole) : whole
}

function flattened(forms: JsonSchema[], writer: Writer): JsonSchema[] {
  return forms.flatMap((form) => {
    if (isAgain(form, writer)) return [again(form, writer)]
    const known = resolved(form, writer)
    return known.anyOf ? flattened(known.anyOf, writer) : [known]
  })
}

function plainest(forms: JsonSchema[]): JsonSchema {
  const text = forms.find(({ type, const: fixed }) => type === 'string' && fixed === undefined)
  return forms[0]?.type === 'number' ? forms[0] : (text ?? forms[0] ?? {})
}

function orNull(form: JsonSchema): JsonSchema {
  if (form.anyOf) return { anyOf: [...form.anyOf, { type: 'null' }] }
  if (form.type === undefined) return form
  const words = form.enum ? { enum: [...form.enum, null] } : {}
  return { ...form, ...words, type: [...[form.type].flat(), 'null'] }
}
