import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..', '..')
const names = /facebook|instagram|tiktok|snapchat|pinterest|linkedin|applovin|google[ -]?ads|\bmeta\b/i

/** Where a platform's name may stand besides its own folder: the table of platforms, and the words that older clients and sheets have. */
const allowed = ['src/platforms/index.ts', 'src/call/input/field-names.ts', 'client/src/sheet/columns.ts']
/** Addresses that the interface itself names after a platform; the folder is the address. */
const addresses =
  /\/?v1\/(?:manage\/|reports\/)?(?:meta|facebook|tiktok|snapchat|pinterest|google-ads|linkedin|applovin)\b[\w/{}-]*/g

function strays(files: string[]): string[] {
  return files
    .filter((file) => !/\.test\.ts$|-fixture\.ts$|\.gen\.ts$/.test(file) && !allowed.includes(file))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => {
          // `.meta(`, `import.meta`, `<meta` and 'meta[' are words of the language, of the schema library and of HTML.
          const text = line
            .replace(/\.meta\b|<meta\b|'meta\[|\|meta\)/g, '')
            .replace(addresses, '')
            .replace(/from '.*'/, '')
          return names.test(text) ? [`${file}:${index + 1} ${line.trim()}`] : []
        }),
    )
}

test("no platform's name stands outside its folder, its simulator, the table of platforms, and addresses that carry it", () => {
  const files = globSync('src/**/*.ts', { cwd: root }).filter(
    (file) =>
      !/^src\/platforms\/[\w-]+\//.test(file) &&
      !/^src\/api\/v1\/(?:manage\/)?(?:tiktok|snapchat|pinterest|applovin)\//.test(file),
  )
  assert.ok(files.length > 500, 'the files were found')
  assert.deepEqual(strays(files), [])
})

test('dashboard, client and command line have the names of platforms from what is generated', () => {
  const files = globSync('{web/src,client/src,client/cli}/**/*.{ts,tsx}', { cwd: root })
  assert.ok(files.length > 250, 'the files were found')
  assert.deepEqual(strays(files), [])
})
