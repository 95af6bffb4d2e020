import { FlightdeckError } from '../errors/errors.ts'
import { send } from './connection.ts'
import type { Connection, Request } from './connection.ts'
import type { CallOptions } from '../operation-types.ts'

/** What the table says of an operation. */
export interface Operation {
  method: string
  path: string
  /** Takes an Idempotency-Key. */
  keyed?: true
  /** The input goes as a form with a file in it. */
  form?: true
  /** Answers with a file or a stream. */
  file?: true
  /** The field that takes the nextCursor of a page. */
  goesOnWith?: string
}

export type Fields = Record<string, unknown>

/** The answer itself, for files and for those who want its headers. */
export function respond(
  connection: Connection,
  operation: Operation,
  input: Fields,
  options: CallOptions,
): Promise<Response> {
  const request: Request = { ...requestFor(connection, operation, input, options), streams: true }
  return send(connection, request, options, (response) => response)
}

export function call(
  connection: Connection,
  operation: Operation,
  input: Fields,
  options: CallOptions,
): Promise<unknown> {
  if (operation.file) return respond(connection, operation, input, options)
  return send(connection, requestFor(connection, operation, input, options), options, readJson)
}

/** An address that leads to some page answers with 200 too. */
export function readJson(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? 'nothing'
  if (type.includes('json')) return response.json()
  throw new FlightdeckError({
    code: 'unexpected_answer',
    status: response.status,
    message: `The answer is ${type} where JSON was expected: is baseUrl the address of a Flightdeck?`,
    requestId: response.headers.get('x-request-id'),
    details: {},
    retryAfterSeconds: null,
  })
}

function requestFor(connection: Connection, operation: Operation, input: Fields, options: CallOptions): Request {
  const { method, keyed, form } = operation
  const { path, rest } = addressOf(operation, input)
  const headers = { ...connection.headers }
  if (keyed) headers['idempotency-key'] = keyOf(options)
  const request: Request = { method, path, headers, repeatable: method === 'GET' || keyed === true }
  if (method === 'GET' || method === 'DELETE') return { ...request, path: path + queryOf(rest) }
  if (form) {
    const body = formOf(rest)
    return { ...request, body: () => body }
  }
  const text = JSON.stringify(rest)
  if (text !== '{}') {
    headers['content-type'] = 'application/json'
    request.body = () => text
  }
  return request
}

/** The path with its fields filled in, and the fields that are not in it. */
function addressOf({ path }: Operation, input: Fields): { path: string; rest: Fields } {
  if (!path.includes('{')) return { path, rest: input }
  const rest = { ...input }
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = rest[name]
    delete rest[name]
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '') {
      throw new TypeError(`${name} is missing: it is part of the address ${path}.`)
    }
    // The rest of an address keeps its slashes.
    return name === 'path' ? String(value).split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)
  })
  return { path: filled, rest }
}

/** Lists in an address are written with commas; what is undefined or null is not sent. */
function queryOf(fields: Fields): string {
  const pairs = Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(value))}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function formOf(fields: Fields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value)
    else if (value !== undefined) form.append(name, textOf(value))
  }
  return form
}

/** One for all tries of a call. */
export function keyOf({ idempotencyKey }: CallOptions): string {
  return idempotencyKey ?? makeKey()
}

/** Not randomUUID: browsers have that only on pages that came over https. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
