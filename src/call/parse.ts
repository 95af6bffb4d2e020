import { z } from 'zod'
import { badRequest } from '../errors.ts'
import type { Issue } from '../errors.ts'
import { fold, maxListLength } from './fold.ts'
import type { LongList } from './fold.ts'
import type { Endpoint } from './endpoint.ts'
import { textIssues } from './text.ts'

export interface RawInput {
  params: unknown
  query: unknown
  body: unknown
}

export interface ParsedInput {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: Record<string, unknown>
}

/** All problems of a request at once, each with its path. */
export function parseInput(endpoint: Endpoint, raw: RawInput): ParsedInput {
  // Bodies were looked at as they were read.
  const issues: Issue[] = [...textIssues(raw.params), ...textIssues(raw.query)]
  const params = check(endpoint.params, raw.params ?? {}, issues)
  const query = check(endpoint.query, withoutBrackets(raw.query ?? {}), issues)
  const body = endpoint.bodyKind === 'json' ? checkBody(endpoint, raw.body, issues) : {}
  if (issues.length > 0) throw badRequest(issues)
  return { params, query, body }
}

/** `?ids[]=a&ids[]=b` and `?ids[0]=a` are how some clients write `?ids=a&ids=b`. */
function withoutBrackets(query: object): object {
  if (!Object.keys(query).some((name) => name.endsWith(']'))) return query
  const plain = new Map<string, unknown[]>()
  for (const [written, value] of Object.entries(query)) {
    const name = /^([^[\]]+)\[\d*\]$/.exec(written)?.[1] ?? written
    plain.set(name, [...(plain.get(name) ?? []), ...([value].flat() as unknown[])])
  }
  return Object.fromEntries([...plain].map(([name, values]) => [name, values.length === 1 ? values[0] : values]))
}

function checkBody({ body: schema, readsBody }: Endpoint, value: unknown, issues: Issue[]): Record<string, unknown> {
  if (!schema) return {}
  if (value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value))) {
    issues.push({ path: '', message: 'the body must be a JSON object', expected: 'object' })
    return {}
  }
  if (readsBody) return (foldWithin(schema, value ?? {}, issues) ?? {}) as Record<string, unknown>
  return check(schema, value ?? {}, issues)
}

/** null: a list is too long to be looked at. */
function foldWithin(schema: z.ZodObject, value: unknown, issues: Issue[]): unknown {
  const tooLong: LongList[] = []
  const folded = fold(schema, value, tooLong)
  issues.push(...tooLong.flatMap(lengthIssues))
  return tooLong.length > 0 ? null : folded
}

function check(schema: z.ZodObject | undefined, value: unknown, issues: Issue[]): Record<string, unknown> {
  if (!schema) return {}
  const folded = foldWithin(schema, value, issues)
  if (folded === null) return {}
  const result = schema.safeParse(folded, withInput)
  if (result.success) return result.data
  for (const issue of schemaIssues(result.error)) issues.push(issue)
  return {}
}

/** What the list's own schema says about its length, without a look at what is in it. */
function lengthIssues({ path, list, value }: LongList): Issue[] {
  const checks = (list.def.checks ?? []) as z.core.$ZodCheck<unknown[]>[]
  const bounds = checks.filter((check) => check._zod.def.check === 'max_length')
  const result = z
    .array(z.unknown())
    .check(...bounds)
    .safeParse(value)
  const messages = result.error?.issues.map((issue) => issue.message) ?? [
    `takes at most ${maxListLength.toLocaleString('en')} values`,
  ]
  return messages.map((message) => ({ path: path.join('.'), message }))
}

/** Complaints carry what they are about, so that a missing field can be told from a wrong one. */
export const withInput = { reportInput: true }

/** What a schema complains about, in plain words with dotted paths. */
export function schemaIssues(error: z.core.$ZodError): Issue[] {
  return error.issues.flatMap((issue) => toIssues(issue))
}

function toIssues(issue: z.core.$ZodIssue, above: PropertyKey[] = []): Issue[] {
  const path = [...above, ...issue.path]
  if (issue.code === 'invalid_union') {
    // The alternative that came closest says most: the one with the deepest complaint.
    const best = issue.errors
      .map((group) => group.flatMap((inner) => toIssues(inner, path)))
      .sort((a, b) => depth(b) - depth(a))[0]
    if (best && depth(best) > path.length) return best
  }
  const expected =
    'expected' in issue ? String(issue.expected) : 'values' in issue ? issue.values.join(', ') : undefined
  return [{ path: path.map(String).join('.'), message: plainWords(issue), ...(expected ? { expected } : {}) }]
}

function depth(issues: Issue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.split('.').length))
}

function plainWords(issue: z.core.$ZodIssue): string {
  if ((issue.code === 'invalid_type' || issue.code === 'invalid_union') && issue.input === undefined)
    return 'is required'
  return issue.message
}
