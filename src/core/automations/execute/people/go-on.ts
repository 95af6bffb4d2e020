import type { RunDeps } from '../terms.ts'
import { whileHeld } from '../lease.ts'
import { finishAccept } from './accept.ts'
import type { HeldRequest } from './requests.ts'
import { finishUndo } from './undo.ts'

/** What somebody asked for is brought to its end without them. What a guard refuses of it is written down, and told to nobody. */
export async function goOnWith(deps: RunDeps, request: HeldRequest, signal: AbortSignal): Promise<void> {
  const finish = request.kind === 'accept' ? finishAccept : finishUndo
  const lease = { table: 'automation_requests', token: request.token } as const
  await whileHeld(deps.db, lease, () => finish(deps, request, signal), signal)
}
