import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { createRestartPause, inWords } from '../restart-pause.ts'
import { createHeldSocket } from './held-socket.ts'
import { findLauncher } from './launcher.ts'
import type { Word } from './launcher.ts'
import { endsWithin, watchForStop } from './stop.ts'

/** How one run of the service ended. */
interface End {
  code: number | null
  signal: NodeJS.Signals | null
  hasServed: boolean
  lastProblem: string | null
}

/** Node would keep 64 MB for what is young, most of it for nothing: a quarter of what an idle service weighs. */
const execArgv = [...process.execArgv, '--max-semi-space-size=8']

/** The service gives itself 5 seconds to stop. */
const stopWithinMs = 8_000

/**
 * Runs the service as a process of its own, and starts it again whenever it ends without having been asked to. Answers the exit code.
 * A first start that fails is not repeated: what it says is for a person to put right.
 */
export async function supervise(program: string): Promise<number> {
  let child: ChildProcess | null = null
  // Also when a second signal ends us at once.
  process.once('exit', () => child?.kill('SIGKILL'))
  const launcher = findLauncher(undefined)
  const stopped = watchForStop(launcher, (error) => say(`The supervisor failed: ${String(error)}`)).then(() => null)
  const pause = createRestartPause()
  const socket = createHeldSocket()
  let hasEverServed = false
  for (;;) {
    const started = fork(program, ['up', '--supervisor', String(process.pid)], { execArgv })
    child = started
    socket.attend(started)
    const ending = endOf(started)
    const end = await Promise.race([ending, stopped])
    if (end === null) {
      socket.drop()
      return stop(started, ending)
    }
    child = null
    hasEverServed ||= end.hasServed
    if (end.code === 0 || (end.code !== null && !hasEverServed)) return end.code
    socket.waitForNext()
    const pauseMs = pause.next(end.hasServed)
    say(`The service ended (${reasonOf(end)}). It starts again ${inWords(pauseMs)}.`)
    if ((await Promise.race([delay(pauseMs, 'go on'), stopped])) === null) {
      socket.drop()
      return (await endsWithin(stopWithinMs, stopLeftDatabase)) ? 0 : 1
    }
  }
}

async function endOf(child: ChildProcess): Promise<End> {
  let hasServed = false
  let lastProblem: string | null = null
  child.on('message', ({ isRunning, problem }: Word) => {
    hasServed ||= isRunning === true
    if (problem !== undefined) lastProblem = problem.split('\n', 1).join('')
  })
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  return { code, signal, hasServed, lastProblem }
}

async function stop(child: ChildProcess, ending: Promise<End>): Promise<number> {
  child.kill('SIGTERM')
  if (!(await endsWithin(stopWithinMs, () => ending))) {
    say('The service did not stop in time and is ended.')
    child.kill('SIGKILL')
  }
  const { code, hasServed } = await ending
  // One that was still starting had nothing to end well but its database.
  if (code !== 0 && !hasServed) return (await endsWithin(stopWithinMs, stopLeftDatabase)) ? 0 : 1
  return code ?? 1
}

/** Whoever died left its private database running. */
async function stopLeftDatabase(): Promise<void> {
  const [{ readConfig }, { withDatabase }] = await Promise.all([import('../config.ts'), import('./database.ts')])
  const config = readConfig()
  // The last to leave stops it.
  if (!config.databaseUrl) await withDatabase(config, async () => undefined, { migrations: 'none' })
}

function reasonOf({ code, signal, lastProblem }: End): string {
  return [signal ?? `exit code ${code}`, ...(lastProblem === null ? [] : [lastProblem])].join(': ')
}

function say(text: string): void {
  process.stderr.write(`${new Date().toISOString()} ${text}\n`)
}
