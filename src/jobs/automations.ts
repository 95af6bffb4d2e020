import pTimeout from 'p-timeout'
import { isPassing } from '../core/automations/execute/decisions/or-failed.ts'
import { takeOpen } from '../core/automations/execute/claim.ts'
import { takeDue } from '../core/automations/execute/due.ts'
import { execute } from '../core/automations/execute/execute.ts'
import { startedChannel } from '../core/automations/execute/channels.ts'
import { expireSuggestions } from '../core/automations/execute/people/suggestions.ts'
import { goOnWith } from '../core/automations/execute/people/go-on.ts'
import { takeRequest } from '../core/automations/execute/people/requests.ts'
import type { RunDeps } from '../core/automations/execute/terms.ts'

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
      const begin = await nextOf(deps, signal)
      if (!begin) return
      const work = begin()
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
    if (!isPassing(error, signal)) deps.log.error({ err: error }, 'rules could not be looked after')
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

/** What is due, or else what nobody works on. null: there is nothing to do. */
async function nextOf(deps: RunDeps, signal: AbortSignal): Promise<(() => Promise<void>) | null> {
  const due = await takeDue(deps.db)
  if (due.length > 0) return () => execute(deps, due, signal)
  const open = await takeOpen(deps.db)
  if (open.length > 0) return () => execute(deps, open, signal)
  const asked = await takeRequest(deps.db)
  return asked ? () => goOnWith(deps, asked, signal) : null
}
