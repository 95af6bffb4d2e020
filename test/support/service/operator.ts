import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { after } from 'node:test'
import { childEnv } from './child-env.ts'

export interface OperatorCommand {
  id: number
  words: string[]
  env: Record<string, string | undefined>
  input: string
}

export interface Outcome {
  code: number
  stdout: string
  stderr: string
}

export interface Given {
  input?: string
  env?: Record<string, string>
}

type Carry = (words: string[], given?: Given) => Promise<Outcome>

/** The operator's command line with these settings, for one test file. */
export function operator(settings: Record<string, string>): Carry {
  const { carryOut, end } = startOperator(settings)
  after(end)
  return carryOut
}

/**
 * All commands share a process: loading what they need takes longer than most of them. That a command is a process like any other
 * is what src/main.test.ts is about.
 */
export function startOperator(settings: Record<string, string>): { carryOut: Carry; end: () => void } {
  const waiting = new Map<number, (outcome: Outcome) => void>()
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  let host: ChildProcess | null = null
  let asked = 0
  const start = () => {
    const child = fork(join(import.meta.dirname, 'command-host.ts'), { env: childEnv })
    child.on('message', ({ id, outcome }: { id?: number; outcome: Outcome }) => {
      // Commands tell a supervisor what is wrong, and take us for one.
      if (id !== undefined) waiting.get(id)!(outcome)
    })
    child.once('exit', (code) => failed.reject(new Error(`The process of the commands ended with ${code}.`)))
    return child
  }
  return {
    carryOut(words, { input = '', env = {} } = {}) {
      host ??= start()
      const id = asked++
      const outcome = new Promise<Outcome>((resolve) => waiting.set(id, resolve))
      host.send({ id, words, env: { ...childEnv, ...settings, ...env }, input } satisfies OperatorCommand)
      return Promise.race([outcome, failed.promise])
    },
    end: () => host?.disconnect(),
  }
}
