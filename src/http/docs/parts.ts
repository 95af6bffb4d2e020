import { fieldsAt } from '../../call/operation.ts'
import type { Operation, Surface } from '../../call/operation.ts'
import { documentedPath, parametersOfPath, pascalName } from './paths.ts'
import type { JsonSchema, SchemaBook } from './schema.ts'

export interface Parameter {
  name: string
  place: 'path' | 'query' | 'header'
  required: boolean
  schema: JsonSchema
  example?: unknown
}

export interface RequestBody {
  schema: JsonSchema
  required: boolean
  example?: object
}

/** The one input of an operation, taken apart into the places where HTTP carries it. */
export interface RequestParts {
  parameters: Parameter[]
  body: RequestBody | null
}

export function requestParts(operation: Operation, book: SchemaBook): RequestParts {
  const whole = book.describe(operation.input, 'input', `${pascalName(operation)}Request`)
  return {
    parameters: [
      ...parametersOfPath(operation.rest.path).map((name) => inPath(operation, whole, name)),
      ...fieldsAt(operation, 'query').map((name) => ({ ...partOf(operation, whole, name), place: 'query' as const })),
      ...Object.entries(operation.rest.headers ?? {}).map(([header, field]) => ({
        ...partOf(operation, whole, field),
        name: header,
        place: 'header' as const,
      })),
    ],
    body: bodyOf(operation, whole, fieldsAt(operation, 'body'), book),
  }
}

function partOf({ example }: Operation, whole: JsonSchema, name: string): Omit<Parameter, 'place'> {
  const shown = (example as Record<string, unknown> | undefined)?.[name]
  const schema = whole.properties?.[name] ?? { type: 'string' }
  const required = whole.required?.includes(name) ?? false
  return { name, required, schema, ...(shown === undefined ? {} : { example: shown }) }
}

function inPath(operation: Operation, whole: JsonSchema, name: string): Parameter {
  // The router calls the rest of an address "*".
  const field = whole.properties?.[name] ? name : '*'
  return { ...partOf(operation, whole, field), name, place: 'path', required: true }
}

function bodyOf(operation: Operation, whole: JsonSchema, fields: string[], book: SchemaBook): RequestBody | null {
  const { form } = operation.rest
  if (fields.length === 0 && !form) return null
  const properties = Object.fromEntries(fields.map((name) => [name, whole.properties?.[name] ?? {}]))
  const required = (whole.required ?? []).filter((name) => fields.includes(name))
  const { properties: _all, required: _every, ...rest } = whole
  const schema = form ? withFile(properties, required) : { ...rest, properties, required }
  const given = Object.entries(operation.example ?? {}).filter(([name]) => fields.includes(name))
  return {
    schema: book.name(schema, `${pascalName(operation)}Request`),
    required: required.length > 0 || form === true,
    ...(operation.example && !form ? { example: Object.fromEntries(given) } : {}),
  }
}

function withFile(properties: Record<string, JsonSchema>, required: string[]): JsonSchema {
  const file: JsonSchema = {
    type: 'string',
    format: 'binary',
    contentMediaType: 'application/octet-stream',
    description: properties.file?.description ?? 'The file itself.',
  }
  return { type: 'object', properties: { ...properties, file }, required: [...new Set([...required, 'file'])] }
}

/** The type of an answer that is no JSON object in an envelope. */
export function fileTypeOf({ reply }: Operation): string | null {
  const { contentType } = reply.meta() ?? {}
  return typeof contentType === 'string' ? contentType : null
}

/** The answers as they are sent, by status: JSON wears the envelope of its surface, anything else goes out as it is. */
export function replySchemas(operation: Operation, book: SchemaBook): [number, JsonSchema][] {
  const { rest, reply, otherReplies } = operation
  const owner = `${pascalName(operation)}Reply`
  const usual: JsonSchema = fileTypeOf(operation)
    ? { type: 'string' }
    : inEnvelope(rest.surface, book.describe(reply, 'output', owner), owner, book)
  const others = Object.entries(otherReplies).map(([status, schema]): [number, JsonSchema] => {
    const name = `${owner}${status}`
    return [Number(status), inEnvelope(rest.surface, book.describe(schema, 'output', name), name, book)]
  })
  return [[rest.status, usual], ...others]
}

const success: JsonSchema = { type: 'boolean', const: true, description: 'The call did what it was asked to.' }

function inEnvelope(surface: Surface, schema: JsonSchema, owner: string, book: SchemaBook): JsonSchema {
  if (surface === 'older' || schema.type === 'array') return book.name(schema, owner)
  const { properties, required = [], ...rest } = schema
  const wrapped = { ...rest, properties: { success, ...properties }, required: [...new Set(['success', ...required])] }
  return book.name(wrapped, owner)
}

/** Who may call it, and as what else it is known. */
export function needsOf({ scope, keyScope, tool, name, rest }: Operation): string {
  const needs = scope === null ? 'Open: no key needed.' : `Needs a key with the scope \`${keyScope ?? scope}\`.`
  const named = tool ? ` Open to agents as \`${name}\`.` : ''
  const also = rest.alsoAt?.length
    ? ` Also at ${rest.alsoAt.map((path) => `\`${documentedPath(path)}\``).join(', ')}.`
    : ''
  return needs + named + also
}
