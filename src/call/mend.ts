import type { z } from 'zod'
import { sameWord } from '../closed-words.ts'
import { isObject } from '../lookup.ts'

/**
 * What callers write who mean the right thing: a closed word in other capitals, and nothing ('') where a form had nothing to send. What is
 * a number stays one: money is never read out of a text. Answers the value so mended, or null where no complaint is of this kind.
 */
export function mended(value: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  let found = false
  let whole = value
  for (const issue of issues) {
    const better = betterFor(issue)
    if (better === nothingBetter) continue
    found = true
    whole = changedAt(whole, issue.path, better)
  }
  return found ? whole : null
}

const nothingBetter = Symbol('nothing better')
const absent = Symbol('absent')

function betterFor(issue: z.core.$ZodIssue): unknown {
  const { input } = issue
  if (typeof input !== 'string') return nothingBetter
  const isWord = issue.code === 'invalid_value'
  if (input.trim() === '' && (isWord || issue.code === 'invalid_type' || issue.code === 'invalid_format')) return absent
  return isWord ? (sameWord(issue.values, input) ?? nothingBetter) : nothingBetter
}

/** The same value but for one place; what is above it is copied. */
function changedAt(value: unknown, [first, ...rest]: PropertyKey[], better: unknown): unknown {
  if (first === undefined) return better
  if (Array.isArray(value)) {
    // In a list nothing is left out: what stands at which place counts.
    if (rest.length === 0 && better === absent) return value
    const at = Number(first)
    return (value as unknown[]).map((each, index) => (index === at ? changedAt(each, rest, better) : each))
  }
  if (!isObject(value)) return value
  const { [String(first)]: before, ...others } = value
  if (rest.length === 0 && better === absent) return others
  return { ...value, [String(first)]: changedAt(before, rest, better) }
}
