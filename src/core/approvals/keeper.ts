import { startPoller } from '../../async/poller.ts'
import type { Listener } from '../../db/listen.ts'
import { isOutage } from '../../outage.ts'
import type { Pulse } from '../../probes/pulse.ts'
import type { MessageDeps } from '../deps.ts'
import { dueApprovals } from './claim.ts'
import { expireApprovals } from './decide.ts'
import { notifyPeople } from './notify.ts'
import type { ApprovalRunner } from './runner.ts'

interface KeeperDeps extends MessageDeps {
  listener: Listener
  approvals: ApprovalRunner
  pulse: Pick<Pulse, 'step'>
}

/** Between two looks at what nobody called for (what a process that died had begun, and what is over); whoever watches us learns of one that hangs. */
const lookEveryMs = 2_000

/** Does what was approved, tells those who decide of what waits, and ends what nobody decided in time. */
export function startApprovalKeeper(deps: KeeperDeps): { close(): Promise<void> } {
  const { db, listener, approvals, log, pulse } = deps

  async function look(signal: AbortSignal): Promise<null> {
    await pulse.step(expireApprovals(db))
    // What was approved takes as long as its platform does: that is no standstill.
    for (const id of await pulse.step(dueApprovals(db))) if (!signal.aborted) await approvals.run(id)
    await notifyPeople(deps)
    return null
  }

  const failed = (error: unknown) => {
    // That the database is away is told once, by whoever watches it.
    if (!isOutage(error)) log.warn({ err: error }, 'approvals could not be looked after')
  }
  const poller = startPoller({ look, everyMs: lookEveryMs, failed, stopping: new AbortController() })
  const stop = listener.on('approval', poller.wake)
  return {
    async close() {
      stop()
      await poller.close()
    },
  }
}
