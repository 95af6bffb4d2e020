import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { findCircles } from './circles.ts'

/** Types, lint, format, what nobody uses, and what imports itself; `--fix` mends what can be mended. Needs no database. */
const root = join(import.meta.dirname, '..')
const fix = process.argv.includes('--fix')
const tools: [string, string[]][] = [
  ['prettier', [fix ? '--write' : '--check', '--log-level', 'warn', '.']],
  ['tsc', ['--project', '.']],
  ['eslint', fix ? ['--fix', '.'] : ['.']],
  ['knip', ['--no-progress']],
]

function isFine([tool, args]: [string, string[]]): boolean {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` }
  const { status } = spawnSync(join(root, 'node_modules', '.bin', tool), args, { cwd: root, stdio: 'inherit', env })
  return status === 0
}

function hasNoCircles(): boolean {
  const circles = findCircles(root)
  for (const files of circles) console.error(`These import each other: ${files.join(', ')}`)
  return circles.length === 0
}

const steps: [string, () => boolean][] = [
  ...tools.map((tool): [string, () => boolean] => [tool[0], () => isFine(tool)]),
  ['circles', hasNoCircles],
]
let failed = false
for (const [name, isPassed] of steps) {
  const passed = isPassed()
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name}`)
  failed ||= !passed
}
process.exit(failed ? 1 : 0)
