import '../../../src/imports.ts'
import { Readable } from 'node:stream'
import type { OperatorCommand, Outcome } from './operator.ts'

/**
 * Carries out commands of `flightdeck`, one after another, for the test file that started it (operator.ts). Each finds the
 * environment, the standard input and the exit code of a process that was started for it alone.
 */
const { runCommand } = await import('../../../src/cli/program.ts')

async function carryOut({ words, env, input }: OperatorCommand): Promise<Outcome> {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  Object.defineProperty(process, 'stdin', { value: Readable.from(input === '' ? [] : [input]), configurable: true })
  process.exitCode = undefined
  const printed = { stdout: '', stderr: '' }
  const streams = ['stdout', 'stderr'] as const
  const real = streams.map((name) => process[name].write.bind(process[name]))
  for (const name of streams) {
    process[name].write = (chunk: string | Uint8Array) => {
      printed[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
      return true
    }
  }
  try {
    return { code: await runCommand(words), ...printed }
  } finally {
    for (const [index, name] of streams.entries()) process[name].write = real[index]!
  }
}

let last = Promise.resolve()
process.on('message', (asked: OperatorCommand) => {
  last = last.then(async () => void process.send!({ id: asked.id, outcome: await carryOut(asked) }))
})
process.once('disconnect', () => process.exit(0))
