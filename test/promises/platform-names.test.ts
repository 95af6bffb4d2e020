import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..', '..', 'src')
const names = /facebook|instagram|tiktok|snapchat|pinterest|linkedin|applovin|google[ -]?ads|\bmeta\b/gi

/** Where a platform's name may stand besides its own folder: the table of platforms, and the words that older clients send. */
const allowed = ['platforms/index.ts', 'call/field-names.ts']
/** Addresses that the interface itself names after a platform; the folder is the address. */
const addresses =
  /\/?v1\/(?:manage\/|reports\/)?(?:meta|facebook|tiktok|snapchat|pinterest|google-ads|linkedin|applovin)\b[\w/{}-]*/g

test("no platform's name stands outside its folder, its simulator, the table of platforms, and addresses that carry it", () => {
  const strays: string[] = []
  for (const file of globSync('**/*.ts', { cwd: root })) {
    if (
      file.endsWith('.test.ts') ||
      file.endsWith('-fixture.ts') ||
      allowed.includes(file) ||
      /^platforms\/[\w-]+\//.test(file)
    )
      continue
    if (/^api\/v1\/(?:manage\/)?(?:tiktok|snapchat|pinterest|applovin)\//.test(file)) continue
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .forEach((line, index) => {
        // `.meta(`, `import.meta` and `<meta` are words of the language, of the schema library and of HTML.
        const text = line
          .replace(/\.meta\b|<meta\b|\|meta\)/g, '')
          .replace(addresses, '')
          .replace(/from '.*'/, '')
        if (names.test(text)) strays.push(`${file}:${index + 1} ${line.trim()}`)
        names.lastIndex = 0
      })
  }
  assert.deepEqual(strays, [])
})
