import type { Issue } from '../errors.ts'

/** What neither the database nor a platform can keep: U+0000, and half of a pair of surrogates. */
const rule = 'holds a character that cannot be stored (U+0000 or half of a surrogate pair)'

export function isPlainText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Every text in a value that cannot be kept, the names of fields included, each with its path. */
export function textIssues(value: unknown, path: readonly string[] = []): Issue[] {
  if (typeof value === 'string') return isPlainText(value) ? [] : [{ path: path.join('.'), message: rule }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(isPlainText(name) ? [] : [{ path: [...path, cleanText(name)].join('.'), message: `its name ${rule}` }]),
    ...textIssues(inner, [...path, cleanText(name)]),
  ])
}

function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
