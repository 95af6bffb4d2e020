import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { BuildStep } from './build/build.ts'
import type { BuildMessage } from './build/main.ts'

/** The process that builds, while it does. */
export interface BuildProcess {
  /** Where the dashboard lies then, or why there is none. Never rejects. */
  ended: Promise<{ folder: string } | { problem: string }>
  stop(): Promise<void>
}

const program = join(import.meta.dirname, 'build', 'main.ts')
/** It steps aside for everybody, so that on a busy machine it takes its time to clean up. */
const stopWithinMs = 10_000

export function startBuild(root: string, onStep: (step: BuildStep) => void): BuildProcess {
  const child = fork(program, [root], { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const gone = once(child, 'exit').catch((error: unknown) => error)
  let last: BuildMessage | null = null
  child.on('message', (message: BuildMessage) => {
    last = message
    if ('step' in message) onStep(message.step)
  })
  const outcome = async () => {
    const how = await gone
    if (how instanceof Error) return { problem: how.message }
    if (last && 'done' in last) return { folder: last.done }
    return { problem: last && 'problem' in last ? last.problem : 'The process that builds it was stopped.' }
  }
  return {
    ended: outcome(),
    async stop() {
      child.kill('SIGTERM')
      const limit = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
      await gone
      clearTimeout(limit)
    },
  }
}
