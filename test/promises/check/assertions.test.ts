import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import ts from 'typescript'

const root = join(import.meta.dirname, '..', '..', '..')
/** `value!` says nothing where it is wrong: `required`, `only` and `entryOf` (src/lookup.ts) tell what was missing. */
const maxPerThousandLines = 2

/** Loops over typed arrays may; the dashboard and the client have none (.oxlintrc.json). */
for (const folder of ['src', 'src/platforms', 'sandbox']) {
  test(`at most ${maxPerThousandLines} of a thousand lines of ${folder} assert that something is there`, () => {
    let [lines, assertions] = [0, 0]
    for (const file of globSync('**/*.ts', { cwd: join(root, folder) })) {
      if (/\.(?:test|gen)\.ts$/.test(file)) continue
      const text = readFileSync(join(root, folder, file), 'utf8')
      lines += text.split('\n').length
      if (/[\w)\]]!(?!=)/.test(text))
        assertions += assertionsIn(ts.createSourceFile(file, text, ts.ScriptTarget.Latest))
    }
    const max = Math.floor((lines / 1000) * maxPerThousandLines)
    assert.ok(assertions <= max, `${folder} has ${assertions}, and may have ${max}`)
  })
}

function assertionsIn(node: ts.Node): number {
  let count = node.kind === ts.SyntaxKind.NonNullExpression ? 1 : 0
  ts.forEachChild(node, (child) => void (count += assertionsIn(child)))
  return count
}
