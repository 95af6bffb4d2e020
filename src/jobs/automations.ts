import pTimeout from 'p-timeout'
import { takeOpen } from '../core/automations/run/claim.ts'
import { takeDue } from '../core/automations/run/due.ts'
import { execute } from '../core/automations/run/execute.ts'
import { startedChannel } from '../core/automations/run/channels.ts'
import { expireSuggestions } from '../core/automations/run/people/suggestions.ts'
import type { HeldExecution, RunDeps } from '../core/automations/run/terms.ts'
import { isOutage } from '../outage.ts'

/** Between two looks at what is due, and at what a process that died had begun. */
const lookEveryMs = 10_000
/** As many groups of executions a process works on at the same time. */
const atOnce = 4
/** How long writes that are in the air may take to end when we stop. */
const stopWithinMs = 2_500

/** Checks rules when they are due, or when somebody asks for it, and goes on with what others left. */
export function startAutomations(deps: RunDeps): { wake(): void; close(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const working = new Set<Promise<void>>()
  let looking: Promise<void> | null = null
  let again = false

  async function look(): Promise<void> {
    await expireSuggestions(deps.db)
    while (!signal.aborted && working.size < atOnce) {
      const held = await nextOf(deps)
      if (held.length === 0) return
      const work = execute(deps, held, signal)
        .catch(tell)
        .finally(() => {
          working.delete(work)
          // There is a place now.
          wake()
        })
      working.add(work)
    }
  }

  function tell(error: unknown): void {
    if (!isOutage(error)) deps.log.error({ err: error }, 'rules could not be looked after')
  }

  function wake(): void {
    again = true
    if (signal.aborted) return
    looking ??= (async () => {
      while (again && !signal.aborted) {
        again = false
        await look().catch(tell)
      }
      looking = null
    })()
  }

  const stop = deps.listener.on(startedChannel, wake)
  const timer = setInterval(wake, lookEveryMs)
  timer.unref()
  wake()
  return {
    wake,
    async close() {
      stopping.abort(new Error('The service stops.'))
      stop()
      clearInterval(timer)
      await looking
      await pTimeout(Promise.all(working), { milliseconds: stopWithinMs, fallback: () => undefined })
    },
  }
}

/** What is due, or else what nobody works on. Empty: there is nothing to do. */
async function nextOf({ db }: RunDeps): Promise<HeldExecution[]> {
  const due = await takeDue(db)
  if (due.length > 0) return due
  const open = await takeOpen(db)
  return open ? [open] : []
}
