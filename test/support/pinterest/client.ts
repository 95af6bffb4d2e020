import assert from 'node:assert/strict'
import type { z } from 'zod'
import { operations } from './interface.ts'
import type { Operation, OperationName } from './interface.ts'
import { problem } from './shapes.ts'

/** One call as it went over the wire, below the version's path. */
export interface Exchange {
  method: string
  path: string
  query: URLSearchParams
  requestBody: unknown
  status: number
  replyBody: unknown
}

/** The call as the published interface knows it; throws where the two differ. Answers which operation it was. */
export function checkExchange(exchange: Exchange): OperationName {
  const name = operationFor(exchange.method, exchange.path)
  const operation: Operation = operations[name]
  checkQuery(name, operation, exchange.query)
  if (operation.body) matches(`${name}: body`, operation.body, exchange.requestBody)
  else assert.equal(exchange.requestBody, undefined, `${name} takes no body`)
  const reply = operation.replies[exchange.status]
  if (exchange.status < 400) assert.ok(reply, `${name} is never answered ${exchange.status}`)
  matches(`${name}: answer ${exchange.status}`, reply ?? problem, exchange.replyBody)
  return name
}

function operationFor(method: string, path: string): OperationName {
  const found = Object.entries(operations).find(
    ([, operation]) => operation.method === method && patternOf(operation.path).test(path),
  )
  assert.ok(found, `the interface has no ${method} ${path}`)
  return found[0] as OperationName
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '\\d+')}$`)
}

function checkQuery(name: string, { query: known }: Operation, query: URLSearchParams): void {
  for (const given of query.keys()) assert.ok(known[given], `${name} has no parameter ${given}`)
  for (const [parameter, { is, as, isRequired }] of Object.entries(known)) {
    const values = query.getAll(parameter)
    if (values.length === 0) {
      assert.ok(!isRequired, `${name} needs ${parameter}`)
      continue
    }
    if (as !== 'repeated') assert.equal(values.length, 1, `${name}: ${parameter} is written once`)
    const value = as === 'repeated' ? values : as === 'commas' ? values[0]!.split(',') : values[0]
    matches(`${name}: ${parameter}`, is, value)
  }
}

function matches(what: string, schema: z.ZodType, value: unknown): void {
  const { error } = schema.safeParse(value)
  const found = error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
  assert.equal(found, undefined, `${what}: ${found} in ${JSON.stringify(value)?.slice(0, 600)}`)
}

export interface CallParts {
  ids?: Record<string, string>
  query?: Record<string, string | number | string[]>
  body?: unknown
}

/** A client that knows nothing of the platform but its published interface, and holds both sides to it. */
export function interfaceClient(baseUrl: string, token: string) {
  return async <T = Record<string, unknown>>(name: OperationName, { ids = {}, query = {}, body }: CallParts = {}) => {
    const operation: Operation = operations[name]
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, part: string) => ids[part] ?? `missing ${part}`)
    const search = writeQuery(operation, query)
    const answer = await fetch(`${baseUrl}${path}?${search.toString()}`, {
      method: operation.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const { method } = operation
    const replyBody = (await answer.json()) as T
    const went = checkExchange({ method, path, query: search, requestBody: body, status: answer.status, replyBody })
    assert.equal(went, name)
    return { status: answer.status, body: replyBody }
  }
}

function writeQuery({ query: known }: Operation, given: NonNullable<CallParts['query']>): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(given)) {
    if (!Array.isArray(value)) search.append(name, String(value))
    else if (known[name]?.as === 'commas') search.append(name, value.join(','))
    else for (const each of value) search.append(name, each)
  }
  return search
}
