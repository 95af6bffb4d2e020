import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { toolEnvironment } from './environment.ts'
import { createRestartPause, inWords } from './restart-pause.ts'

export interface RunningSandbox {
  url: string
  /** Its process, another one after it ended and was started again; null where it is part of ours. */
  pid(): number | null
  close(): Promise<void>
}

export interface SandboxLocation {
  host: string
  port: number
  dataDir: string
  /** Other names by which it is reached. */
  names: string[]
}

/** Where one was neither forbidden nor runs elsewhere. */
export function mayHaveSandbox({ sandbox, sandboxUrl }: Config): boolean {
  return sandbox !== 'off' && !sandboxUrl
}

export function sandboxLocationOf({ sandboxHost, sandboxPort, sandboxNames, dataDir }: Config): SandboxLocation {
  return { host: sandboxHost, port: sandboxPort, names: sandboxNames, dataDir: join(dataDir, 'sandbox') }
}

/** What the sandbox tells us: where it listens, or why it cannot. */
interface SandboxMessage {
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
export function startSandboxProcess(place: SandboxLocation, log: Logger): Promise<RunningSandbox> {
  return keep(spawn(place), place, log)
}

interface SandboxAhead {
  /** The same as startSandboxProcess, sooner. */
  start: typeof startSandboxProcess
  /** When it is known whether anybody wants one; resolves when it has ended, where nobody does. */
  dropUnlessStarted(): Promise<void>
}

/** A sandbox that is loaded while others do something else. It takes no port and touches no file before it is started. */
export function loadSandboxAhead(place: SandboxLocation): SandboxAhead {
  const child = spawn(place)
  let isStarted = false
  return {
    start(same, log) {
      isStarted = true
      return keep(child, same, log)
    },
    async dropUnlessStarted() {
      if (isStarted) return
      child.kill()
      await ended(child)
    },
  }
}

async function keep(first: ChildProcess, place: SandboxLocation, log: Logger): Promise<RunningSandbox> {
  let child = first
  const url = await begin(child)
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
      hasServed = await begin(child).then(
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
    pid: () => child.pid ?? null,
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

function spawn({ host, port, dataDir, names }: SandboxLocation): ChildProcess {
  const args = ['--wait', '--host', host, '--port', String(port), '--data', dataDir, '--names', names.join()]
  // None of our secrets are its business.
  const env = toolEnvironment()
  return fork(program, args, { execArgv, env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
}

/** Tells it to go on from being loaded; answers where it listens. */
async function begin(child: ChildProcess): Promise<string> {
  const message = await Promise.race([firstMessage(child), ended(child).then(() => [{}])])
  const { url, failure } = message[0] as SandboxMessage
  if (url !== undefined) return url
  throw Object.assign(new Error(failure?.message ?? 'it ended before it listened'), failure)
}

function firstMessage(child: ChildProcess): Promise<unknown[]> {
  const message = once(child, 'message')
  // One that has ended hears nothing, and is noticed by that.
  child.send('begin', () => undefined)
  return message
}
