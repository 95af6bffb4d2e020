import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createRestartPause } from './restart-pause.ts'

export interface SandboxProcess {
  url: string
  /** Another one after it ended and was started again. */
  pid(): number
  close(): Promise<void>
}

interface Place {
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

const stopWithinMs = 2_000
const program = join(import.meta.dirname, '..', 'sandbox', 'main.ts')

/**
 * The sandbox as a process of its own, for a service that real companies work with: whatever is done to the sandbox, the service goes on. It is
 * started again at the same address whenever it ends.
 */
export async function startSandboxProcess(place: Place, log: Logger): Promise<SandboxProcess> {
  const first = await start(place)
  const { url } = first
  let child = first.child
  // The port that was picked at first is kept.
  const again = { ...place, port: Number(new URL(url).port) }
  const closing = new AbortController()
  const pause = createRestartPause()

  async function keepRunning(): Promise<void> {
    while (!closing.signal.aborted) {
      const from = performance.now()
      const [code, signal] = (await ended(child)) as [number | null, NodeJS.Signals | null]
      if (closing.signal.aborted) return
      const pauseMs = pause.next(performance.now() - from)
      log.error(`The sandbox ended (${signal ?? `exit code ${code}`}). It starts again in ${pauseMs / 1000} s.`)
      await delay(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined)
      if (closing.signal.aborted) return
      const started = await start(again).catch((error: unknown) => {
        log.error(`The sandbox does not start: ${(error as Error).message}`)
        return null
      })
      if (started) child = started.child
      if (closing.signal.aborted) child.kill('SIGTERM')
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

async function ended(child: ChildProcess): Promise<unknown[]> {
  if (child.exitCode !== null || child.signalCode !== null) return [child.exitCode, child.signalCode]
  return once(child, 'exit')
}

async function start({ host, port, dataDir, names }: Place): Promise<{ child: ChildProcess; url: string }> {
  const args = ['--host', host, '--port', String(port), '--data', dataDir, '--names', names.join()]
  const child = fork(program, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const told = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [{}])])
  const { url, failure } = told[0] as Told
  if (url !== undefined) return { child, url }
  throw Object.assign(new Error(failure?.message ?? 'it ended before it listened'), failure)
}
