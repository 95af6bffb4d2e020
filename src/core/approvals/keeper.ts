import type { Listener } from '../../db/listen.ts'
import { isOutage } from '../../outage.ts'
import type { MessageDeps } from '../deps.ts'
import { dueApprovals } from './claim.ts'
import { expireApprovals } from './decide.ts'
import { notifyPeople } from './notify.ts'
import type { ApprovalRunner } from './runner.ts'

interface KeeperDeps extends MessageDeps {
  listener: Listener
  approvals: ApprovalRunner
}

/** Between two looks at what nobody called for: what a process that died had begun, and what is over. */
const lookEveryMs = 15_000

/** Does what was approved, tells those who decide of what waits, and ends what nobody decided in time. */
export function startApprovalKeeper(deps: KeeperDeps): { close(): Promise<void> } {
  const { db, listener, approvals, log } = deps
  let working: Promise<void> | null = null
  let again = false
  let closed = false

  async function look(): Promise<void> {
    await expireApprovals(db)
    for (const id of await dueApprovals(db)) if (!closed) await approvals.run(id)
    await notifyPeople(deps)
  }

  function wake(): void {
    again = true
    if (closed) return
    working ??= (async () => {
      while (again && !closed) {
        again = false
        await look().catch((error: unknown) => {
          // That the database is away is told once, by whoever watches it.
          if (!isOutage(error)) log.warn({ err: error }, 'approvals could not be looked after')
        })
      }
      working = null
    })()
  }

  const stop = listener.on('approval', wake)
  const timer = setInterval(wake, lookEveryMs)
  timer.unref()
  wake()
  return {
    async close() {
      closed = true
      stop()
      clearInterval(timer)
      await working
    },
  }
}
