import { z } from 'zod'
import { entryOf, required } from '../../lookup.ts'

/** What we read of a JSON Schema; everything else in it is passed on. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema | false
  prefixItems?: JsonSchema[]
  additionalProperties?: boolean | JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: unknown[]
  [keyword: string]: unknown
}

type Direction = 'input' | 'output'

/** Writes zod schemas down as JSON Schema. Every object and every list of words in them gets a name. */
export interface SchemaBook {
  /** What belongs under components.schemas. */
  named: Record<string, JsonSchema>
  /** Which of these were named by whoever wrote them, because several operations have them. */
  ownNames: Set<string>
  /** The outermost object itself; what is inside of it is referred to by name. */
  describe(schema: z.ZodType, direction: Direction, owner: string): JsonSchema
  /** Puts a schema under a name and refers to it. */
  name(schema: JsonSchema, wanted: string): JsonSchema
  /** The schema itself, however it is referred to. */
  resolve(schema: JsonSchema): JsonSchema
}

const namedAt = '#/components/schemas/'

/** Under which name a schema stands that is only referred to; null: it stands here. */
export function nameIn({ $ref }: JsonSchema): string | null {
  return typeof $ref === 'string' && $ref.startsWith(namedAt) ? $ref.slice(namedAt.length) : null
}

export function createSchemaBook(given: Record<string, JsonSchema> = {}): SchemaBook {
  const shelf = createShelf(given)
  return {
    named: shelf.named,
    ownNames: shelf.ownNames,
    name: shelf.name,
    resolve: shelf.resolve,
    describe(schema, direction, owner) {
      const { $schema: _dialect, $defs, ...root } = toJsonSchema(schema, direction)
      const definitions = ($defs ?? {}) as Record<string, JsonSchema>
      const names = shelf.reserve(definitions, owner)
      if (JSON.stringify([root, definitions]).includes('"$ref":"#"')) names.set('#', owner)
      for (const [key, body] of Object.entries(definitions)) {
        const own = entryOf(names, `#/$defs/${key}`, 'name')
        shelf.named[own] = withNamedParts(shelf, body, own, names)
      }
      const known = root.$ref && names.get(root.$ref)
      if (known) return required(shelf.named[known], `schema ${known}`)
      const written = withNamedParts(shelf, root, owner, names)
      if (names.has('#')) shelf.named[owner] = written
      return written
    },
  }
}

/** Where named schemas stand. */
interface Shelf extends Pick<SchemaBook, 'named' | 'ownNames' | 'name' | 'resolve'> {
  /** Definitions may refer to each other and to themselves, so all have their names before any is written. */
  reserve(definitions: Record<string, JsonSchema>, owner: string): Map<string, string>
}

function createShelf(given: Record<string, JsonSchema>): Shelf {
  const named: Record<string, JsonSchema> = { ...given }
  const ownNames = new Set<string>()
  const reserved = new Map<string, string>()

  /** The same content under the same name is the same schema; other content gets the next free name. */
  function freeName(wanted: string, content: string): string {
    for (let n = 1; ; n++) {
      const name = n === 1 ? wanted : `${wanted}${n}`
      if (!(name in named) || JSON.stringify(named[name]) === content) return name
    }
  }

  function resolve(schema: JsonSchema): JsonSchema {
    const name = nameIn(schema)
    if (name === null) return schema
    const { $ref: _name, ...beside } = schema
    return { ...resolve(named[name] ?? {}), ...beside }
  }

  return {
    named,
    ownNames,
    resolve,
    name(schema, wanted) {
      if (schema.$ref) return schema
      const free = freeName(wanted, JSON.stringify(schema))
      named[free] = schema
      return { $ref: namedAt + free }
    },
    reserve(definitions, owner) {
      const names = Object.entries(definitions).map(([key, body]): [string, string] => {
        // Names that begin with underscores are zod's own, counted anew in every schema.
        const wanted = key.startsWith('__') ? `${owner}Part` : key
        const identity = `${wanted} ${JSON.stringify(body)}`
        const name = reserved.get(identity) ?? freeName(wanted, JSON.stringify(body))
        reserved.set(identity, name)
        named[name] ??= {}
        if (!key.startsWith('__')) ownNames.add(name)
        return [`#/$defs/${key}`, name]
      })
      return new Map(names)
    },
  }
}

/** Keeps the outermost object in place and names those inside. */
function withNamedParts(shelf: Shelf, schema: JsonSchema, owner: string, names: Map<string, string>): JsonSchema {
  return mapParts(schema, owner, (part, wanted) => {
    const ref = part.$ref && names.get(part.$ref)
    if (ref) return { ...part, $ref: namedAt + ref }
    const inner = withNamedParts(shelf, part, wanted, names)
    if (!deservesName(inner)) return inner
    const { description, ...rest } = inner
    return { ...(description ? { description } : {}), ...shelf.name(rest, wanted) }
  })
}

function deservesName({ properties, enum: words }: JsonSchema): boolean {
  return properties !== undefined || (words !== undefined && words.length > 1)
}

type Visit = (part: JsonSchema, wanted: string) => JsonSchema

function mapParts(schema: JsonSchema, owner: string, visit: Visit): JsonSchema {
  const written: JsonSchema = { ...schema }
  if (schema.properties) {
    const pairs = Object.entries(schema.properties).map(([field, part]) => [field, visit(part, owner + pascal(field))])
    written.properties = Object.fromEntries(pairs) as Record<string, JsonSchema>
  }
  if (schema.items) written.items = visit(schema.items, singular(owner))
  if (typeof schema.additionalProperties === 'object')
    written.additionalProperties = visit(schema.additionalProperties, `${owner}Value`)
  if (schema.prefixItems) written.prefixItems = schema.prefixItems.map((part, at) => visit(part, `${owner}${at + 1}`))
  for (const key of ['anyOf', 'oneOf', 'allOf'] as const) {
    const parts = schema[key]
    if (!parts) continue
    const single = parts.filter((part) => part.type !== 'null').length === 1
    written[key] = parts.map((part, at) => visit(part, single ? owner : `${owner}Option${at + 1}`))
  }
  return written
}

function pascal(field: string): string {
  const words = field.split(/[^A-Za-z0-9]+/).filter(Boolean)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  return name.endsWith('s') && !name.endsWith('ss') ? name.slice(0, -1) : `${name}Item`
}

function toJsonSchema(schema: z.ZodType, direction: Direction): JsonSchema {
  return z.toJSONSchema(schema, {
    io: direction,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
      // Any integer in JSON is meant to be a safe one; saying so everywhere hides the limits that matter.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      delete jsonSchema.id
      // Answers may gain fields without notice.
      if (direction === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  }) as JsonSchema
}
