import { z } from 'zod'
import { badRequest, brokenRules } from '../../errors.ts'
import { wordsExpected } from '../../closed-words.ts'
import type { Issue } from '../../errors.ts'
import { isObject } from '../../lookup.ts'
import { fold, maxListLength } from './fold.ts'
import type { LongList } from './fold.ts'
import { mended } from './mend.ts'
import type { Operation } from '../operation.ts'
import { plainWords } from './plain-words.ts'

/** All problems of an input at once, each with its path; `unread` are those of fields that nobody reads. */
export function parseInput(
  { input: schema, readsInput }: Operation,
  raw: Record<string, unknown>,
  unread: Issue[] = [],
): Fields {
  const issues: Issue[] = []
  const input = readsInput ? ((foldWithin(schema, raw, issues) ?? {}) as Fields) : check(schema, raw, issues)
  if (issues.length > 0) throw badRequest([...issues, ...unread])
  if (unread.length > 0 && !readsInput) throw brokenRules(unread)
  return input
}

type Fields = Record<string, unknown>

/** null: a list is too long to be looked at. */
function foldWithin(schema: z.ZodObject, value: unknown, issues: Issue[]): unknown {
  const tooLong: LongList[] = []
  const folded = fold(schema, value, tooLong)
  issues.push(...tooLong.flatMap(lengthIssues))
  return tooLong.length > 0 ? null : folded
}

function check(schema: z.ZodObject, value: unknown, issues: Issue[]): Fields {
  const folded = foldWithin(schema, value, issues)
  if (folded === null) return {}
  const result = readWith(schema, folded)
  if (result.success) return result.data
  for (const issue of schemaIssues(result.error, folded)) issues.push(issue)
  return {}
}

/** Reads a value by a schema, also where it says the right thing in another way (mend.ts). What is complained about then is what is left. */
export function readWith<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> {
  const first = schema.safeParse(value, withInput)
  if (first.success) return first
  const better = mended(schema, value, first.error.issues)
  return better === null ? first : schema.safeParse(better, withInput)
}

/** What the list's own schema says about its length, without a look at what is in it. */
function lengthIssues({ path, list, value }: LongList): Issue[] {
  const checks = (list.def.checks ?? []) as z.core.$ZodCheck<unknown[]>[]
  const bounds = checks.filter((check) => check._zod.def.check === 'max_length')
  const result = z
    .array(z.unknown())
    .check(...bounds)
    .safeParse(value, withInput)
  const messages = result.error?.issues.map((issue) => issue.message) ?? [
    `takes at most ${maxListLength.toLocaleString('en')} values`,
  ]
  return messages.map((message) => ({ path: path.join('.'), message }))
}

/** Complaints carry what they are about, so that a missing field can be told from a wrong one, in plain words. */
const withInput = { reportInput: true, error: plainWords }

/** What a schema complains about, in plain words with dotted paths; of `given`, where that is told. */
export function schemaIssues(error: z.core.$ZodError, given?: unknown): Issue[] {
  return error.issues.flatMap((issue) =>
    toIssues(Number.isNaN(issue.input) && isAbsent(given, issue.path) ? { ...issue, input: undefined } : issue),
  )
}

/** Nothing was given there, of which a schema may have made a number that is none. */
function isAbsent(given: unknown, path: PropertyKey[]): boolean {
  return (
    isObject(given) &&
    path.reduce<unknown>((value, key) => (isObject(value) ? value[String(key)] : value), given) === undefined
  )
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
  const expected = expectedBy(issue)
  const isLong = issue.code === 'too_big' && issue.origin === 'string'
  const more = { ...(expected ? { expected } : {}), ...(isLong ? { longest: Number(issue.maximum) } : {}) }
  return [{ path: path.map(String).join('.'), message: wordsOf(issue), ...more }]
}

/** What would have been right, where the schema can say it in a word or in a list of words. */
function expectedBy(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === 'custom') return (issue.params as { expected?: string } | undefined)?.expected
  if (issue.code === 'invalid_type') return issue.expected
  return issue.code === 'invalid_value' ? wordsExpected(issue.values, issue.input) : undefined
}

function depth(issues: Issue[]): number {
  return issues.reduce((deepest, { path }) => Math.max(deepest, path.split('.').length), 0)
}

/** What is missing is missed in the same words everywhere. */
function wordsOf(issue: z.core.$ZodIssue): string {
  const isMissing = issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_union')
  return isMissing ? 'is required' : issue.message
}
