import pTimeout from 'p-timeout'
import { startPoller } from '../async/poller.ts'
import { isPassing } from '../core/automations/execute/decisions/or-failed.ts'
import { takeOpen } from '../core/automations/execute/claim.ts'
import { takeDue } from '../core/automations/execute/due.ts'
import { execute } from '../core/automations/execute/execute.ts'
import { startedChannel } from '../core/automations/execute/channels.ts'
import { expireSuggestions } from '../core/automations/execute/people/suggestions.ts'
import { goOnWith } from '../core/automations/execute/people/go-on.ts'
import { takeRequest } from '../core/automations/execute/people/requests.ts'
import type { RunDeps } from '../core/automations/execute/terms.ts'
import type { Pulse } from '../probes/pulse.ts'

/** Between two looks at what is due, and at what a process that died had begun; whoever watches us learns that we come round. */
const lookEveryMs = 2_000
/** As many groups of executions a process works on at the same time. */
const atOnce = 4
/** How long writes that are in the air may take to end when we stop. */
const stopWithinMs = 2_500

/** Checks rules when they are due, or when somebody asks for it, and goes on with what others left. */
export function startAutomations(deps: RunDeps & { pulse: Pulse }): { close(): Promise<void> } {
  const stopping = new AbortController()
  const working = new Set<Promise<void>>()
  const turn = deps.pulse.loop()

  async function look(signal: AbortSignal): Promise<null> {
    await expireSuggestions(deps.db)
    while (!signal.aborted && working.size < atOnce) {
      const begin = await nextOf(deps, signal)
      if (!begin) break
      const work = begin()
        .catch(failed)
        .finally(() => {
          working.delete(work)
          // There is a place now.
          poller.wake()
        })
      working.add(work)
    }
    turn.turned()
    return null
  }

  function failed(error: unknown): void {
    if (!isPassing(error, stopping.signal)) deps.log.error({ err: error }, 'rules could not be looked after')
  }

  const poller = startPoller({ look, everyMs: lookEveryMs, failed, stopping })
  const stop = deps.listener.on(startedChannel, poller.wake)
  return {
    async close() {
      stop()
      turn.ended()
      await poller.close()
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
