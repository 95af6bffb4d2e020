import { posix } from 'node:path'
import { Refused } from './draft.ts'

/** The words of a name, in whichever case it is written. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
}

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

export const kebabCase = (words: string[]) => words.join('-')
export const snakeCase = (words: string[]) => words.join('_')
export const pascalCase = (words: string[]) => words.map(capital).join('')
export const camelCase = ([first = '', ...rest]: string[]) => first + pascalCase(rest)
export const sentenceCase = (words: string[]) => capital(words.join(' '))

interface Naming {
  /** Such as "A metric". */
  what: string
  /** What names look like, and the same with an example. */
  pattern: RegExp
  form: string
  /** The name as it would be right, where that can be told. */
  suggest: (name: string) => string
}

/** No variable can be called so. */
const reserved =
  'break case catch class const default delete enum export false for function if import in new null return super switch this throw true try typeof var void while with yield'

/** Throws where a name is not written as such names are. */
export function refuseMisnamed(name: string, { what, pattern, form, suggest }: Naming): void {
  if (reserved.split(' ').includes(name)) throw new Refused(`"${name}" is a word of the language. Choose another name.`)
  if (pattern.test(name)) return
  const better = suggest(name)
  const hint = better !== name && pattern.test(better) ? ` Say ${better}.` : ''
  throw new Refused(`${what} is named in ${form}, not "${name}".${hint}`)
}

/** How one file imports another, both by their paths from the root. */
export function importPath(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}
