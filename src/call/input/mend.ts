import { z } from 'zod'
import { sameWord } from '../../closed-words.ts'
import { isObject } from '../../lookup.ts'
import { unwrap } from './fold.ts'

/**
 * What callers write who mean the right thing: a closed word in other capitals, and nothing ('') where a form had no
 * word, id or time to send. What is a number stays one: money is never read out of a text, and no limit is left out for
 * an empty one. Answers the value so mended, or null where no complaint is of this kind.
 */
export function mended(schema: z.ZodType, value: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  // Ten thousand places of one list are changed in one copy of it.
  const copies = new Set<object>()
  let found = false
  let whole = value
  for (const issue of issues) {
    const better = betterFor(schema, issue)
    if (better === nothingBetter) continue
    found = true
    whole = changedAt(whole, issue.path, { better, copies })
  }
  return found ? whole : null
}

const nothingBetter = Symbol('nothing better')
const absent = Symbol('absent')

function betterFor(schema: z.ZodType, issue: z.core.$ZodIssue): unknown {
  const { input } = issue
  if (typeof input !== 'string') return nothingBetter
  const isWord = issue.code === 'invalid_value'
  if (input.trim() === '' && (isWord || issue.code === 'invalid_format' || takesSeveral(schema, issue.path)))
    return absent
  return isWord ? (sameWord(issue.values, input) ?? nothingBetter) : nothingBetter
}

interface Change {
  better: unknown
  /** What is ours already, and can be changed in place. */
  copies: Set<object>
}

/** Several forms are read there, as of an id or a time: an empty text is none of them, and no name that somebody emptied. */
function takesSeveral(schema: z.ZodType, path: PropertyKey[]): boolean {
  let at: z.ZodType | undefined = unwrap(schema)
  for (const key of path) {
    if (at instanceof z.ZodObject) at = at.shape[String(key)] as z.ZodType | undefined
    else at = at instanceof z.ZodArray ? (at.element as z.ZodType) : undefined
    if (at === undefined) return false
    at = unwrap(at)
  }
  return at instanceof z.ZodUnion
}

/** The same value but for one place; what is above it is copied, once. */
function changedAt(value: unknown, [first, ...rest]: PropertyKey[], change: Change): unknown {
  if (first === undefined) return change.better
  const isLeftOut = rest.length === 0 && change.better === absent
  if (Array.isArray(value)) {
    // In a list nothing is left out: what stands at which place counts.
    if (isLeftOut) return value
    const list = copied(value as unknown[], (each) => [...each], change)
    list[Number(first)] = changedAt(list[Number(first)], rest, change)
    return list
  }
  // No schema has a field of that name; assigning it would change what the copy is.
  if (!isObject(value) || first === '__proto__') return value
  const fields = copied(value, (each) => ({ ...each }), change)
  const name = String(first)
  if (isLeftOut) Reflect.deleteProperty(fields, name)
  else fields[name] = changedAt(fields[name], rest, change)
  return fields
}

function copied<T extends object>(value: T, copy: (value: T) => T, { copies }: Change): T {
  if (copies.has(value)) return value
  const made = copy(value)
  copies.add(made)
  return made
}
