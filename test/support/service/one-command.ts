import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { childEnv } from './child-env.ts'
import type { Given, Outcome } from './operator.ts'

const main = join(import.meta.dirname, '..', '..', '..', 'src', 'main.ts')

/** A command in a process of its own, as people run it. */
export function commandAlone(words: string[], { input = '', env = {} }: Given = {}): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, ...words], {
      env: { ...childEnv, ...env },
    })
    const outcome = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (outcome.stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (outcome.stderr += text))
    child.on('error', reject)
    // A command that ends without reading its input breaks the pipe; its exit code says what it thought.
    child.stdin.on('error', () => undefined)
    child.on('close', (code) => resolve({ ...outcome, code: code ?? -1 }))
    child.stdin.end(input)
  })
}
