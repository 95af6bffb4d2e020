import { required } from '../../lookup.ts'
import type { JsonSchema, SchemaBook } from './schema.ts'
import { nameIn } from './schema.ts'

/** A shape that takes less than this, as JSON Schema, is as quickly read as its name. */
const short = 300

/** The schemas of one text. What contains itself would fill it, and what many operations have would stand in it many times: both are written once, apart. */
export interface Shapes extends Pick<SchemaBook, 'resolve'> {
  /** The name of a schema that is written apart; null: it is written where it is used. */
  apart(schema: JsonSchema): string | null
  /** Those that were met so far, and what they are. */
  met(): [string, JsonSchema][]
}

export function createShapes(book: SchemaBook): Shapes {
  const { named, ownNames } = book
  const known = new Map<string, boolean>()
  const met = new Set<string>()

  function isApart(name: string): boolean {
    const answer = known.get(name) ?? (isLong(name) || reachedFrom(name, named).has(name))
    known.set(name, answer)
    return answer
  }

  /** A list of words is no shape: it belongs where it is used. */
  function isLong(name: string): boolean {
    const schema = required(named[name], `schema ${name}`)
    return ownNames.has(name) && schema.enum === undefined && JSON.stringify(schema).length >= short
  }

  return {
    resolve: (schema) => book.resolve(schema),
    apart(schema) {
      const name = nameIn(schema)
      if (name === null || !isApart(name)) return null
      met.add(name)
      return name
    },
    met: () => [...met].map((name) => [name, required(named[name], `schema ${name}`)]),
  }
}

/** Every schema that one refers to, over however many others. */
function reachedFrom(name: string, named: Record<string, JsonSchema>, found = new Set<string>()): Set<string> {
  JSON.stringify(named[name], (_key, value: unknown) => {
    const next = typeof value === 'object' && value !== null ? nameIn(value as JsonSchema) : null
    if (next !== null && !found.has(next)) reachedFrom(next, named, found.add(next))
    return value
  })
  return found
}
