import { z } from 'zod'
import { didYouMean, mustBeAmong, slipOf } from '../../closed-words.ts'
import { badRequest } from '../../errors.ts'
import type { Issue } from '../../errors.ts'
import { isObject, lookUp } from '../../lookup.ts'
import { createFieldNames, namesFor, toCamel } from './field-names.ts'
import { maxListLength, unwrap } from './fold.ts'

/** More are not named: somebody who sends that many has another interface in mind. */
export const maxNamed = 20
const maxNameLength = 60

/** Fields that nobody reads are let pass in places, but not without end: each of them is looked at. */
export const maxUnknown = 500

/** So many different ones are held against what might have been meant. */
const maxCompared = 200

/** A field that was sent and that nobody reads. */
export interface Unread {
  name: string
  /** Where it stands; `[]` stands for every entry of a list: ads[].headlin. */
  path: string
  /** Where it stands first: ads.0.headlin. */
  at: string
  /** What is read there. */
  fields: string[]
  /** The one of them that was meant beyond doubt: a letter beside it, and not given under its own name. */
  slip: string | undefined
}

type Fields = Record<string, unknown>

/**
 * What was sent and is read by nobody, once for a whole list. More than `maxUnknown` of them in one object are refused.
 * Where a platform's own fields are let through, it is only what somebody has misspelt.
 */
export function unreadFields(schema: z.ZodObject, given: Fields): Unread[] {
  const { shape } = schema
  // Most calls bring a few words under documented names: there is nothing to look for.
  if (Object.keys(given).every((name) => Object.hasOwn(shape, name) && typeof given[name] !== 'object')) return []
  const names = createFieldNames()
  const found = new Map<string, Unread>()
  look(flat([schema]), given, { path: '', at: '' })
  return [...found.values()]

  /** A field is known where one of the alternatives knows it. */
  function look(alternatives: z.ZodType[], value: object, place: Position): void {
    if (Array.isArray(value)) return lookInto(alternatives, value, place)
    const objects = objectsAmong(alternatives)
    if (objects === null || !isObject(value)) return
    const isLoose = objects.some(({ def }) => def.catchall !== undefined)
    let unknown = 0
    for (const name of Object.keys(value)) {
      const inner = value[name]
      const fields = objects.map((object) => fieldsOf(object, name))
      if (fields.every(({ length }) => length === 0)) {
        if (inner === undefined) continue
        if (!isLoose && ++unknown > maxUnknown) throw tooMany(place.path)
        note({ name, place, objects, value, isLoose })
      } else if (typeof inner === 'object' && inner !== null) {
        const parts = objects.flatMap(({ shape: own }, at) => fields[at]?.map((field) => own[field] as z.ZodType) ?? [])
        look(flat(parts), inner, { path: `${place.path}${name}.`, at: `${place.at}${name}.` })
      }
    }
  }

  function lookInto(alternatives: z.ZodType[], list: unknown[], { path, at }: Position): void {
    const entries = alternatives.flatMap((part) => (part instanceof z.ZodArray ? [part.element as z.ZodType] : []))
    if (entries.length === 0 || list.length > maxListLength) return
    const parts = flat(entries)
    const within = `${path.slice(0, -1)}[].`
    for (const [index, entry] of list.entries())
      if (typeof entry === 'object' && entry !== null) look(parts, entry, { path: within, at: `${at}${index}.` })
  }

  /** Its own field of that name before any other that it may stand for. */
  function fieldsOf(object: z.ZodObject, name: string): readonly string[] {
    return Object.hasOwn(object.shape, name) ? [name] : (names.fieldsCalled(object, name) ?? [])
  }

  function note({ name, place, objects, value, isLoose }: Found): void {
    const path = `${place.path}${short(name)}`
    if (found.has(path) || found.size >= maxCompared) return
    const fields = [...new Set(objects.flatMap(({ shape: own }) => Object.keys(own)))]
    const meant = slipOf(fields, name)
    const slip = meant === undefined || namesFor(meant).some((own) => Object.hasOwn(value, own)) ? undefined : meant
    if (!isLoose || slip !== undefined) found.set(path, { name, path, at: `${place.at}${short(name)}`, fields, slip })
  }
}

interface Position {
  path: string
  at: string
}

interface Found {
  name: string
  place: Position
  objects: z.ZodObject[]
  value: Fields
  isLoose: boolean
}

/** Those that are let pass, by their paths. */
export function ignoredFields(schema: z.ZodObject, given: Fields): string[] {
  return namedIn(unreadFields(schema, given))
}

export function namedIn(unread: Unread[]): string[] {
  return unread.slice(0, maxNamed).map(({ path }) => path)
}

interface Reader {
  rest: { method: string; form?: true }
  takesLeftovers?: true
  belongsIn?: Record<string, string>
  reply: z.ZodType
}

/**
 * Of fields that nobody reads, those that are problems of the request. What is read of an answer and sent back is none;
 * in bodies that the published interface describes, what other services know beside it is none either.
 */
export function misspelt({ rest, takesLeftovers, belongsIn = {}, reply }: Reader, unread: Unread[]): Issue[] {
  if (unread.length === 0 || rest.method === 'GET' || rest.method === 'DELETE') return []
  const told = new Set(['success', ...fieldsWithin(reply)])
  return unread.flatMap(({ name, at, fields, slip }): Issue[] => {
    const place = at === name ? lookUp(belongsIn, toCamel(name)) : undefined
    if (place) return [{ path: at, message: `is no field of this request: it belongs in ${place}` }]
    if (told.has(name) || (takesLeftovers && slip === undefined)) return []
    const rest = slip === undefined ? mustBeAmong(fields, name) : didYouMean([slip], slip)
    return [{ path: at, message: `is no field of this request${rest}` }]
  })
}

/** The names of all fields, at whatever depth. */
function fieldsWithin(schema: z.ZodType, seen = new Set<z.ZodType>()): Set<string> {
  const names = new Set<string>()
  for (const part of flat([schema])) {
    if (seen.has(part)) continue
    seen.add(part)
    const inner =
      part instanceof z.ZodObject ? Object.values(part.shape) : part instanceof z.ZodArray ? [part.element] : []
    if (part instanceof z.ZodObject) for (const name of Object.keys(part.shape)) names.add(name)
    for (const each of inner) for (const name of fieldsWithin(each as z.ZodType, seen)) names.add(name)
  }
  return names
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
function objectsAmong(alternatives: z.ZodType[]): z.ZodObject[] | null {
  const objects = alternatives.filter((part) => part instanceof z.ZodObject)
  return objects.length === 0 || alternatives.some((part) => open.some((kind) => part instanceof kind)) ? null : objects
}

const open = [z.ZodRecord, z.ZodUnknown, z.ZodAny, z.ZodCustom, z.ZodIntersection]

function short(name: string): string {
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength)}...` : name
}
