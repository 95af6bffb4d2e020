import { invalid } from '../errors.ts'
import type { Fields } from '../world.ts'

/** Checks of single fields; each refuses the element in the platform's way. */
export function text(fields: Fields, name: string, max: number): string {
  const value = fields[name]
  if (typeof value !== 'string' || value.trim() === '') throw invalid(name, 'is required')
  if ([...value].length > max) throw invalid(name, `must be at most ${max} characters`)
  return value
}

export function word(fields: Fields, name: string, allowed: readonly string[]): string {
  const value = fields[name]
  if (typeof value !== 'string' || !allowed.includes(value)) throw invalid(name, `must be one of ${allowed.join(', ')}`)
  return value
}

export function optionalWord(fields: Fields, name: string, allowed: readonly string[]): string | undefined {
  return fields[name] === undefined ? undefined : word(fields, name, allowed)
}

export function optionalMicro(fields: Fields, name: string, min: number): number | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw invalid(name, 'must be a whole number')
  if (value < min) throw invalid(name, `must be at least ${min}`)
  return value
}

export function optionalTime(fields: Fields, name: string): number | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(time)) throw invalid(name, 'must be an ISO 8601 time')
  return time
}

export function object(fields: Fields, name: string): Fields {
  const value = fields[name]
  if (!isObject(value)) throw invalid(name, 'is required')
  return value
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What nobody may change once it stands. */
export function unchanged(before: Fields | undefined, after: Fields, names: string[]): string | undefined {
  if (!before) return undefined
  return names.find((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}
