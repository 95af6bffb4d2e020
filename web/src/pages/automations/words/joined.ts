import { t } from '../../../languages/t.ts'

/** Several one by one, as deep as rules go: “a and b and c” has no comma that could belong to a part. */
const folded = (words: readonly string[], join: (one: string, other: string) => string): string =>
  words.length === 0 ? '' : words.reduce(join)

export const both = (words: readonly string[]): string =>
  folded(words, (one, other) => t('{one} and {other}', { one, other }))

export const either = (words: readonly string[]): string =>
  folded(words, (one, other) => t('{one} or {other}', { one, other }))

export const inOrder = (words: readonly string[]): string =>
  folded(words, (one, other) => t('{one}, then {other}', { one, other }))
