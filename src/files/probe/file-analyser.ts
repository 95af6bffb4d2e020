import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * What reads strangers' files runs in a process of its own: a hostile file that makes it spin or hoard memory costs that
 * process, not the service. It reads one file at a time, and goes when it has been idle, with all its memory.
 */
const usualMs = 30_000
const idleMs = 30_000

// Optimising compiled code and a roomy young heap cost more memory than so short a run gets back in speed.
const nodeOptions = ['--no-wasm-tier-up', '--max-semi-space-size=1', '--disable-warning=ExperimentalWarning']

/** What the process answers to a path. */
export interface AnalyserAnswer<Facts> {
  facts: Facts | null
}

/** A process that reads files, started when it is needed. */
export interface Analyser<Facts> {
  /** The facts of a file, or null when it cannot be read. One file at a time. */
  analyse(path: string): Promise<Facts | null>
  close(): void
}

/** `script` is named from where this file lies. What has not been read by then is given up, with the process that reads it. */
export function createAnalyser<Facts>(script: string, withinMs = usualMs): Analyser<Facts> {
  let running: ChildProcess | undefined
  let idleTimer: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    const started = startProcess(script)
    const forget = () => {
      if (running === started) running = undefined
    }
    // While it is idle, an end only means that the next file starts another.
    started.on('error', forget)
    started.on('exit', forget)
    return started
  }

  function stop(): void {
    clearTimeout(idleTimer)
    const stopped = running
    running = undefined
    stopped?.kill('SIGKILL')
  }

  return {
    async analyse(path) {
      clearTimeout(idleTimer)
      const current = (running ??= start())
      holdProcessOpen(current, true)
      try {
        const facts = await ask<Facts>(current, path, withinMs)
        // After a failure the state inside is unknown.
        if (facts === null) stop()
        return facts
      } catch (error) {
        stop()
        throw error
      } finally {
        holdProcessOpen(current, false)
        idleTimer = setTimeout(stop, idleMs).unref()
      }
    },
    close: stop,
  }
}

async function ask<Facts>(current: ChildProcess, path: string, withinMs: number): Promise<Facts | null> {
  const finished = new AbortController()
  const timeout = setTimeout(() => finished.abort(), withinMs)
  try {
    const exit = once(current, 'exit', { signal: finished.signal }).then(() => {
      throw new Error('The process that reads files stopped.')
    })
    const answer = once(current, 'message', { signal: finished.signal })
    current.send(path)
    const [message] = (await Promise.race([answer, exit])) as [AnalyserAnswer<Facts>]
    return message.facts
  } catch (error) {
    if (finished.signal.aborted) return null
    throw error
  } finally {
    clearTimeout(timeout)
    finished.abort()
  }
}

function startProcess(name: string): ChildProcess {
  const script = fileURLToPath(new URL(name, import.meta.url))
  // An empty environment: what parses strangers' files needs none of our secrets.
  return fork(script, { execArgv: nodeOptions, env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
}

/** A waiting analyser must not keep the service from ending; one at work must. */
function holdProcessOpen(child: ChildProcess, hold: boolean): void {
  if (hold) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}
