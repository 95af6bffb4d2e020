import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { createRestartPause } from '../restart-pause.ts'
import { findLauncher } from './launcher.ts'
import type { Word } from './launcher.ts'
import { endsWithin, watchForStop } from './stop.ts'

/** How one run of the service ended. */
interface End {
  code: number | null
  signal: NodeJS.Signals | null
  /** How long it served; null when it did not get that far. */
  servedMs: number | null
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
  let hasServed = false
  for (;;) {
    const started = fork(program, ['up', '--supervisor', String(process.pid)], { execArgv })
    child = started
    const ending = endOf(started)
    const end = await Promise.race([ending, stopped])
    if (end === null) return stop(started, ending)
    child = null
    hasServed ||= end.servedMs !== null
    if (end.code === 0 || (end.code !== null && !hasServed)) return end.code
    const pauseMs = pause.next(end.servedMs ?? 0)
    say(`The service ended (${reasonOf(end)}). It starts again in ${pauseMs / 1000} s.`)
    if ((await Promise.race([delay(pauseMs, 'go on'), stopped])) === null) {
      return (await endsWithin(stopWithinMs, stopLeftDatabase)) ? 0 : 1
    }
  }
}

async function endOf(child: ChildProcess): Promise<End> {
  let runningSince: number | null = null
  let lastProblem: string | null = null
  child.on('message', ({ isRunning, problem }: Word) => {
    if (isRunning) runningSince = performance.now()
    if (problem !== undefined) lastProblem = problem.split('\n', 1)[0]!
  })
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  return { code, signal, servedMs: runningSince === null ? null : performance.now() - runningSince, lastProblem }
}

async function stop(child: ChildProcess, ending: Promise<End>): Promise<number> {
  child.kill('SIGTERM')
  if (!(await endsWithin(stopWithinMs, () => ending))) {
    say('The service did not stop in time and is ended.')
    child.kill('SIGKILL')
  }
  const { code } = await ending
  return code ?? 1
}

/** Whoever died left its private database running. */
async function stopLeftDatabase(): Promise<void> {
  const [{ readConfig }, { withDatabase }] = await Promise.all([import('../config.ts'), import('./database.ts')])
  const config = readConfig()
  // The last to leave stops it.
  if (!config.databaseUrl) await withDatabase(config, async () => undefined, { migrations: false })
}

function reasonOf({ code, signal, lastProblem }: End): string {
  return [signal ?? `exit code ${code}`, ...(lastProblem === null ? [] : [lastProblem])].join(': ')
}

function say(text: string): void {
  process.stderr.write(`${new Date().toISOString()} ${text}\n`)
}
