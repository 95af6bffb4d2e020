import type { ApiCall } from '../call.ts'
import { invalidParam, invalidParams } from '../errors.ts'
import type { RestliRecord, RestliValue } from './parser.ts'

type Params = Pick<ApiCall, 'params'>

/** Refuses every parameter that the operation does not have; those of the older syntax with dots among them. */
export function allow({ params }: Params, names: string[]): void {
  const strangers = [...params.keys()].filter((name) => !names.includes(name))
  if (strangers.length > 0)
    throw invalidParams(
      strangers.map((name) => ({
        code: 'QUERY_PARAM_NOT_ALLOWED',
        field: name,
        description: `Query parameter ${name} is not allowed`,
      })),
    )
}

export function textParam({ params }: Params, name: string): string | undefined {
  const value = params.get(name)
  if (value !== undefined && typeof value !== 'string') throw invalidParam(name, `${name} must be a single value`)
  return value
}

export function requiredText(call: Params, name: string): string {
  const value = textParam(call, name)
  if (value === undefined) throw invalidParam(name, `Parameter '${name}' is required`, 'PARAM_MISSING')
  return value
}

export function flagParam(call: Params, name: string): boolean | undefined {
  return flagIn(textParam(call, name), name)
}

export function flagIn(value: RestliValue | undefined, name: string): boolean | undefined {
  if (value === undefined) return undefined
  if (value !== 'true' && value !== 'false') throw invalidParam(name, `${name} must be true or false`)
  return value === 'true'
}

export function listParam({ params }: Params, name: string): string[] | undefined {
  const value = params.get(name)
  return value === undefined ? undefined : textsIn(value, name)
}

export function textsIn(value: RestliValue, name: string): string[] {
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string'))
    throw invalidParam(name, `${name} must be a list: List(a,b)`)
  return value as string[]
}

export function recordParam({ params }: Params, name: string): RestliRecord | undefined {
  const value = params.get(name)
  if (value === undefined) return undefined
  if (!(value instanceof Map)) throw invalidParam(name, `${name} must be a record: (a:b)`)
  return value
}

export function wordParam(call: Params, name: string, words: readonly string[]): string | undefined {
  const value = textParam(call, name)
  if (value !== undefined && !words.includes(value))
    throw invalidParam(name, `${name} must be one of ${words.join(', ')}`)
  return value
}

/** A whole number from `least` to `most`. */
export function numberParam(call: Params, name: string, { min, max }: { min: number; max: number }) {
  const value = textParam(call, name)
  if (value === undefined) return undefined
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < min || number > max)
    throw invalidParam(name, `${name} must be from ${min} to ${max}`)
  return number
}

/** The keys of a batch. */
export function idsParam(call: Params): string[] {
  const ids = listParam(call, 'ids')
  if (!ids || ids.length === 0) throw invalidParam('ids', "Parameter 'ids' is required", 'PARAM_MISSING')
  return [...new Set(ids)]
}
