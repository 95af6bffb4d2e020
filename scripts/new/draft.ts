import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What is to be written: new files and changed ones, by their path from the root, and what is left to do. */
export interface Draft {
  files: Record<string, string>
  next: string[]
}

/** Nothing is written, because of the name or of what is there already. The message says what to do. */
export class Refused extends Error {}

/** What stands in the text of whatever somebody still has to say. `test/promises/filled-in.test.ts` finds it. */
export const fillIn = 'Fill in:'

export function read(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

export function refuseTaken(root: string, paths: string[]): void {
  const taken = paths.find((path) => existsSync(join(root, path)))
  if (taken) throw new Refused(`${taken} is there already. Choose another name, or change that one.`)
}

interface ListPlace {
  /** The file, for whoever has to do it by hand. */
  path: string
  /** The list ends with the first `before` that follows `after`. */
  after: string
  before: string
}

/** The text with one more entry at the end of a list that it has. How it looks is left to scripts/format.ts. */
export function inserted(text: string, entry: string, { path, after, before }: ListPlace): string {
  const begin = text.indexOf(after)
  const at = text.indexOf(before, begin + after.length)
  if (begin < 0 || at < 0)
    throw new Refused(`${path} no longer has "${after}". Mend scripts/new/, or add by hand: ${entry}`)
  const above = text.slice(0, at).trimEnd()
  const comma = /[,[{]$/.test(above) ? '' : ','
  return `${above}${comma}\n${entry}\n${text.slice(at)}`
}

/** The text with one more import, after those that it has. */
export function withImport(text: string, line: string): string {
  const last = [...text.matchAll(/^(?:import .+|\} from .+)$/gm)].at(-1)
  const at = last ? last.index + last[0].length + 1 : 0
  return `${text.slice(0, at)}${line}\n${text.slice(at)}`
}
