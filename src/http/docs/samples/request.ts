import { fieldsAt } from '../../../call/operation.ts'
import type { Operation, InputLocation } from '../../../call/operation.ts'

/** The example of an operation as a request that can be sent. */
export interface SampleRequest {
  method: string
  /** Below the address of the service, with what stands in the query. */
  path: string
  /** null: none is sent. */
  body: Record<string, unknown> | null
  /** Of a form: where the file for it can be read. */
  file: string | null
  needsKey: boolean
}

export function sampleRequest(operation: Operation): SampleRequest | null {
  const { rest, scope, example } = operation
  if (!example) return null
  const given = example as Record<string, unknown>
  const takesBody = !rest.form && fieldsAt(operation, 'body').length > 0
  const query = valuesAt(operation, 'query').map(([field, value]) => `${field}=${inAddress(value)}`)
  return {
    method: rest.method,
    path: `${pathOf(operation)}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    body: takesBody ? Object.fromEntries(valuesAt(operation, 'body')) : null,
    file: rest.form ? String(given.file) : null,
    needsKey: scope !== null,
  }
}

function valuesAt(operation: Operation, place: InputLocation): [string, unknown][] {
  const given = Object.entries(operation.example ?? {})
  const fields = fieldsAt(operation, place)
  return given.filter(([field, value]) => value !== undefined && fields.includes(field))
}

function pathOf(operation: Operation): string {
  return valuesAt(operation, 'path').reduce(
    (path, [field, value]) => path.replace(field === '*' ? '...' : `{${field}}`, inAddress(value)),
    operation.rest.path,
  )
}

/** Lists are written with commas. What a query may hold as it is stays readable, addresses above all. */
function inAddress(value: unknown): string {
  const text = typeof value === 'string' ? value : Array.isArray(value) ? value.join(',') : JSON.stringify(value)
  return encodeURIComponent(text).replace(/%(3A|2F|2C)/g, decodeURIComponent)
}

/** The last part of an address: what a file is called. */
export function fileNameIn(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1)
}
