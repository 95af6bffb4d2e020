import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { findCircles } from '../../../scripts/circles.ts'

/** `npm run check` refuses what only the whole tree shows; here one of each is planted in a tree of its own. */
const root = join(import.meta.dirname, '..', '..', '..')

async function plant(context: TestContext, files: Record<string, string>): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'flightdeck-planted-'))
  context.after(() => rm(tree, { recursive: true, force: true }))
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(tree, file)), { recursive: true })
    await writeFile(join(tree, file), text)
  }
  return tree
}

test('files that import each other are refused, over others and by types too', async (context) => {
  const tree = await plant(context, {
    'src/one.ts': `import { two } from './core/two.ts'\nexport const one = two\nexport interface One {}\n`,
    'src/core/two.ts': `export * from './three.ts'\n`,
    'src/core/three.ts': `import type { One } from '../one.ts'\nexport const two: One = {}\n`,
    'src/four.ts': `import { one } from './one.ts'\nimport { five } from './five.ts'\nfive(one)\n`,
    'src/five.ts': `import 'node:fs'\nexport const five = (value: unknown) => value\n`,
  })
  assert.deepEqual(findCircles(tree), [['src/core/three.ts', 'src/core/two.ts', 'src/one.ts']])
})

test('files and exports that nobody imports are refused', async (context) => {
  const tree = await plant(context, {
    'package.json': JSON.stringify({ name: 'planted', type: 'module' }),
    'src/main.ts': `import { used } from './used.ts'\nused()\n`,
    'src/used.ts': `export function used() {}\nexport function unused() {}\nexport interface UnusedType {}\n`,
    'src/nowhere.ts': `export {}\n`,
  })
  await copyFile(join(root, 'knip.config.js'), join(tree, 'knip.config.js'))
  const knip = join(root, 'node_modules', 'knip', 'bin', 'knip.js')
  const args = [knip, '--no-progress', '--reporter', 'json', '--include', 'files,exports,types']
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: tree, encoding: 'utf8' })
  assert.equal(status, 1)
  const { issues } = JSON.parse(stdout) as {
    issues: ({ file: string } & Record<'files' | 'exports' | 'types', { name: string }[]>)[]
  }
  const found = issues.map(({ file, files, exports, types }) => ({
    file,
    names: [...files, ...exports, ...types].map(({ name }) => name),
  }))
  assert.deepEqual(
    found.sort((one, other) => one.file.localeCompare(other.file)),
    [
      { file: 'src/nowhere.ts', names: ['src/nowhere.ts'] },
      { file: 'src/used.ts', names: ['unused', 'UnusedType'] },
    ],
  )
})

test('wrong types, promises that nobody waits for, values of any type and names that nobody uses are refused', async (context) => {
  const tree = await plant(context, {
    'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, module: 'nodenext', target: 'esnext' } }),
    'src/late.ts': `async function late() {}\nexport function begin() {\n  late()\n}\n`,
    'src/any.ts': `export const told = (JSON.parse('{}') as any).told\n`,
    'src/fine.ts': `export async function fine() {\n  await Promise.resolve()\n}\n`,
    'src/named.ts': `const named = 1\nexport {}\n`,
    'src/wrong.ts': `export const wrong: number = 'text'\n`,
  })
  await copyFile(join(root, '.oxlintrc.json'), join(tree, '.oxlintrc.json'))
  const oxlint = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint')
  const args = [oxlint, '--type-aware', '--type-check', '--deny-warnings', '--format', 'unix', '.']
  const PATH = `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: tree,
    encoding: 'utf8',
    env: { ...process.env, PATH },
  })
  assert.equal(status, 1, stdout)
  for (const [file, rule] of [
    ['late', 'no-floating-promises'],
    ['any', 'no-explicit-any'],
    ['any', 'no-unsafe-member-access'],
    ['named', 'no-unused-vars'],
    ['wrong', 'TS2322'],
  ])
    assert.match(stdout, new RegExp(`^src/${file}\\.ts:.*${rule}`, 'm'))
  assert.doesNotMatch(stdout, /fine\.ts/)
})
