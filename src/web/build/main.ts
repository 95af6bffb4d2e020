import { setPriority, constants } from 'node:os'
import { required } from '../../lookup.ts'
import { buildDashboard } from './build.ts'
import type { BuildStep } from './build.ts'

/** The program behind a service that builds its dashboard: at low priority, and no longer than the service lives. */
export type BuildMessage = { step: BuildStep } | { done: string } | { problem: string }

const gone = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => gone.abort())
process.once('disconnect', () => gone.abort())

function send(what: BuildMessage): void {
  if (process.connected) process.send?.(what)
}

try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
} catch {
  // It only takes longer from others.
}
try {
  const from = required(process.argv[2], 'folder of the dashboard')
  const folder = await buildDashboard(from, { report: (step) => send({ step }), signal: gone.signal })
  send({ done: folder })
} catch (error) {
  if (!gone.signal.aborted) send({ problem: (error as Error).message })
}
if (process.connected) process.disconnect()
