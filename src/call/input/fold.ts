import { z } from 'zod'
import { isObject } from '../../lookup.ts'
import { createFieldNames } from './field-names.ts'
import type { FieldNames } from './field-names.ts'

/** A list that is longer than it may be. It is found before anything looks at what is in it. */
export interface LongList {
  path: string[]
  list: z.ZodArray
  value: unknown[]
}

/** The longest list where its schema names no bound of its own. */
export const maxListLength = 10_000

/**
 * Gives every field of a body its documented name, following the schema: objects that the schema leaves open
 * (a platform's own targeting, say) are passed on as they came, and so are lists that are too long. A null for what may
 * be left out, and has no null, is left out.
 */
export function fold(schema: z.ZodType, value: unknown, tooLong: LongList[] = []): unknown {
  return foldInto({ names: createFieldNames(), tooLong }, schema, value, [])
}

interface Folding {
  names: FieldNames
  tooLong: LongList[]
}

function foldInto(folding: Folding, schema: z.ZodType, value: unknown, path: string[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  const inner = unwrap(schema)
  if (inner instanceof z.ZodObject && isObject(value)) return foldObject(folding, inner, value, path)
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    if (value.length > longest(inner)) {
      folding.tooLong.push({ path, list: inner, value })
      return value
    }
    const element = inner.element as z.ZodType
    return (value as unknown[]).map((item, at) =>
      isWord(item) ? item : foldInto(folding, element, item, [...path, String(at)]),
    )
  }
  if (inner instanceof z.ZodUnion) {
    const options = inner.options as z.ZodType[]
    const match = options.find((option) => accepts(unwrap(option), value))
    return match ? foldInto(folding, match, value, path) : value
  }
  return value
}

type Fields = Record<string, unknown>

/** What is looked at is what came, however many fields the schema has. */
function foldObject(folding: Folding, schema: z.ZodObject, value: Fields, path: string[]): Fields {
  const given = Object.keys(value)
  // Most come with documented names alone, and then nothing need be looked for under another one.
  const hasOthers = given.some((name) => !Object.hasOwn(schema.shape, name))
  if (!hasOthers && given.every((name) => isWord(value[name]))) return value
  const folded: Fields = { ...value }
  const { names } = folding
  for (const field of hasOthers ? fieldsGiven(names, schema, given) : given) {
    const part = schema.shape[field] as z.ZodType
    const candidates = hasOthers ? names.namesOf(field) : [field]
    const name = candidates.find((candidate) => isGiven(part, valueOf(value, candidate)))
    if (name !== undefined) folded[field] = foldInto(folding, part, value[name], [...path, field])
    else if (valueOf(value, field) === null) delete folded[field]
  }
  return folded
}

/** Problems are told in the order of the schema. */
function fieldsGiven(names: FieldNames, schema: z.ZodObject, given: string[]): string[] {
  const found = new Set(given.flatMap((name) => names.fieldsCalled(schema, name) ?? []))
  return found.size < 2 ? [...found] : Object.keys(schema.shape).filter((field) => found.has(field))
}

/** Many clients send null for what they do not set. Where null has no meaning of its own, it is not given. */
function isGiven(schema: z.ZodType, value: unknown): boolean {
  if (value !== null) return value !== undefined
  return schema.safeParse(null).success || !schema.safeParse(undefined).success
}

function longest(list: z.ZodArray): number {
  return (list._zod.bag as { maximum?: number }).maximum ?? maxListLength
}

/** Nothing is in it that could be called by another name. */
function isWord(value: unknown): boolean {
  return typeof value !== 'object' && value !== undefined
}

/** A field of the value's own, never of its prototype. */
function valueOf(value: Fields, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined
}

function accepts(schema: z.ZodType, value: unknown): boolean {
  if (schema instanceof z.ZodObject) return isObject(value)
  if (schema instanceof z.ZodArray) return Array.isArray(value)
  return false
}

/** What a schema is behind what may be left out, null, or read differently. */
export function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrap(schema.unwrap() as z.ZodType)
  }
  if (schema instanceof z.ZodPipe) {
    // A preprocessing pipe holds its real schema on the way out, a transforming one on the way in.
    const input = schema.in as z.ZodType
    return unwrap(input instanceof z.ZodTransform ? (schema.out as z.ZodType) : input)
  }
  if (schema instanceof z.ZodLazy) return unwrap(schema.unwrap() as z.ZodType)
  return schema
}
