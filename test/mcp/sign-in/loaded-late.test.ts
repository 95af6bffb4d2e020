import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..', '..', '..')

/** Every file that a start loads: what is imported by name at the top of a file, and not for its types alone. */
function loadedBy(first: string): Set<string> {
  const loaded = new Set<string>()
  const open = [first]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (loaded.has(file)) continue
    loaded.add(file)
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, name] of text.matchAll(/^(?:import|export) (?!type )[^;]*?from '(\.{1,2}\/[^']+\.ts)'/gm))
      open.push(relative(root, resolve(root, dirname(file), name!)))
  }
  return loaded
}

test('the sign-in of assistants is loaded when somebody first asks: a start knows their words and what is swept', () => {
  const ours = [...loadedBy('src/app.ts')].filter((file) => /^src\/(core\/assistants|mcp\/sign-in)\//.test(file)).sort()
  assert.deepEqual(ours, [
    'src/core/assistants/clients/redirects.ts',
    'src/core/assistants/deps.ts',
    'src/core/assistants/forget.ts',
    'src/core/assistants/rights.ts',
    'src/mcp/sign-in/face.ts',
  ])
})
