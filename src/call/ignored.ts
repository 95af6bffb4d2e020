import { z } from 'zod'
import { isPlainObject, maxListLength, namesFor, unwrap } from './fold.ts'

/** More are not named: somebody who sends that many has another interface in mind. */
export const mostNamed = 20
const longestName = 60

/**
 * What was sent and is read by nobody, by its path; `[]` stands for every entry of a list. Such fields are let pass, but
 * whoever misspelt one should be able to see it.
 */
export function ignoredFields(schema: z.ZodObject, given: Record<string, unknown>): string[] {
  const { shape } = schema
  // Most calls bring a few words under documented names: there is nothing to look for.
  if (Object.keys(given).every((name) => Object.hasOwn(shape, name) && typeof given[name] !== 'object')) return []
  const found = new Set<string>()
  look([schema], given, '')
  return [...found]

  /** A field is known where one of the alternatives knows it. */
  function look(alternatives: z.ZodType[], value: unknown, path: string): void {
    if (found.size >= mostNamed) return
    if (Array.isArray(value)) return lookInto(alternatives, value, path)
    if (!isPlainObject(value)) return
    const parts = flat(alternatives)
    if (!parts.some((part) => part instanceof z.ZodObject) || parts.some(isOpen)) return
    for (const [name, inner] of Object.entries(value)) {
      const known = partsOf(parts, name)
      if (known.length > 0) look(known, inner, `${path}${name}.`)
      else if (inner !== undefined && found.size < mostNamed) found.add(`${path}${named(name)}`)
    }
  }

  function lookInto(alternatives: z.ZodType[], list: unknown[], path: string): void {
    const entries = flat(
      flat(alternatives).flatMap((part) => (part instanceof z.ZodArray ? [part.element as z.ZodType] : [])),
    )
    if (entries.length === 0 || list.length > maxListLength) return
    for (const entry of list) look(entries, entry, `${path.slice(0, -1)}[].`)
  }
}

function flat(alternatives: z.ZodType[]): z.ZodType[] {
  return alternatives.flatMap((schema) => {
    const inner = unwrap(schema)
    return inner instanceof z.ZodUnion ? flat(inner.options as z.ZodType[]) : [inner]
  })
}

/** Anything may be in it, such as a platform's own targeting. */
function isOpen(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodObject) return schema.def.catchall !== undefined
  return open.some((kind) => schema instanceof kind)
}

const open = [z.ZodRecord, z.ZodUnknown, z.ZodAny, z.ZodCustom, z.ZodIntersection]

function partsOf(alternatives: z.ZodType[], name: string): z.ZodType[] {
  const shapes = alternatives.flatMap((schema) => (schema instanceof z.ZodObject ? [schema.shape] : []))
  const own = shapes.flatMap((shape) => (Object.hasOwn(shape, name) ? [shape[name] as z.ZodType] : []))
  if (own.length > 0) return own
  return shapes.flatMap((shape) =>
    Object.entries(shape).flatMap(([field, part]) => (namesFor(field).includes(name) ? [part as z.ZodType] : [])),
  )
}

function named(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName)}...` : name
}
