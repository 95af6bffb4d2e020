import { z } from 'zod'
import { badRequest } from '../../errors.ts'
import { isObject } from '../../lookup.ts'
import { createFieldNames } from './field-names.ts'
import { maxListLength, unwrap } from './fold.ts'

/** More are not named: somebody who sends that many has another interface in mind. */
export const maxNamed = 20
const maxNameLength = 60

/** Fields that nobody reads are let pass, but not without end: each of them is looked at. */
export const maxUnknown = 500

/**
 * What was sent and is read by nobody, by its path; `[]` stands for every entry of a list. Such fields are let pass, but
 * whoever misspelt one should be able to see it. More than `maxUnknown` of them in one object are refused.
 */
export function ignoredFields(schema: z.ZodObject, given: Record<string, unknown>): string[] {
  const { shape } = schema
  // Most calls bring a few words under documented names: there is nothing to look for.
  if (Object.keys(given).every((name) => Object.hasOwn(shape, name) && typeof given[name] !== 'object')) return []
  const names = createFieldNames()
  const found = new Set<string>()
  look(flat([schema]), given, '')
  return [...found]

  /** A field is known where one of the alternatives knows it. */
  function look(alternatives: z.ZodType[], value: object, path: string): void {
    if (Array.isArray(value)) return lookInto(alternatives, value, path)
    const objects = closedObjects(alternatives)
    if (objects === null || !isObject(value)) return
    let unknown = 0
    for (const name of Object.keys(value)) {
      const inner = value[name]
      const fields = objects.map((object) => fieldsOf(object, name))
      if (fields.every(({ length }) => length === 0)) {
        if (inner !== undefined) note(name, path, ++unknown)
      } else if (typeof inner === 'object' && inner !== null) {
        const parts = objects.flatMap(({ shape: own }, at) => fields[at]?.map((field) => own[field] as z.ZodType) ?? [])
        look(flat(parts), inner, `${path}${name}.`)
      }
    }
  }

  function lookInto(alternatives: z.ZodType[], list: unknown[], path: string): void {
    const entries = alternatives.flatMap((part) => (part instanceof z.ZodArray ? [part.element as z.ZodType] : []))
    if (entries.length === 0 || list.length > maxListLength) return
    const parts = flat(entries)
    const within = `${path.slice(0, -1)}[].`
    for (const entry of list) if (typeof entry === 'object' && entry !== null) look(parts, entry, within)
  }

  /** Its own field of that name before any other that it may stand for. */
  function fieldsOf(object: z.ZodObject, name: string): readonly string[] {
    return Object.hasOwn(object.shape, name) ? [name] : (names.fieldsCalled(object, name) ?? [])
  }

  function note(name: string, path: string, count: number): void {
    if (count > maxUnknown) throw tooMany(path)
    if (found.size < maxNamed) found.add(`${path}${named(name)}`)
  }
}

function tooMany(path: string): Error {
  const message = `has more than ${maxUnknown} fields that nobody reads; send those that are documented`
  return badRequest([{ path: path.slice(0, -1), message: path === '' ? `the body ${message}` : message }])
}

function flat(alternatives: z.ZodType[]): z.ZodType[] {
  return alternatives.flatMap((schema) => {
    const inner = unwrap(schema)
    return inner instanceof z.ZodUnion ? flat(inner.options as z.ZodType[]) : [inner]
  })
}

/** null: there is none, or anything may be in it, such as a platform's own targeting. */
function closedObjects(alternatives: z.ZodType[]): z.ZodObject[] | null {
  const objects = alternatives.filter((part) => part instanceof z.ZodObject)
  return objects.length === 0 || alternatives.some(isOpen) ? null : objects
}

function isOpen(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodObject) return schema.def.catchall !== undefined
  return open.some((kind) => schema instanceof kind)
}

const open = [z.ZodRecord, z.ZodUnknown, z.ZodAny, z.ZodCustom, z.ZodIntersection]

function named(name: string): string {
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength)}...` : name
}
