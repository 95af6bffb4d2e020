import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

/** One word, one idea: two types of one name are mixed up by whoever searches for it. A platform's folder has words of its own. */
const root = join(import.meta.dirname, '..', '..', '..')
const declared = /^export (?:abstract )?(?:type|interface|class) (\w+)/gm
const ofOnePlatform = /^src\/platforms\/(?!contract\/|kit\/)[^/]+\//

test('no two files of src export a type of the same name', () => {
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !ofOnePlatform.test(file))
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  assert.ok(sources.size > 500, 'the files were found')
  const twice = namedTwice(sources)
  assert.deepEqual(twice, [], 'Give each a name of its own (docs/glossary.md), or keep one and import it')
})

test('types, interfaces and classes of one name are found; what is handed on is not counted', () => {
  const sources = new Map([
    ['src/a.ts', 'export interface Row {}\nexport type Kept = 1\ninterface Own {}'],
    ['src/b.ts', 'export class Row {}\nexport type { Kept } from "./a.ts"\nexport const Lane = 1\ninterface Own {}'],
    ['src/c.ts', 'export type Lane<T> = T'],
  ])
  assert.deepEqual(namedTwice(sources), ['Row: src/a.ts, src/b.ts'])
})

function namedTwice(sources: ReadonlyMap<string, string>): string[] {
  const byName = new Map<string, string[]>()
  for (const [file, source] of sources)
    for (const [, name] of source.matchAll(declared)) byName.set(name!, [...(byName.get(name!) ?? []), file])
  return [...byName].filter(([, files]) => files.length > 1).map(([name, files]) => `${name}: ${files.join(', ')}`)
}
