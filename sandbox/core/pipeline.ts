import { setTimeout as wait } from 'node:timers/promises'
import type { Call, CallLog } from './control/call-log.ts'
import { callPath } from './call-path.ts'
import type { Clock } from './control/clock.ts'
import type { FaultBook, FaultEntry } from './control/fault-book.ts'
import type { LatencyRules } from './control/latency.ts'
import type { Outcome, SimReply, SimRequest, Simulator } from './simulator.ts'
import type { Store } from './store.ts'

export interface Pipeline {
  store: Store
  clock: Clock
  faults: FaultBook
  latency: LatencyRules
  calls: CallLog
}

/** The way of every call: delay, fault, the simulator, the log on disk, the list of calls. */
export async function performCall(pipeline: Pipeline, simulator: Simulator, request: SimRequest): Promise<Outcome> {
  const { platform } = simulator
  const path = callPath(request.path, request.query)
  const started = performance.now()
  const at = new Date(pipeline.clock.now()).toISOString()
  const fault = pipeline.faults.take(platform, request.method, path)
  const delay = pipeline.latency.delayOf(platform, request.method, path)
  if (delay > 0) await wait(delay)

  const outcome = await applyFault(fault, simulator, request)
  pipeline.store.flush()

  const reply = outcome.kind === 'reply' ? outcome.reply : undefined
  const call: Call = {
    platform,
    method: request.method,
    path,
    status: reply?.status ?? null,
    at,
    ms: Math.round(performance.now() - started),
  }
  if (fault) call.fault = fault.fault
  if (reply?.accountId) call.accountId = reply.accountId
  if (request.inBatch) call.inBatch = true
  pipeline.calls.add(call)
  return outcome
}

async function applyFault(fault: FaultEntry | undefined, simulator: Simulator, request: SimRequest): Promise<Outcome> {
  switch (fault?.fault) {
    case 'hang':
      return { kind: 'hang' }
    case 'hang-after':
      await simulator.handle(request)
      return { kind: 'hang' }
    case 'drop-before':
      return { kind: 'drop' }
    case 'drop-after':
      await simulator.handle(request)
      return { kind: 'drop' }
    case 'status':
      return answered({ status: fault.status ?? 500, body: fault.body ?? '' })
    case 'throttle':
      return answered(simulator.faultReply({ kind: 'throttle', seconds: fault.seconds ?? 60 }, request))
    case 'version-ended':
      return answered(simulator.faultReply({ kind: 'version-ended' }, request))
    case 'platform-error': {
      const { code = 1, subcode, message } = fault
      return answered(simulator.faultReply({ kind: 'platform-error', code, subcode, message }, request))
    }
    case 'slow-video':
      return answered(await simulator.handle({ ...request, effects: { slowVideoSeconds: fault.seconds ?? 60 } }))
    case 'downgrade':
      return answered(await simulator.handle({ ...request, effects: { downgradeFields: fault.fields ?? [] } }))
    case undefined:
      return answered(await simulator.handle(request))
  }
}

function answered(reply: SimReply): Outcome {
  return { kind: 'reply', reply }
}
