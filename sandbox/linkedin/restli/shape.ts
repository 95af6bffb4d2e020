import { ApiError } from '../errors.ts'
import type { Fields } from '../objects/objects.ts'
import { isRecord } from '../objects/objects.ts'

/** What a field may hold: a kind of value, a list of one kind, or a record. */
type Kind = 'text' | 'long' | 'flag' | 'any' | 'readOnly' | [Kind] | Shape
export interface Shape {
  [field: string]: Kind
}

export const money: Shape = { amount: 'text', currencyCode: 'text' }
export const schedule: Shape = { start: 'long', end: 'long' }

/** Refuses what does not fit the description of a resource, before any rule is looked at. */
export function checkShape(value: Fields, shape: Shape, path = ''): void {
  for (const [name, field] of Object.entries(value)) {
    const kind = Object.hasOwn(shape, name) ? shape[name] : undefined
    const place = `${path}/${name}`
    if (kind === undefined) throw misfit(place, 'unrecognized field found but not allowed')
    if (kind === 'readOnly') throw misfit(place, 'ReadOnly field present in a create or update request')
    checkKind(field, kind, place)
  }
}

function checkKind(value: unknown, kind: Kind, place: string): void {
  if (Array.isArray(kind)) {
    if (!Array.isArray(value)) throw misfit(place, 'is not an array')
    value.forEach((item, index) => checkKind(item, kind[0], `${place}/${index}`))
  } else if (typeof kind === 'object') {
    if (!isRecord(value)) throw misfit(place, 'is not a record')
    checkShape(value, kind, place)
  } else if (!isOf(value, kind))
    throw misfit(place, `${JSON.stringify(value)} cannot be coerced to ${words[kind] ?? kind}`)
}

const words: Record<string, string> = { text: 'String', long: 'Long', flag: 'Boolean' }

function isOf(value: unknown, kind: string): boolean {
  if (kind === 'text') return typeof value === 'string'
  if (kind === 'long') return Number.isSafeInteger(value)
  if (kind === 'flag') return typeof value === 'boolean'
  return value !== null
}

/** The checks of the platform's protocol, which know no business rule. */
export function misfit(place: string, problem: string): ApiError {
  return new ApiError(422, {
    serviceErrorCode: 100,
    code: 'UNPROCESSABLE_ENTITY',
    message: `ERROR :: ${place} :: ${problem}\n`,
  })
}

/** Fields that a description asks for. */
export function checkRequired(value: Fields, names: string[], path = ''): void {
  for (const name of names)
    if (value[name] === undefined)
      throw misfit(`${path}/${name}`, 'field is required but not found and has no default value')
}
