import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import pMap from 'p-map'
import { installDashboard } from '../src/web/build/build.ts'
import { findCircles } from './circles.ts'
import { breakDocuments, documentsIn, longLines } from './documents.ts'

/** Types, lint, format, what nobody uses, what imports itself, lines of documents, whether what is generated is of today, and whether OpenAPI pleases its readers; `--fix` mends what can be mended. Needs no database. */
const root = join(import.meta.dirname, '..')
const fix = process.argv.includes('--fix')
/** The longest first: they run side by side. */
const tools: [string, string[]][] = [
  // Its rules that need types make the compiler's own work, so it says what the compiler would: a second one would work out all types again.
  ['oxlint', ['--type-aware', '--type-check', '--deny-warnings', ...(fix ? ['--fix', '.'] : ['.'])]],
  ['eslint', fix ? ['--fix', '.'] : ['.']],
  // What is generated is nobody's to lint, and has types all the same.
  ['tsc', ['--project', 'client', '--noEmit']],
  ['oxfmt', [fix ? '--write' : '--list-different', '.']],
  ['generate', fix ? [] : ['--check']],
  ['openapi', []],
  ['knip', ['--no-progress']],
]
/** Those that node runs by their path. The compiler is the one that is a program of its own; the older one is there for eslint and knip. */
const own: Record<string, string> = {
  generate: join(root, 'scripts', 'generate.ts'),
  openapi: join(root, 'scripts', 'openapi.ts'),
  tsc: join(root, 'node_modules', 'typescript-7', 'bin', 'tsc'),
}

interface Finding {
  name: string
  isFine: boolean
  said: string
}

async function run([name, args]: [string, string[]]): Promise<Finding> {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` }
  const [program, words] = own[name]
    ? [process.execPath, [own[name], ...args]]
    : [join(root, 'node_modules', '.bin', name), args]
  const child = spawn(program, words, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const status = await new Promise((resolve) => child.once('close', resolve))
  return { name, isFine: status === 0, said }
}

function lookForCircles(): Finding {
  const said = findCircles(root).map((files) => `These import each other: ${files.join(', ')}\n`)
  return { name: 'circles', isFine: said.length === 0, said: said.join('') }
}

function lookAtDocuments(): Finding {
  if (fix) breakDocuments(root)
  const said = documentsIn(root).flatMap((document) =>
    longLines(readFileSync(join(root, document), 'utf8')).map((line) => `A line is too long: ${document}:${line}\n`),
  )
  return { name: 'documents', isFine: said.length === 0, said: said.join('') }
}

function printFinding({ name, isFine, said }: Finding): boolean {
  if (said) process.stderr.write(said)
  console.log(`${isFine ? 'ok    ' : 'FAILED'} ${name}`)
  return isFine
}

// What the dashboard is made of has types of its own.
await installDashboard(root, {
  report: (step) =>
    console.error(step === 'waiting' ? 'Waiting for who builds the dashboard ...' : 'Installing its packages ...'),
  signal: new AbortController().signal,
})
// Two that mend the same file would overwrite each other.
const atOnce = fix ? 1 : availableParallelism()
const passed = await pMap(tools, async (tool) => printFinding(await run(tool)), { concurrency: atOnce })
passed.push(printFinding(lookForCircles()), printFinding(lookAtDocuments()))
process.exit(passed.every(Boolean) ? 0 : 1)
