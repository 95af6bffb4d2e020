import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
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

for (const file of ['src/core/planted.ts', 'sandbox/core/planted.ts', 'bench/planted.ts', 'test/planted.test.ts']) {
  test(`a function in ${file} takes few parameters`, async () => {
    const functionOf = (params: number) =>
      `export function planted(${Array.from({ length: params }, (_, n) => `_p${n}: string`).join(', ')}) {}`
    assert.deepEqual(await refusals(file, functionOf(maxParams)), [])
    assert.deepEqual(await refusals(file, functionOf(maxParams + 1)), ['max-params'])
  })
}

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
