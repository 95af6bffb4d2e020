import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '@hey-api/openapi-ts'

/** What a generator of clients makes of the documents. */
const root = join(import.meta.dirname, '..', '..', '..')
const writeDocument = `
  const { operationsFor } = await import('./src/api/index.ts')
  const { builtIn } = await import('./src/platforms/index.ts')
  const { buildOpenApi } = await import('./src/http/docs/openapi.ts')
  const facts = { version: '9.8.7', publicUrl: 'https://ads.example', sandboxUrl: null }
  process.stdout.write(JSON.stringify(buildOpenApi(operationsFor(builtIn), facts)))
`

/** Everything anew: a process of its own writes the document, and the generator reads it from a file. */
async function generate(folder: string): Promise<string> {
  const args = ['--input-type=module', '--eval', writeDocument]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: root, maxBuffer: 1e8, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  const input = join(folder, 'openapi.json')
  const output = join(folder, 'client')
  await writeFile(input, stdout)
  await createClient({ input, output, plugins: ['@hey-api/typescript'], logs: { level: 'silent' } })
  return readFile(join(output, 'types.gen.ts'), 'utf8')
}

test('the types of two runs are the same, letter by letter, and have the names of the documents', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flightdeck-types-'))
  try {
    const first = await generate(join(folder, '.'))
    const second = await generate(join(folder, '.'))
    assert.equal(second, first)
    for (const name of ['LaunchAdsRequest', 'LaunchAdsReply', 'Pagination', 'UpdateBudgetReply', 'ErrorCode']) {
      assert.match(first, new RegExp(`^export type ${name} = `, 'm'))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
