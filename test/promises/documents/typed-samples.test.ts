import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import ts from 'typescript'
import { operations } from '../../../src/api/index.ts'
import { samplesOf } from '../../../src/http/docs/samples/samples.ts'

/** What the reference shows in TypeScript, against the types of the client that it calls. */
const root = join(import.meta.dirname, '..', '..', '..')
const file = join(root, 'client', 'samples.ts')

/** Every sample in a function of its own, below the one line that all of them begin with. */
function allSamples(): string {
  const sources = operations.flatMap((operation) =>
    samplesOf(operation, 'https://ads.example').flatMap(({ label, source }) =>
      label === 'TypeScript' ? [source] : [],
    ),
  )
  const first = sources[0]!.split('\n', 1)[0]!
  const functions = sources.map((source, at) => {
    assert.ok(source.startsWith(first), source)
    return `export async function sample${at}() {${source.slice(first.length)}\n}`
  })
  return [first, ...functions].join('\n')
}

test('every sample in TypeScript is a call that the typed client takes', () => {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: object
  }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const paths = { '@flightdeck/client': [join(root, 'client', 'src', 'index.ts')] }
  const text = allSamples()
  const disk = ts.createCompilerHost(options)
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => path === file || disk.fileExists(path),
    readFile: (path) => (path === file ? text : disk.readFile(path)),
    getSourceFile: (path, version) =>
      path === file ? ts.createSourceFile(path, text, version) : disk.getSourceFile(path, version),
  }
  const program = ts.createProgram([file], { ...options, paths, noEmit: true, types: ['node'] }, host)
  const sample = program.getSourceFile(file)!
  const problems = [...program.getSyntacticDiagnostics(sample), ...program.getSemanticDiagnostics(sample)]
  assert.deepEqual(
    problems.map(({ messageText, start }) => [
      ts.flattenDiagnosticMessageText(messageText, ' '),
      text.slice(start, (start ?? 0) + 200),
    ]),
    [],
  )
})
