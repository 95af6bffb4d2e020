import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'

/** Types, lint and format; `--fix` mends what can be mended. Needs no database. */
const root = join(import.meta.dirname, '..')
const fix = process.argv.includes('--fix')
const steps: [string, string[]][] = [
  ['prettier', [fix ? '--write' : '--check', '--log-level', 'warn', '.']],
  ['tsc', ['--project', '.']],
  ['eslint', fix ? ['--fix', '.'] : ['.']],
]

let failed = false
for (const [tool, args] of steps) {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` }
  const { status } = spawnSync(join(root, 'node_modules', '.bin', tool), args, { cwd: root, stdio: 'inherit', env })
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${tool}`)
  failed ||= status !== 0
}
process.exit(failed ? 1 : 0)
