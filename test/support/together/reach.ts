import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** What is changed and not committed yet. */
export function changedFiles(root: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
}

/** Code that is loaded by name, or read as text. */
const named = /(?:from|import|import\(|new URL\()\s*\(?\s*'(\.{1,2}\/[^']+)'/g

/**
 * The tests that load one of these files, through however many others; with those of documents for a document, and those of the dashboard
 * for a page. What nobody loads by name, such as a migration or the lock file, reaches all of them.
 */
export function reachedFrom(root: string, changed: string[], tests: string[]): string[] {
  const loads = loadersIn(root)
  const reached = new Set<string>()
  const open = changed.filter((file) => loads.has(file) || file.endsWith('.test.ts'))
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    open.push(...(loads.get(file) ?? []))
  }
  const [documents, pages] = [changed.some(isDocument), changed.some(isPage)]
  if (changed.some((file) => !loads.has(file) && !isCode(file) && !isDocument(file) && !isPage(file))) return tests
  return tests.filter(
    (file) =>
      reached.has(file) || (documents && file.startsWith('test/promises/')) || (pages && file.startsWith('test/web/')),
  )
}

const isCode = (file: string) => /\.tsx?$/.test(file)
const isDocument = (file: string) => file.endsWith('.md')
const isPage = (file: string) => file.startsWith('web/')

/** Who loads each file. */
function loadersIn(root: string): Map<string, string[]> {
  const loaders = new Map<string, string[]>()
  for (const file of globSync('{test,src,sandbox,bench,scripts,web/src,client}/**/*.{ts,tsx}', { cwd: root })) {
    for (const [, name] of readFileSync(join(root, file), 'utf8').matchAll(named)) {
      const loaded = relative(root, resolve(root, dirname(file), name!))
      loaders.set(loaded, [...(loaders.get(loaded) ?? []), file])
    }
  }
  return loaders
}
