import { startWorker } from '../../../src/core/launch/engine/worker.ts'
import type { Worker } from '../../../src/core/launch/engine/worker.ts'
import { createPulse } from '../../../src/probes/pulse.ts'
import { noTracing } from '../../../src/trace/tracing.ts'
import type { TestApp } from '../harness.ts'

/** A worker for an app that has none, or no longer: the test says when it works. */
export function startOwnWorker(app: TestApp): Worker {
  const { db, listener, connections, launchMedia: media, log } = app.app.services
  return startWorker({ db, journalDb: db, listener, connections, media, log, pulse: createPulse(), tracing: noTracing })
}

/** Works off everything that is due, and ends. */
export async function workOff(app: TestApp): Promise<void> {
  const worker = startOwnWorker(app)
  await worker.drain()
  await worker.stop(1000)
}
