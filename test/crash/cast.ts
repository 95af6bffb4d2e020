import type { Actor, Stage } from './stage.ts'

/** The processes that make up the service: one that is everything, or an API and two workers that share its work. */
export interface Cast {
  /** Those who work, and who may be killed. */
  workers: Actor[]
  isAnyDead(): boolean
  /** Whether somebody's end is why a call failed: the connection is cut a moment before the end is known. */
  hasJustDied(): Promise<boolean>
  /** SIGKILL to those who work, one after another in turns. */
  killNext(): Promise<void>
  /** Starts again whoever is dead. */
  revive(settings?: Record<string, string>): Promise<void>
  /** Ends everybody as an operator would. */
  stop(): Promise<void>
}

export async function gather(stage: Stage, settings: Record<string, string> = {}): Promise<Cast> {
  const role = stage.workers === 1 ? 'up' : 'worker'
  const api = stage.workers === 1 ? null : await stage.start('serve')
  const workers: Actor[] = []
  for (let n = 0; n < stage.workers; n++) workers.push(await stage.start(role, settings))
  let turn = 0
  return {
    workers,
    isAnyDead: () => workers.some(isDead),
    hasJustDied: () =>
      Promise.race([
        ...workers.map((worker) => worker.ended.then(() => true)),
        new Promise<boolean>((resolve) => setTimeout(resolve, 2_000, false)),
      ]),
    async killNext() {
      await workers[turn++ % workers.length]!.kill()
    },
    async revive(again = {}) {
      for (const [index, worker] of workers.entries())
        if (isDead(worker)) workers[index] = await stage.start(role, again)
    },
    async stop() {
      await Promise.all([...workers, ...(api ? [api] : [])].map((actor) => actor.kill('SIGTERM')))
    },
  }
}

function isDead({ child }: Actor): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
