import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { toolEnvironment } from './environment.ts'
import { createRestartPause, inWords } from './restart-pause.ts'

export interface RunningSandbox {
  url: string
  /** Its process, another one after it ended and was started again; null where it is part of ours. */
  pid(): number | null
  close(): Promise<void>
}

export interface SandboxPlace {
  host: string
  port: number
  dataDir: string
  /** Other names by which it is reached. */
  names: string[]
}

/** What the sandbox tells us: where it listens, or why it cannot. */
interface Told {
  url?: string
  failure?: { message: string; code?: string; syscall?: string; port?: number }
}

/** Whatever it answered for is on disk: nothing is lost when it is ended after that. */
const stopWithinMs = 1_000
const program = join(import.meta.dirname, '..', 'sandbox', 'main.ts')
/** It starts sooner where files need not be looked for, and holds little that is young. */
const execArgv = ['--import', new URL('imports.ts', import.meta.url).href, '--max-semi-space-size=1']

/**
 * The sandbox as a process of its own: whatever is done to it, the service goes on with no more than failed calls to platforms. It
 * is started again at the same address whenever it ends, and ends with us, however we end: it sees the line between us break.
 */
export async function startSandboxProcess(place: SandboxPlace, log: Logger): Promise<RunningSandbox> {
  let child = spawn(place)
  const url = await addressOf(child)
  // The port that was picked at first is kept.
  const again = { ...place, port: Number(new URL(url).port) }
  const closing = new AbortController()

  async function keepRunning(): Promise<void> {
    const pause = createRestartPause()
    let hasServed = true
    for (;;) {
      const reason = hasServed ? await ended(child) : 'it did not start'
      if (closing.signal.aborted) return
      const pauseMs = pause.next(hasServed)
      log.error(`The sandbox ended (${reason}). It starts again ${inWords(pauseMs)}.`)
      await delay(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined)
      if (closing.signal.aborted) return
      child = spawn(again)
      hasServed = await addressOf(child).then(
        () => true,
        (error: unknown) => {
          log.error(`The sandbox does not start: ${(error as Error).message}`)
          return false
        },
      )
    }
  }
  const kept = keepRunning()
  return {
    url,
    pid: () => child.pid!,
    async close() {
      closing.abort()
      child.kill('SIGTERM')
      const limit = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
      await kept
      clearTimeout(limit)
    },
  }
}

async function ended(child: ChildProcess): Promise<string> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.signalCode ?? `exit code ${child.exitCode}`
}

function spawn({ host, port, dataDir, names }: SandboxPlace): ChildProcess {
  const args = ['--host', host, '--port', String(port), '--data', dataDir, '--names', names.join()]
  // None of our secrets are its business.
  const env = toolEnvironment()
  return fork(program, args, { execArgv, env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
}

async function addressOf(child: ChildProcess): Promise<string> {
  const told = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [{}])])
  const { url, failure } = told[0] as Told
  if (url !== undefined) return url
  throw Object.assign(new Error(failure?.message ?? 'it ended before it listened'), failure)
}
