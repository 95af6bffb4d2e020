import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { VideoAnswer, VideoFacts } from './mediainfo-process.ts'

/**
 * MediaInfo runs in a process of its own: a hostile file that makes it spin or hoard memory costs that process,
 * not the service. It reads one file at a time, and goes when it has been idle, with all its memory.
 */
const analysisTimeoutMs = 30_000
const idleMs = 30_000

// Optimising compiled code and a roomy young heap cost more memory than so short a run gets back in speed.
const nodeOptions = ['--no-wasm-tier-up', '--max-semi-space-size=1', '--disable-warning=ExperimentalWarning']

/** A process that reads videos, started when it is needed. */
export interface VideoAnalyser {
  /** The facts of a video file, or null when MediaInfo cannot read it. One file at a time. */
  analyse(path: string): Promise<VideoFacts | null>
  close(): void
}

export function createVideoAnalyser(): VideoAnalyser {
  let running: ChildProcess | undefined
  let idleTimer: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    const started = startProcess()
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
        const facts = await ask(current, path)
        // After a failure the state inside the WebAssembly instance is unknown.
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

async function ask(current: ChildProcess, path: string): Promise<VideoFacts | null> {
  const finished = new AbortController()
  const timeout = setTimeout(() => finished.abort(), analysisTimeoutMs)
  try {
    const exit = once(current, 'exit', { signal: finished.signal }).then(() => {
      throw new Error('The video analyser stopped.')
    })
    const answer = once(current, 'message', { signal: finished.signal })
    current.send(path)
    const [message] = (await Promise.race([answer, exit])) as [VideoAnswer]
    return message.facts
  } catch (error) {
    if (finished.signal.aborted) return null
    throw error
  } finally {
    clearTimeout(timeout)
    finished.abort()
  }
}

function startProcess(): ChildProcess {
  const script = fileURLToPath(new URL('./mediainfo-process.ts', import.meta.url))
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
