import type { Issue } from '../errors.ts'

/** What neither the database nor a platform can keep: U+0000, and half of a pair of surrogates. */
const rule = 'holds a character that cannot be stored (U+0000 or half of a surrogate pair)'

export function isPlainText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** More are not looked for: nobody reads that many. */
const maxNamed = 100

/** The texts in a value that cannot be kept, the names of fields included, each with its path. */
export function textIssues(value: unknown): Issue[] {
  const issues: Issue[] = []
  look(value, [])
  return issues

  function look(inner: unknown, path: readonly string[]): void {
    if (issues.length >= maxNamed) return
    if (typeof inner === 'string') return isPlainText(inner) ? undefined : add(path, rule)
    if (typeof inner !== 'object' || inner === null) return
    for (const name of Object.keys(inner)) {
      if (issues.length >= maxNamed) return
      const within = [...path, cleanText(name)]
      if (!isPlainText(name)) add(within, `its name ${rule}`)
      look((inner as Record<string, unknown>)[name], within)
    }
  }

  function add(path: readonly string[], message: string): void {
    issues.push({ path: path.join('.'), message })
  }
}

function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
