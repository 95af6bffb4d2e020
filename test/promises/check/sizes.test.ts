import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import { makeDataDir } from '../../support/harness.ts'
import rules, { maxComponentLines, maxFunctionLines, maxLines, maxParams } from '../../../eslint.sizes.js'

/** `npm run check` refuses what is too large; here one of each is planted, beside one that just fits. */
const root = join(import.meta.dirname, '..', '..', '..')
const parser = { files: ['**/*.ts', '**/*.tsx'], languageOptions: { parser: tseslint.parser } }
const linter = new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig: [parser, ...rules] as never })

async function refusals(file: string, text: string): Promise<(string | null)[]> {
  const [result] = await linter.lintText(text, { filePath: join(root, file) })
  return result!.messages.map(({ ruleId }) => ruleId)
}

const functionOf = (lines: number) =>
  ['export function planted() {', ...Array<string>(lines - 2).fill('  // line'), '}'].join('\n')

test('a component of the dashboard stays within its lines', async () => {
  const refused = ['max-lines-per-function']
  assert.deepEqual(await refusals('web/src/planted.tsx', functionOf(maxComponentLines)), [])
  assert.deepEqual(await refusals('web/src/planted.tsx', functionOf(maxComponentLines + 1)), refused)
})

for (const folder of ['src/core', 'sandbox/core', 'client/src', 'web/src']) {
  test(`a file in ${folder} stays within its lines`, async () => {
    const fileOf = (lines: number) => ['export {}', ...Array<string>(lines - 1).fill('// line')].join('\n')
    assert.deepEqual(await refusals(`${folder}/planted.ts`, fileOf(maxLines)), [])
    assert.deepEqual(await refusals(`${folder}/planted.ts`, fileOf(maxLines + 1)), ['max-lines'])
  })

  test(`a function in ${folder} stays within its lines`, async () => {
    assert.deepEqual(await refusals(`${folder}/planted.ts`, functionOf(maxFunctionLines)), [])
    assert.deepEqual(await refusals(`${folder}/planted.ts`, functionOf(maxFunctionLines + 1)), [
      'max-lines-per-function',
    ])
  })
}

for (const file of ['src/core/planted.ts', 'sandbox/core/planted.ts', 'client/src/planted.ts', 'web/src/planted.ts']) {
  test(`a function in ${file} takes few parameters`, async () => {
    assert.deepEqual(await refusals(file, functionWith(maxParams)), [])
    assert.deepEqual(await refusals(file, functionWith(maxParams + 1)), ['max-params'])
  })
}

function functionWith(params: number): string {
  return `export function planted(${Array.from({ length: params }, (_, n) => `_p${n}: string`).join(', ')}) {}`
}

test('tests, benches and scripts are held by oxlint to few parameters, and tests to what the dashboard allows', async () => {
  const folder = await makeDataDir()
  try {
    await copyFile(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
    const wrong = `${functionWith(maxParams + 1)}\nexport const waited = (page: Page) => page.waitForFunction(() => 1)\n`
    const files = ['test/planted.test.ts', 'bench/planted.ts', 'scripts/planted.ts', 'test/fine.test.ts']
    for (const file of files) {
      await mkdir(join(folder, dirname(file)), { recursive: true })
      await writeFile(join(folder, file), file.includes('fine') ? functionWith(maxParams) : wrong)
    }
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--format=unix', '.'], {
      cwd: folder,
      encoding: 'utf8',
    })
    const refused = [...stdout.matchAll(/([\w./-]+\.ts):\d+:\d+.*\[Error\/eslint\(([\w-]+)\)\]/g)]
    assert.deepEqual(refused.map(([, file, rule]) => `${file} ${rule}`).sort(), [
      'bench/planted.ts max-params',
      'scripts/planted.ts max-params',
      'test/planted.test.ts max-params',
      'test/planted.test.ts no-restricted-properties',
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('npm run check lints with these rules', async () => {
  const config = (await new ESLint({ cwd: root }).calculateConfigForFile(join(root, 'src/core/planted.ts'))) as {
    rules: Record<string, [number, unknown]>
  }
  const limits = ['max-lines', 'max-lines-per-function', 'max-params'].map((rule) => config.rules[rule])
  assert.deepEqual(limits, [
    [2, maxLines],
    [2, maxFunctionLines],
    [2, maxParams],
  ])
})

test('the documents speak of these limits', async () => {
  const text = await readFile(join(root, 'docs/architecture.md'), 'utf8')
  assert.ok(text.includes(`a file has at most ${maxLines} lines and a function at most ${maxFunctionLines} `))
  assert.equal(maxParams, 4)
  assert.ok(text.includes('nothing takes more than four parameters'))
})
