import { z } from 'zod'

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

export type Direction = 'input' | 'output'

/** Writes zod schemas down as JSON Schema, and keeps those that are referred to by name. */
export interface SchemaBook {
  /** What belongs under components.schemas. */
  named: Record<string, JsonSchema>
  write(schema: z.ZodType, direction: Direction, owner: string): JsonSchema
  /** The schema itself, however it is referred to. */
  resolve(schema: JsonSchema): JsonSchema
}

const namedAt = '#/components/schemas/'

export function createSchemaBook(given: Record<string, JsonSchema> = {}): SchemaBook {
  const named: Record<string, JsonSchema> = { ...given }
  // The same schema read in two directions can differ, so a name alone does not tell that it is known already.
  const nameOfContent = new Map<string, string>()

  function freeName(wanted: string, content: string): { name: string; isNew: boolean } {
    const known = nameOfContent.get(`${wanted} ${content}`)
    if (known !== undefined) return { name: known, isNew: false }
    let name = wanted
    for (let n = 2; name in named; n++) name = `${wanted}${n}`
    nameOfContent.set(`${wanted} ${content}`, name)
    named[name] = {}
    return { name, isNew: true }
  }

  function write(schema: z.ZodType, direction: Direction, owner: string): JsonSchema {
    const written = toJsonSchema(schema, direction)
    const { $schema: _dialect, $defs: definitions = {}, ...root } = written
    const content = JSON.stringify(written)
    const renamed: Record<string, string> = {}
    const fresh: [string, JsonSchema][] = []
    const give = (ref: string, wanted: string, body: JsonSchema, identity: string) => {
      const { name, isNew } = freeName(wanted.replace(/[^A-Za-z0-9._-]/g, ''), identity)
      renamed[ref] = `${namedAt}${name}`
      if (isNew) fresh.push([name, body])
    }
    if (content.includes('"$ref":"#"')) give('#', owner, root, content)
    for (const [key, body] of Object.entries(definitions as Record<string, JsonSchema>)) {
      // Names that begin with underscores are zod's own, counted anew in every schema.
      const own = key.startsWith('__')
      give(`#/$defs/${key}`, own ? `${owner}Part` : key, body, own ? key + content : JSON.stringify(definitions))
    }
    for (const [name, body] of fresh) named[name] = rename(body, renamed) as JsonSchema
    return renamed['#'] ? { $ref: renamed['#'] } : (rename(root, renamed) as JsonSchema)
  }

  function resolve(schema: JsonSchema): JsonSchema {
    if (!schema.$ref?.startsWith(namedAt)) return schema
    const { $ref, ...beside } = schema
    return { ...resolve(named[$ref.slice(namedAt.length)] ?? {}), ...beside }
  }

  return { named, write, resolve }
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
      // Answers may gain fields without notice.
      if (direction === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  }) as JsonSchema
}

function rename(value: unknown, renamed: Record<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => rename(item, renamed))
  if (typeof value !== 'object' || value === null) return value
  const pairs = Object.entries(value).map(([key, inner]) => {
    if (key === '$ref' && typeof inner === 'string') return [key, renamed[inner] ?? inner]
    return [key, rename(inner, renamed)]
  })
  return Object.fromEntries(pairs) as unknown
}
