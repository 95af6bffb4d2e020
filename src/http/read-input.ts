import type { FastifyRequest } from 'fastify'
import { fieldsAt } from '../call/operation.ts'
import type { Operation } from '../call/operation.ts'
import { textIssues } from '../call/text.ts'
import { badRequest } from '../errors.ts'

type Fields = Record<string, unknown>

/** The one input of an operation, from wherever its fields stand in a request. What the path says nothing else can overrule. */
export function inputOf(operation: Operation, request: FastifyRequest): Fields {
  const params = request.params as Fields
  const query = fieldsAt(operation, 'query').length > 0 ? withoutBrackets(request.query as Fields) : {}
  const issues = [...textIssues(params), ...textIssues(query)]
  if (issues.length > 0) throw badRequest(issues)
  const hasBody = request.body !== undefined && !operation.rest.form && fieldsAt(operation, 'body').length > 0
  const body = hasBody ? bodyOf(operation, request.body) : {}
  return { ...query, ...body, ...headersOf(operation, request), ...params }
}

function bodyOf({ prepare }: Operation, raw: unknown): Fields {
  const body = prepare ? prepare(raw) : raw
  if (body === undefined) return {}
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Fields
  throw badRequest([{ path: '', message: 'the body must be a JSON object', expected: 'object' }])
}

function headersOf({ rest }: Operation, { headers }: FastifyRequest): Fields {
  const named = Object.entries(rest.headers ?? {}).flatMap(([header, field]) => {
    const value = headers[header]
    return typeof value === 'string' ? [[field, value]] : []
  })
  return Object.fromEntries(named) as Fields
}

/** `?ids[]=a&ids[]=b` and `?ids[0]=a` are how some clients write `?ids=a&ids=b`. */
function withoutBrackets(query: Fields): Fields {
  if (!Object.keys(query).some((name) => name.endsWith(']'))) return query
  const plain = new Map<string, unknown[]>()
  for (const [written, value] of Object.entries(query)) {
    const name = /^([^[\]]+)\[\d*\]$/.exec(written)?.[1] ?? written
    const values = plain.get(name) ?? []
    for (const one of [value].flat<unknown[]>()) values.push(one)
    plain.set(name, values)
  }
  return Object.fromEntries([...plain].map(([name, values]) => [name, values.length === 1 ? values[0] : values]))
}
