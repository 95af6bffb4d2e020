import type { SimRequest } from '../../core/simulator.ts'
import { badParameter, missingParameter, notOneOf } from '../errors.ts'

/** Parameters from query and body together; in forms, lists and objects are JSON strings. */
export type Params = Record<string, unknown>

export function collectParams(request: SimRequest): Params {
  return { ...Object.fromEntries(request.query), ...request.body.fields }
}

export function isGiven(params: Params, name: string): boolean {
  const value = params[name]
  return value !== undefined && value !== null && value !== ''
}

export function textParam(params: Params, name: string): string | undefined {
  const value = params[name]
  if (!isGiven(params, name)) return undefined
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw badParameter(`Param ${name} must be a string`, name)
}

export function requiredText(params: Params, name: string): string {
  const value = textParam(params, name)
  if (value === undefined || value.trim() === '') throw missingParameter(name)
  return value
}

/** A list or object, whether sent as JSON or as a string that holds JSON. */
export function jsonParam(params: Params, name: string): unknown {
  const value = params[name]
  if (!isGiven(params, name)) return undefined
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    throw badParameter(`Param ${name} must be valid JSON`, name)
  }
}

export function objectParam(params: Params, name: string): Record<string, unknown> | undefined {
  const value = jsonParam(params, name)
  if (value === undefined) return undefined
  if (!isObject(value)) throw badParameter(`Param ${name} must be an object`, name)
  return value
}

export function listParam(params: Params, name: string): unknown[] | undefined {
  // A bare word or id is taken as a list of one, as the platform does.
  const raw = params[name]
  if (typeof raw === 'string' && /^[A-Za-z0-9_,]+$/.test(raw)) return raw.split(',')
  const value = jsonParam(params, name)
  if (value === undefined) return undefined
  if (!Array.isArray(value)) throw badParameter(`Param ${name} must be an array`, name)
  return value as unknown[]
}

export function textListParam(params: Params, name: string): string[] | undefined {
  return listParam(params, name)?.map((item) => {
    if (typeof item === 'string' || typeof item === 'number') return String(item)
    throw badParameter(`Param ${name} must be an array of strings`, name)
  })
}

export function integerParam(params: Params, name: string): number | undefined {
  const text = textParam(params, name)
  if (text === undefined) return undefined
  if (!/^-?\d{1,18}$/.test(text)) throw badParameter(`Param ${name} must be an integer`, name)
  return Number(text)
}

export function booleanParam(params: Params, name: string): boolean | undefined {
  const text = textParam(params, name)
  if (text === undefined) return undefined
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  throw badParameter(`Param ${name} must be a boolean`, name)
}

export function enumParam(params: Params, name: string, allowed: ReadonlySet<string>): string | undefined {
  const text = textParam(params, name)
  if (text !== undefined && !allowed.has(text)) throw notOneOf(name, allowed)
  return text
}

/** Unix seconds or ISO 8601, as milliseconds. */
export function timeParam(params: Params, name: string): number | undefined {
  const text = textParam(params, name)
  if (text === undefined) return undefined
  const time = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(withColonInOffset(text))
  if (Number.isNaN(time)) throw badParameter(`Param ${name} must be a valid datetime`, name)
  return time
}

function withColonInOffset(text: string): string {
  return text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The member as text: ids arrive as numbers from some clients. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value
  return typeof value === 'number' ? String(value) : undefined
}

export function objectOf(value: unknown): Record<string, unknown> | undefined {
  return isObject(value) ? value : undefined
}

export function objectsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

export function isValidateOnly(params: Params): boolean {
  return textListParam(params, 'execution_options')?.includes('validate_only') ?? false
}
