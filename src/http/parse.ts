import type { z } from 'zod'
import { badRequest } from '../errors.ts'
import type { Issue } from '../errors.ts'
import { fold } from './fold.ts'
import type { Endpoint } from './endpoint.ts'

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
  const issues: Issue[] = []
  const params = check(endpoint.params, raw.params ?? {}, issues)
  const query = check(endpoint.query, raw.query ?? {}, issues)
  const body = endpoint.bodyKind === 'json' ? checkBody(endpoint, raw.body, issues) : {}
  if (issues.length > 0) throw badRequest(issues)
  return { params, query, body }
}

function checkBody({ body: schema, readsBody }: Endpoint, value: unknown, issues: Issue[]): Record<string, unknown> {
  if (!schema) return {}
  if (value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value))) {
    issues.push({ path: '', message: 'the body must be a JSON object', expected: 'object' })
    return {}
  }
  if (readsBody) return fold(schema, value ?? {}) as Record<string, unknown>
  return check(schema, value ?? {}, issues)
}

function check(schema: z.ZodObject | undefined, value: unknown, issues: Issue[]): Record<string, unknown> {
  if (!schema) return {}
  const result = schema.safeParse(fold(schema, value), withInput)
  if (result.success) return result.data
  issues.push(...schemaIssues(result.error))
  return {}
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
